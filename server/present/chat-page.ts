/** Everything that the rows of a page of the chat list are made of, in a number of questions that does not depend on theirs. */
import type { Chat } from "../domain/chats.ts";
import type { Message } from "../domain/messages.ts";
import { accountsWith } from "../store/accounts.ts";
import { chatsWith } from "../store/chats.ts";
import type { Words } from "../store/db.ts";
import { countRequestsIn } from "../store/join-requests.ts";
import { otherParties, seatsIn, type ListSeat, type OtherParty } from "../store/listed-chats.ts";
import { messagesAt, messagesOfRows, type MessagePlace } from "../store/messages.ts";
import type { View } from "./view.ts";

/** One chat of the page. */
export interface PageEntry {
  readonly seat: ListSeat;
  readonly chat: Chat;
  readonly last: Message | undefined;
  /** In a private chat with somebody else. */
  readonly other: OtherParty | undefined;
  /** How many wait to be let in, whoever may know of it. */
  readonly join_requests: number;
}

/** The chats of the page in the order of their ids here, without those that are gone. The view takes what their rows refer to. */
export async function readChatPage(view: View, words: Words, chat_ids: readonly number[]): Promise<PageEntry[]> {
  const { tx, viewer } = view;
  const seats = byId(await seatsIn(tx, words, viewer.id, chat_ids), (seat) => seat.chat_id);
  const chats = byId(await chatsWith(tx, words, chat_ids), (chat) => chat.id);
  const rows = [...seats.values()].flatMap(({ last_row }) => last_row ?? []);
  const lasts = byId(await messagesOfRows(tx, words, rows), (message) => message.chat_id);
  const [privates, others] = apart([...chats.values()], ({ type }) => type === "private");
  const parties = privates.length > 0 ? await otherParties(tx, words, viewer.id, privates) : new Map<number, never>();
  const groups = others.map(({ id }) => id);
  const requests = groups.length > 0 ? await countRequestsIn(tx, words, groups) : new Map<number, never>();
  await holdReferred(view, words, {
    seats: [...seats.values()],
    chats: [...chats.values()],
    lasts: [...lasts.values()],
  });
  return chat_ids.flatMap((id) => {
    const [seat, chat] = [seats.get(id), chats.get(id)];
    if (!seat || !chat) return [];
    return { seat, chat, last: lasts.get(id), other: parties.get(id), join_requests: requests.get(id) ?? 0 };
  });
}

interface Read {
  readonly seats: readonly ListSeat[];
  readonly chats: readonly Chat[];
  readonly lasts: readonly Message[];
}

/** Messages that drafts answer and that others are pinned by, and the accounts and chats that all of these name. */
async function holdReferred(view: View, words: Words, { seats, chats, lasts }: Read): Promise<void> {
  const { tx, viewer } = view;
  const places = [...seats.flatMap(answeredIn), ...lasts.flatMap(pinnedIn)];
  const referred = places.length > 0 ? await messagesAt(tx, words, places) : [];
  const messages = [...lasts, ...referred];
  const account_ids = new Set([
    ...chats.flatMap(partiesOf),
    ...seats.flatMap(mentionedIn),
    ...messages.flatMap(accountsIn),
  ]);
  account_ids.delete(viewer.id);
  const accounts = account_ids.size > 0 ? await accountsWith(tx, words, [...account_ids]) : [];
  const known = new Set(chats.map(({ id }) => id));
  const chat_ids = new Set(messages.flatMap(chatsIn).filter((id) => !known.has(id)));
  const further = chat_ids.size > 0 ? await chatsWith(tx, words, [...chat_ids]) : [];
  view.holds({ accounts, chat_ids, chats: [...chats, ...further], places, messages: referred });
}

function answeredIn({ chat_id, settings: { draft } }: ListSeat): MessagePlace[] {
  return draft && draft.reply_to !== null ? [[chat_id, draft.reply_to]] : [];
}

function mentionedIn({ settings: { draft } }: ListSeat): number[] {
  return (draft?.entities ?? []).flatMap(({ user_id }) => user_id ?? []);
}

function pinnedIn({ chat_id, content: { service } }: Message): MessagePlace[] {
  return service?.kind === "pinned_message" ? [[chat_id, service.message_id]] : [];
}

function partiesOf({ low_id, high_id }: Chat): number[] {
  return low_id === null || high_id === null ? [] : [low_id, high_id];
}

function accountsIn({ sender_id, content: { origin, service, entities } }: Message): number[] {
  const ids = [sender_id];
  if (origin) ids.push(origin.sender_id);
  if (service?.kind === "new_chat_members") ids.push(...service.accounts);
  if (service?.kind === "left_chat_member") ids.push(service.account);
  for (const { user_id } of entities ?? []) if (user_id !== undefined) ids.push(user_id);
  return ids;
}

function chatsIn({ sender_chat_id, content: { origin } }: Message): number[] {
  return [sender_chat_id, origin?.chat_id].flatMap((id) => id ?? []);
}

function byId<T>(all: readonly T[], idOf: (each: T) => number): Map<number, T> {
  return new Map(all.map((each) => [idOf(each), each]));
}

function apart<T>(all: readonly T[], isFirst: (each: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((each) => !isFirst(each))];
}
