/** A page of a search: the index names what may be meant, the messages themselves decide, a few in each turn of the service. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Account } from "../domain/accounts.ts";
import type { Chat } from "../domain/chats.ts";
import { refuse } from "../domain/refusals.ts";
import { isOfKind, kindClause, speakerClause, speakerOf, textsOf, type SearchKind } from "../domain/search/document.ts";
import { clausesOf, findTerms, type Range, type Term } from "../domain/search/query.ts";
import { presentMessage } from "../present/messages.ts";
import { View } from "../present/view.ts";
import { findChat } from "../store/chats.ts";
import type { ReadTx } from "../store/db.ts";
import { seatsOf } from "../store/history.ts";
import {
  changedSince,
  messagesBetween,
  messagesOfRows,
  rowBefore,
  type RowedMessage,
} from "../store/search/changes.ts";
import type { Candidates } from "../store/search/search-index.ts";
import type { Deps } from "./deps.ts";
import type { ChatRef } from "./fields.ts";
import { admit, memberOf } from "./gate.ts";

/** Messages that are looked at in one turn of the event loop: some milliseconds at most. */
const AT_A_TIME = 25;
/** Of messages that are not in the index yet, where most are looked at and few are shown. */
const UNSEEN_AT_A_TIME = 200;
/** For one page: after them, the page ends and says where to go on. */
const MOST_UNSEEN = 10_000;
/** Questions to the index for one page, and messages that it names each time at least. */
const MOST_QUESTIONS = 20;
const NAMED = 100;
/** Messages that were changed since the index has seen them: more are not looked for. */
const MOST_CHANGED = 1000;

export interface SearchWish {
  readonly terms: readonly Term[];
  readonly chat_id: ChatRef | undefined;
  readonly from_id: number | undefined;
  readonly kind: SearchKind | undefined;
  /** Unix seconds; `until` is the first that is too late. */
  readonly since: number;
  readonly until: number;
  /** Older than this message of the chat. */
  readonly before: number | undefined;
  /** Below this row, where an earlier page ended. */
  readonly below: number | undefined;
  readonly limit: number;
}

export interface FoundPage {
  readonly messages: Wire.Message[];
  readonly matches: (readonly Range[])[];
  /** Below which row to go on; absent at the end. */
  readonly next?: number;
  readonly indexing: boolean;
}

/** Who searches, and by what. */
interface Search {
  readonly deps: Deps;
  readonly actor: Account;
  readonly now_s: number;
  readonly wish: SearchWish;
  readonly page: { readonly messages: Wire.Message[]; readonly matches: (readonly Range[])[] };
}

const ACCESS = { scope: "chat", rank: "public" } as const;

/** @throws Refused, StoreUnavailable */
export async function searchPage(
  deps: Deps,
  actor: Account,
  isStillCaller: (tx: ReadTx) => Promise<boolean>,
  now_s: number,
  wish: SearchWish,
): Promise<FoundPage> {
  const page: Search["page"] = { messages: [], matches: [] };
  const search: Search = { deps, actor, now_s, wish, page };
  const { chats, below } = await deps.db.read(async (tx) => {
    if (!(await isStillCaller(tx))) refuse("UNAUTHORIZED");
    return begin(tx, search);
  });
  const { next, indexing } = await lookDown(search, chats, below);
  return next > 0 ? { ...page, next, indexing } : { ...page, indexing };
}

/** The chats to look into, and below which row. */
async function begin(tx: ReadTx, { actor, now_s, wish }: Search): Promise<{ chats: number[]; below: number }> {
  const below = wish.below ?? Number.MAX_SAFE_INTEGER;
  if (wish.chat_id === undefined) return { chats: (await seatsOf(tx, actor.id)).map(({ chat_id }) => chat_id), below };
  const { chat } = await admit(tx, undefined, actor, ACCESS, { chat_id: wish.chat_id }, now_s);
  const older = wish.before === undefined ? below : await rowBefore(tx, chat.id, wish.before);
  return { chats: [chat.id], below: Math.min(below, older) };
}

