/** What one read of a group or channel finds for all of its screens. */
import type { SharedEvent, SharedTexts } from "../present/shared-event.ts";
import { concernedBy } from "../present/unread-mentions.ts";
import { findChat } from "../store/chats.ts";
import type { ReadTx } from "../store/db.ts";
import { eventsAfter, membersToldAfter, type EventRow } from "../store/streams.ts";
import { mentionCounts } from "../store/unread-window.ts";
import type { Said, UnreadWindow } from "./unread-window.ts";

/** Events of one read: to make them takes about a tenth of a millisecond each. */
const BATCH = 50;

/** An event, and how many unread messages mention those whose count it changes. */
export interface FoundEvent extends SharedEvent {
  readonly mentions: ReadonlyMap<number, number>;
}

export interface Found {
  readonly events: readonly FoundEvent[];
  /** There may be more. */
  readonly isFull: boolean;
  /** The people whose read pointer may have moved. */
  readonly moved: ReadonlySet<number>;
  readonly deleted: readonly number[];
  /** What the messages that count as unread are now, where an event has changed them. */
  readonly said: Said | undefined;
}

interface Wanted {
  readonly chat_id: number;
  readonly after: number;
  readonly now_s: number;
  readonly texts: SharedTexts;
  readonly window: UnreadWindow;
}

/** It changes nothing: a read may be made twice. @returns `undefined` for a chat that was deleted */
export async function readShared(tx: ReadTx, wanted: Wanted): Promise<Found | undefined> {
  const { chat_id, after, now_s, texts, window } = wanted;
  const chat = await findChat(tx, chat_id);
  if (!chat) return undefined;
  const rows = await eventsAfter(tx, chat_id, after, BATCH);
  const counts = await mentionCounts(tx, chat_id, [...new Set(rows.flatMap(concernedBy))]);
  const events: FoundEvent[] = [];
  for (const row of rows) {
    const mentions = new Map(concernedBy(row).map((id) => [id, counts.get(id)!]));
    events.push({ ...(await texts.event(tx, chat, row, now_s)), mentions });
  }
  const isFull = events.length === BATCH;
  if (isFull) events.push(withApart(events.pop()!, await membersToldAfter(tx, chat_id, rows.at(-1)!.seq)));
  return {
    events,
    isFull,
    moved: new Set(refsOf(rows, "read", "member")),
    deleted: refsOf(rows, "delete"),
    said: events.some(({ changesUnread }) => changesUnread !== false) ? await window.read(tx) : undefined,
  };
}

/** What else has happened is read next. Whoever has left by it must not get what comes before. */
function withApart(event: FoundEvent, changed: readonly number[]): FoundEvent {
  return { ...event, apart: new Set([...event.apart, ...changed]) };
}

function refsOf(rows: readonly EventRow[], ...kinds: readonly string[]): number[] {
  return rows.filter(({ kind }) => kinds.includes(kind)).map(({ ref }) => ref);
}
