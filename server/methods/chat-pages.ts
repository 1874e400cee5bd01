/** Reads the list of somebody's chats in pieces: nobody waits for a list of thousands, and each piece is one state of the store. */
import type { Account } from "../domain/accounts.ts";
import { presentPinnedChats } from "../present/account-event.ts";
import { presentChatRows } from "../present/chat-list.ts";
import type { FileIds } from "../present/file-id.ts";
import { View } from "../present/view.ts";
import type { Db, ReadTx } from "../store/db.ts";
import { listedChats, listedChatsOf, type ListedChat } from "../store/listed-chats.ts";
import { newsAfter, streamState } from "../store/streams.ts";

/** Chats that are put in order, and rows that are presented, at one go: two to five milliseconds each. */
const CHATS_AT_ONCE = 1000;
const ROWS_AT_ONCE = 200;
/** News of a person's own that are looked through; who missed more reads the list anew. */
const MOST_NEWS = 1000;

export interface Wanted {
  /** The person's own news up to which `known` was told. */
  readonly seq?: number | undefined;
  /** The chats that the client has, and up to which event. */
  readonly known?: readonly (readonly [chat_id: number, seq: number])[] | undefined;
  readonly limit?: number | undefined;
  /** These chats alone. */
  readonly chat_ids?: readonly number[] | undefined;
}

interface Row {
  /** The date of the last message that is there. */
  readonly date: number;
  readonly json: string;
}

/** Rows, and what goes with them. */
export interface ListedRows {
  readonly seq: number;
  readonly rows: readonly Row[];
  readonly pinned_chats: readonly number[];
  /** Whether there are more than the rows here. */
  readonly more: boolean;
  /** Of the chats that the client has, those that the person is in no longer. */
  readonly gone: readonly number[];
  /** What the client has cannot be compared: the rows are those of a client that has nothing. */
  readonly reset: boolean;
}

export interface Listing {
  readonly db: Db;
  readonly fileIds: FileIds;
  readonly person: Account;
  readonly now_s: number;
  /** Lets everything else that is due be done first. */
  readonly turn: () => Promise<void>;
  /** Refuses whoever may not read any more. */
  readonly prove: (tx: ReadTx) => Promise<void>;
}

export async function readList(listing: Listing, wanted: Wanted): Promise<ListedRows> {
  const { seq, news, pinned_chats, asked } = await begin(listing, wanted);
  const chats = asked ?? (await readChats(listing));
  const reset = news === undefined;
  const known = new Map(reset ? [] : (wanted.known ?? []));
  const isOther = ({ chat_id, shown_id, head }: ListedChat) => known.get(shown_id) !== head || news?.has(chat_id);
  const others = inOrder(wanted.known ? chats.filter(isOther) : chats, wanted.limit !== undefined);
  // What the person's news are about is told at once: with the answer, the client has heard all of them.
  let room = wanted.limit ?? others.length;
  const page = others.filter(({ chat_id }) => news?.has(chat_id) || room-- > 0);
  const rows: Row[] = [];
  for (let from = 0; from < page.length; from += ROWS_AT_ONCE) {
    if (from > 0) await listing.turn();
    rows.push(...(await presentPiece(listing, page.slice(from, from + ROWS_AT_ONCE))));
  }
  for (const { shown_id } of chats) known.delete(shown_id);
  // A message that was deleted counts for the order of pages: all rows together are in that of what is there.
  if (wanted.limit === undefined) rows.sort((a, b) => b.date - a.date);
  return { seq, rows, pinned_chats, more: page.length < others.length, gone: [...known.keys()], reset };
}

/** The person's own news come first: what changes later is told by later ones. */
function begin({ db, fileIds, person, prove }: Listing, { seq, chat_ids }: Wanted) {
  return db.read(async (tx) => {
    await prove(tx);
    const { head = 0, tail = 0 } = (await streamState(tx, person.id)) ?? {};
    return {
      seq: head,
      news: await newsSince(tx, person.id, seq ?? head, head, tail),
      pinned_chats: await presentPinnedChats(new View(tx, person, fileIds)),
      asked: chat_ids && (await listedChatsOf(tx, db.words, person.id, chat_ids)),
    };
  });
}

/** The chats that the person's news after `seq` are about; `undefined` where not all of them are known. */
async function newsSince(
  tx: ReadTx,
  person_id: number,
  seq: number,
  head: number,
  tail: number,
): Promise<ReadonlySet<number> | undefined> {
  if (seq < tail || seq > head || head - seq > MOST_NEWS) return undefined;
  return new Set(seq < head ? await newsAfter(tx, person_id, seq) : []);
}

async function readChats({ db, person, turn }: Listing): Promise<ListedChat[]> {
  const chats: ListedChat[] = [];
  for (;;) {
    const after = chats.at(-1)?.chat_id ?? Number.MIN_SAFE_INTEGER;
    const piece = await db.read((tx) => listedChats(tx, person.id, after, CHATS_AT_ONCE));
    chats.push(...piece);
    if (piece.length < CHATS_AT_ONCE) return chats;
    await turn();
  }
}

/** The newest message first; where only the first ones are wanted, pinned chats before all others. */
function inOrder(chats: readonly ListedChat[], pinnedFirst: boolean): ListedChat[] {
  const rank = ({ pin_rank }: ListedChat) => (pinnedFirst ? pin_rank : 0);
  return chats.toSorted((a, b) => rank(b) - rank(a) || b.message_at - a.message_at || a.shown_id - b.shown_id);
}

/** Chats that the person has left meanwhile have no row. */
async function presentPiece({ db, fileIds, person, now_s }: Listing, chats: readonly ListedChat[]): Promise<Row[]> {
  const ids = chats.map(({ chat_id }) => chat_id);
  const rows = await db.read((tx) =>
    presentChatRows(new View(tx, person, fileIds), db.words, ids, now_s, ({ member }) => member.is_member),
  );
  return rows.map((row) => ({ date: row.last_message?.date ?? 0, json: JSON.stringify(row) }));
}
