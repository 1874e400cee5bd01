/** Serialized databases: the content of a store in memory as bytes, with which another one begins. */
import { DatabaseSync } from "node:sqlite";

/** Whether this version of Node.js can serialize a database: 26.1 can, and late versions of 24. */
export const CAN_SERIALIZE = typeof DatabaseSync.prototype.serialize === "function";

/** The content of a new store in memory. */
export interface SerializedDatabase {
  /** What `Db.serialize` has returned. */
  readonly bytes: Uint8Array;
  /** The newest event of each stream in a later state of the same store, which readers may have seen. */
  readonly seen?: ReadonlyMap<number, number> | undefined;
}

interface StreamNumbers {
  readonly id: number;
  readonly last_seq: number;
  readonly trimmed_seq: number;
}

export function loadSerialized(db: DatabaseSync, { bytes, seen }: SerializedDatabase): void {
  db.deserialize(bytes);
  if (seen) moveStreams(db, seen);
}

/**
 * Gives no event a number that has been seen in the later state. A bot would confirm it without reading the update: its
 * pending updates get higher numbers. A client would take it for one that it has: the events of chats are removed, so
 * that clients load the chats anew.
 */
function moveStreams(db: DatabaseSync, seen: ReadonlyMap<number, number>): void {
  const bots = new Set(
    db
      .prepare("select account_id as id from bot")
      .all()
      .map(({ id }) => id),
  );
  const moveEvents = db.prepare("update event set seq = seq + ? where stream = ?");
  const removeEvents = db.prepare("delete from event where stream = ?");
  const move = db.prepare("update stream set last_seq = ?, trimmed_seq = ? where id = ?");
  const streams = db.prepare("select id, last_seq, trimmed_seq from stream").all() as unknown as StreamNumbers[];
  db.exec("begin");
  for (const { id, last_seq, trimmed_seq } of streams) {
    const after = Math.max(last_seq, seen.get(id) ?? 0);
    if (bots.has(id)) {
      moveEvents.run(after - trimmed_seq, id);
      move.run(last_seq + after - trimmed_seq, after, id);
    } else {
      removeEvents.run(id);
      move.run(after + 1, after + 1, id);
    }
  }
  db.exec("commit");
}
