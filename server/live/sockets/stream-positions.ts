/** The newest event of each stream that a socket of a person follows. */
import type { Db } from "../../store/db.ts";
import { headsOf } from "../../store/queries/messages/history.ts";
import { streamState } from "../../store/queries/streams/streams.ts";

/** Chats that one read takes: about a millisecond. */
const CHATS_AT_ONCE = 1000;

interface PositionsDeps {
  readonly db: Db;
  /** Resolves in the next turn of the event loop. */
  readonly yieldToEventLoop: () => Promise<void>;
}

export interface StreamPositions {
  /** The newest event of the person's own stream. */
  readonly seq: number;
  /** The newest event of each of their chats. */
  readonly last_seqs: ReadonlyMap<number, number>;
}

/** Read in several transactions. The caller notices events in between by `StreamNotifier.collectNotified`. */
export async function readStreamPositions(
  { db, yieldToEventLoop }: PositionsDeps,
  person_id: number,
): Promise<StreamPositions> {
  const seq = await db.read(async (tx) => (await streamState(tx, person_id))?.last_seq ?? 0);
  const last_seqs = new Map<number, number>();
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const page = await db.read((tx) => headsOf(tx, person_id, after, CHATS_AT_ONCE));
    for (const { chat_id, last_seq } of page) last_seqs.set(chat_id, last_seq);
    if (page.length < CHATS_AT_ONCE) return { seq, last_seqs };
    after = page.at(-1)!.chat_id;
    await yieldToEventLoop();
  }
}
