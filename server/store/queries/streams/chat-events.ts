/**
 * New events of a chat for its readers: consecutive changes of reactions are one event, and so are edits of one message.
 */
import type { ReadTx } from "../../db.ts";
import { eventsAfter, type EventRow } from "./streams.ts";

/** Rows that are read at once where all are changes of reactions. */
const REACTIONS_AT_ONCE = 1000;
/** Rows of one read at most, with those. */
const MAX_ROWS = 10_000;
/** Messages of one event of reactions at most. */
const MAX_MESSAGES = 100;

/** An event of a chat, or consecutive ones under the number of the last. */
export interface ChatEventRow extends EventRow {
  /** How many consecutive events it stands for, if more than one. */
  readonly run?: number;
  /** Of changes of reactions: the messages that they are about. */
  readonly message_ids?: readonly number[];
}

export interface NewChatEvents {
  readonly events: readonly ChatEventRow[];
  /** There may be more events. */
  readonly isFull: boolean;
  /** All of them are changes of reactions, and there is at least one. */
  readonly isReactionsOnly: boolean;
}

/** Whether an event is an edit that says nothing but that the message has changed. */
export function isEdit({ kind, body }: Pick<EventRow, "kind" | "body">): boolean {
  return kind === "edit" && body === "";
}

/** Whether an event is a change of the reactions to a message. */
export function isReaction({ kind }: EventRow): boolean {
  return kind === "reactions";
}

/** The messages whose deletion an event is. */
export function deletedIn({ kind, ref, body }: EventRow): number[] {
  if (kind === "deletions") return (JSON.parse(body) as { message_ids: number[] }).message_ids;
  return kind === "delete" ? [ref] : [];
}

/** Whether an event is about a message that was posted or deleted, so that everybody's unread count may change. */
export function changesMessages({ kind }: Pick<EventRow, "kind">): boolean {
  return kind === "message" || kind === "delete" || kind === "deletions";
}

/** Makes one event of consecutive changes of reactions. */
export function gatherReactions(rows: readonly ChatEventRow[]): ChatEventRow[] {
  const gathered: ChatEventRow[] = [];
  let run = 0;
  let ids = new Set<number>();
  for (const row of rows) {
    if (!isReaction(row)) {
      run = 0;
      gathered.push(row);
      continue;
    }
    const isNew = run === 0 || (ids.size === MAX_MESSAGES && !ids.has(row.ref));
    if (isNew) [run, ids] = [0, new Set()];
    else gathered.pop();
    run += row.run ?? 1;
    ids.add(row.ref);
    gathered.push({ ...row, message_ids: [...ids], ...(run > 1 && { run }) });
  }
  return gathered;
}

/**
 * Leaves out edits of messages that are edited again in these events: each is shown with its present state. The event
 * that follows stands for what is left out before it.
 */
export function withNewestEdits<R extends EventRow>(rows: readonly R[]): readonly (R & Pick<ChatEventRow, "run">)[] {
  const newest = new Map<number, R>();
  let edits = 0;
  for (const row of rows) {
    if (!isEdit(row)) continue;
    newest.set(row.ref, row);
    edits += 1;
  }
  if (newest.size === edits) return rows;
  const kept: (R & Pick<ChatEventRow, "run">)[] = [];
  let left_out = 0;
  for (const row of rows) {
    if (isEdit(row) && newest.get(row.ref) !== row) {
      left_out += 1;
      continue;
    }
    kept.push(left_out === 0 ? row : { ...row, run: left_out + 1 });
    left_out = 0;
  }
  return kept;
}

/**
 * Events after `seq`, the oldest first: `limit` rows, and where these end with changes of reactions, all those that
 * follow.
 */
export async function newChatEvents(tx: ReadTx, chat_id: number, seq: number, limit: number): Promise<NewChatEvents> {
  const rows = await eventsAfter(tx, chat_id, seq, limit);
  let isFull = rows.length === limit;
  while (isFull && rows.length < MAX_ROWS && isReaction(rows.at(-1)!)) {
    const more = await eventsAfter(tx, chat_id, rows.at(-1)!.seq, REACTIONS_AT_ONCE);
    const other = more.findIndex((row) => !isReaction(row));
    rows.push(...(other === -1 ? more : more.slice(0, other)));
    if (other !== -1) break;
    isFull = more.length === REACTIONS_AT_ONCE;
  }
  const isReactionsOnly = rows.length > 0 && rows.every(isReaction);
  const events = withNewestEdits(rows);
  return {
    events: isReactionsOnly || rows.some(isReaction) ? gatherReactions(events) : events,
    isFull,
    isReactionsOnly,
  };
}
