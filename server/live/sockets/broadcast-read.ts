/** The read with which a broadcaster finds the new events of a group or channel for all sockets. */
import { changesUnread, type SharedEvent, type SharedTexts } from "../../present/shared-event.ts";
import { mentionCountChangedFor } from "../../present/unread-mentions.ts";
import { findChat } from "../../store/queries/chats/chats.ts";
import type { ReadTx } from "../../store/db.ts";
import { deletedIn, newChatEvents } from "../../store/queries/streams/chat-events.ts";
import { changedMembersAfter, type EventRow } from "../../store/queries/streams/streams.ts";
import { mentionCounts } from "../../store/queries/members/unread-window.ts";
import type { WindowUpdate, UnreadWindow } from "./unread-window.ts";

/** Events of one read. Presenting one takes about a tenth of a millisecond. */
const EVENTS_PER_READ = 50;

/** An event, and the counts of unread mentions that it changes, by person. */
export interface FoundEvent extends SharedEvent {
  readonly mentions: ReadonlyMap<number, number>;
}

export interface BroadcastRead {
  readonly events: readonly FoundEvent[];
  /** There may be more events. */
  readonly isFull: boolean;
  /** They are changes of reactions alone, which may be held back. */
  readonly isReactionsOnly: boolean;
  /** The people whose read pointer may have changed. */
  readonly moved: ReadonlySet<number>;
  readonly deleted: readonly number[];
  /** The change of the unread window, where an event has changed the unread messages. */
  readonly messages: WindowUpdate | undefined;
}

interface ReadOptions {
  readonly chat_id: number;
  readonly after: number;
  readonly now_s: number;
  readonly texts: SharedTexts;
  readonly window: UnreadWindow;
}

/** Changes no state of its own, as a read may be retried. @returns `undefined` for a chat that was deleted */
export async function readForBroadcast(tx: ReadTx, wanted: ReadOptions): Promise<BroadcastRead | undefined> {
  const { chat_id, after, now_s, texts, window } = wanted;
  const [chat, found] = await Promise.all([findChat(tx, chat_id), newChatEvents(tx, chat_id, after, EVENTS_PER_READ)]);
  if (!chat) return undefined;
  const { events: rows, isFull, isReactionsOnly } = found;
  const [shared, counts, changed, messages] = await Promise.all([
    Promise.all(rows.map((row) => texts.event(tx, chat, row, now_s))),
    mentionCounts(tx, chat_id, [...new Set(rows.flatMap(mentionCountChangedFor))]),
    isFull ? changedMembersAfter(tx, chat_id, rows.at(-1)!.seq) : [],
    rows.some((row) => changesUnread(row) !== false) ? window.read(tx) : undefined,
  ]);
  const events = rows.map((row, i): FoundEvent => {
    const mentions = new Map(mentionCountChangedFor(row).map((id) => [id, counts.get(id)!]));
    return { ...shared[i]!, mentions };
  });
  if (isFull) events.push(withApart(events.pop()!, changed));
  return {
    events,
    isFull,
    isReactionsOnly,
    moved: new Set(refsOf(rows, "read", "member")),
    deleted: rows.flatMap(deletedIn),
    messages,
  };
}

/**
 * People whose membership changes in the events after this batch are served apart: somebody who has left must not get
 * the events of this batch.
 */
function withApart(event: FoundEvent, changed: readonly number[]): FoundEvent {
  return { ...event, apart: new Set([...event.apart, ...changed]) };
}

function refsOf(rows: readonly EventRow[], ...kinds: readonly string[]): number[] {
  return rows.filter(({ kind }) => kinds.includes(kind)).map(({ ref }) => ref);
}
