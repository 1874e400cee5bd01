/** What one read of a group or channel finds for all of its screens. */
import type { SharedEvent, SharedTexts } from "../present/shared-event.ts";
import { findChat } from "../store/chats.ts";
import type { ReadTx } from "../store/db.ts";
import { eventsAfter, membersToldAfter, type EventRow } from "../store/streams.ts";
import type { Said, UnreadWindow } from "./unread-window.ts";

/** Events of one read: to make them takes about a tenth of a millisecond each. */
const BATCH = 50;

export interface Found {
  readonly events: readonly SharedEvent[];
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
  const events: SharedEvent[] = [];
  for (const row of rows) events.push(await texts.event(tx, chat, row, now_s));
  const isFull = events.length === BATCH;
  if (isFull) events.push(withApart(events.pop()!, await membersToldAfter(tx, chat_id, rows.at(-1)!.seq)));
  return {
    events,
    isFull,
    moved: new Set(refsOf(rows, "read", "member")),
    deleted: refsOf(rows, "delete"),
    said: events.some(({ changesUnread }) => changesUnread) ? await window.read(tx) : undefined,
  };
}

/** What else has happened is read next. Whoever has left by it must not get what comes before. */
function withApart(event: SharedEvent, changed: readonly number[]): SharedEvent {
  return { ...event, apart: new Set([...event.apart, ...changed]) };
}

function refsOf(rows: readonly EventRow[], ...kinds: readonly string[]): number[] {
  return rows.filter(({ kind }) => kinds.includes(kind)).map(({ ref }) => ref);
}
