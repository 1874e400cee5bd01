/** Where somebody's streams stand when one of their screens begins to follow them. */
import type { Db } from "../store/db.ts";
import { headsOf } from "../store/history.ts";
import { streamState } from "../store/streams.ts";

/** Chats that are read at one go: about a millisecond. */
const CHATS_AT_ONCE = 1000;

interface StandingDeps {
  readonly db: Db;
  /** Lets everything else that is due be done first. */
  readonly turn: () => Promise<void>;
}

export interface Standing {
  /** The newest event of the person's own stream. */
  readonly seq: number;
  /** The newest event of each of their chats. */
  readonly heads: ReadonlyMap<number, number>;
}

/** Read in pieces: what moves meanwhile is for the caller to notice (`Hub.gather`). */
export async function readStanding({ db, turn }: StandingDeps, person_id: number): Promise<Standing> {
  const seq = await db.read(async (tx) => (await streamState(tx, person_id))?.head ?? 0);
  const heads = new Map<number, number>();
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const piece = await db.read((tx) => headsOf(tx, person_id, after, CHATS_AT_ONCE));
    for (const { chat_id, head } of piece) heads.set(chat_id, head);
    if (piece.length < CHATS_AT_ONCE) return { seq, heads };
    after = piece.at(-1)!.chat_id;
    await turn();
  }
}