/** Fills the page from the newest to the oldest. @returns below which row to go on, 0 at the end */
async function lookDown(
  search: Search,
  chats: readonly number[],
  from: number,
): Promise<{ next: number; indexing: boolean }> {
  const { deps, wish, page } = search;
  const clauses = [
    ...clausesOf(wish.terms),
    ...(wish.from_id === undefined ? [] : [speakerClause(wish.from_id)]),
    ...(wish.kind === undefined ? [] : [kindClause(wish.kind)]),
  ];
  let below = from;
  let indexing = false;
  if (clauses.length === 0 || chats.length === 0) return { next: 0, indexing };
  for (let asked = 0; asked < MOST_QUESTIONS && below > 0 && page.messages.length < wish.limit; asked++) {
    const limit = Math.max(NAMED, wish.limit);
    const { since, until } = wish;
    const found = await deps.search.find({ clauses, chats, before: below, since, until, limit });
    indexing ||= found.low > 0;
    if (below > found.high + 1) {
      const { row, isThrough } = await lookThroughUnseen(search, chats, found.high, below);
      if (!isThrough) return { next: row, indexing };
    }
    below = await lookAtNamed(search, found, below);
  }
  return { next: below, indexing };
}

/** Messages that the index has not seen. @returns whether all were looked at, and the row of the last */
async function lookThroughUnseen(
  search: Search,
  chats: readonly number[],
  above: number,
  from: number,
): Promise<{ row: number; isThrough: boolean }> {
  const { deps, wish, page } = search;
  const chat_id = wish.chat_id === undefined ? undefined : chats[0];
  let row = from;
  for (let looked = 0; looked < MOST_UNSEEN; looked += UNSEEN_AT_A_TIME) {
    const read = await deps.db.read(async (tx) => {
      const some = await messagesBetween(tx, { above, below: row, chat_id }, UNSEEN_AT_A_TIME);
      row = await take(tx, search, some);
      return some.length;
    });
    if (page.messages.length >= wish.limit) return { row, isThrough: false };
    if (read < UNSEEN_AT_A_TIME) return { row: above + 1, isThrough: true };
    await deps.turn();
  }
  return { row, isThrough: false };
}

/** Messages that the index names, and those that have changed since it saw them. @returns below which row to go on */
async function lookAtNamed(search: Search, found: Candidates, below: number): Promise<number> {
  const { deps, wish, page } = search;
  const changed = await deps.db.read((tx) => changedSince(tx, found.change, MOST_CHANGED));
  const isHere = (row: number) => row >= found.down_to && row < below && row <= found.high;
  const rows = [...new Set([...found.rows, ...changed])].filter(isHere).sort((a, b) => b - a);
  for (let from = 0; from < rows.length; from += AT_A_TIME) {
    const row = await deps.db.read(async (tx) =>
      take(tx, search, await messagesOfRows(tx, rows.slice(from, from + AT_A_TIME))),
    );
    if (page.messages.length >= wish.limit) return row;
    await deps.turn();
  }
  return found.down_to;
}

/** Puts into the page what is meant of some messages, the newest first. @returns the row of the last one looked at */
async function take(tx: ReadTx, search: Search, messages: readonly RowedMessage[]): Promise<number> {
  const { deps, actor, wish, page } = search;
  const view = new View(tx, actor, deps.env.fileIds);
  const seen = new Map<number, Chat | undefined>();
  for (const { row_id, message } of messages) {
    const ranges = rangesIn(message, wish);
    if (!ranges) continue;
    if (!seen.has(message.chat_id)) seen.set(message.chat_id, await chatSeen(tx, search, message.chat_id));
    const chat = seen.get(message.chat_id);
    if (!chat) continue;
    page.messages.push(await presentMessage(view, chat, message, false));
    page.matches.push(ranges);
    if (page.messages.length >= wish.limit) return row_id;
  }
  return messages.at(-1)?.row_id ?? 0;
}

/** Where a message has what is looked for; `undefined` if it has not. */
function rangesIn(message: RowedMessage["message"], wish: SearchWish): Range[] | undefined {
  const { from_id, kind, since, until, terms } = wish;
  if (message.date < since || message.date >= until) return undefined;
  if (from_id !== undefined && speakerOf(message) !== from_id) return undefined;
  if (kind !== undefined && !isOfKind(message, kind)) return undefined;
  return findTerms(terms, textsOf(message));
}

/** The chat of a message, if the person may see what is said there: as they are when it is shown. */
async function chatSeen(tx: ReadTx, { actor, now_s, wish }: Search, chat_id: number): Promise<Chat | undefined> {
  if (wish.chat_id !== undefined) {
    const { chat } = await admit(tx, undefined, actor, ACCESS, { chat_id: wish.chat_id }, now_s);
    return chat.id === chat_id ? chat : undefined;
  }
  const chat = await findChat(tx, chat_id);
  if (!chat) return undefined;
  return (await memberOf(tx, chat, actor.id, now_s)).is_member ? chat : undefined;
}
