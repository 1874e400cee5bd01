/** The chats that have messages past their period, a page of chats at a time. */
import {
  CHAT_RETENTION_KINDS,
  periodOf,
  type ChatRetentionKind,
  type ServiceRetention,
} from "../../domain/retention.ts";
import { chatAges } from "../../store/queries/retention/expiry.ts";
import { heldAmong } from "../../store/queries/retention/holds.ts";
import { retentionOfChats } from "../../store/queries/retention/rules.ts";
import type { ReadTx } from "../../store/db.ts";

const DAY_S = 86_400;

/** Messages of one kind of a chat that are too old. */
export interface DueMessages {
  readonly chat_id: number;
  readonly kind: ChatRetentionKind;
  /** Those from before this time, in Unix seconds. */
  readonly before_s: number;
}

export interface DuePage {
  readonly due: readonly DueMessages[];
  /** The last chat of the page; `undefined` at the end. */
  readonly last: number | undefined;
}

/** Looks at the next `limit` chats after one. Chats under a hold, and private chats of held people, are left out. */
export async function dueAmong(
  tx: ReadTx,
  service: ServiceRetention,
  after: number,
  limit: number,
  now_s: number,
): Promise<DuePage> {
  const chats = await chatAges(tx, after, limit);
  const ids = chats.map(({ id }) => id);
  const [own, held] = await Promise.all([retentionOfChats(tx, ids), heldAmong(tx, ids)]);
  const due: DueMessages[] = [];
  for (const chat of chats) {
    if (held.has(chat.id)) continue;
    for (const kind of CHAT_RETENTION_KINDS) {
      const days = periodOf(service, own.get(chat.id), kind);
      if (days === undefined) continue;
      const before_s = now_s - days * DAY_S;
      const oldest_s = chat[kind];
      if (oldest_s !== null && oldest_s < before_s) due.push({ chat_id: chat.id, kind, before_s });
    }
  }
  return { due, last: chats.length === limit ? ids.at(-1) : undefined };
}
