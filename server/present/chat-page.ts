/** Loads the data of a page of the chat list. The number of statements does not depend on the number of rows. */
import type { Chat } from "../domain/chats.ts";
import type { Message } from "../domain/messages.ts";
import { accountsWith } from "../store/queries/accounts/accounts.ts";
import { chatsWith } from "../store/queries/chats/chats.ts";
import { countRequestsIn } from "../store/queries/chats/join-requests.ts";
import {
  otherParties,
  membershipsIn,
  type ListedMembership,
  type OtherParty,
} from "../store/queries/chats/chat-list.ts";
import { mutedTopics } from "../store/queries/members/topic-readers.ts";
import { messagesAt, newestMessagesOf, type MessagePlace } from "../store/queries/messages/messages.ts";
import { accountsIn, chatsIn, pinnedIn, preloadAccountsAndChats } from "./references.ts";
import type { ViewerContext } from "./viewer-context.ts";

/** One chat of the page. */
export interface PageEntry {
  readonly seat: ListedMembership;
  readonly chat: Chat;
  readonly last: Message | undefined;
  /** The other account of a private chat, unless it is the chat with oneself. */
  readonly other: OtherParty | undefined;
  /** The number of open join requests, whether or not the viewer may see it. */
  readonly join_requests: number;
  /** The topics of the chat that the viewer has muted. */
  readonly muted_topics: readonly number[];
}

/**
 * Loads the chats of the page in the order of `chat_ids`, without deleted ones, and preloads the context with
 * references.
 */
export async function readChatPage(
  context: ViewerContext,
  chat_ids: readonly number[],
  now_s: number,
): Promise<PageEntry[]> {
  const { tx, viewer } = context;
  // Ids of private chats are above 0.
  const [privates, groups] = partition(chat_ids, (id) => id > 0);
  const [seats, found, newest, parties, requests] = await Promise.all([
    membershipsIn(tx, viewer.id, chat_ids),
    chatsWith(tx, chat_ids),
    newestMessagesOf(tx, chat_ids),
    privates.length > 0 ? otherParties(tx, viewer.id, privates) : new Map<number, never>(),
    groups.length > 0 ? countRequestsIn(tx, groups) : new Map<number, never>(),
  ]);
  const memberships = byId(seats, (membership) => membership.chat_id);
  const chats = byId(found, (chat) => chat.id);
  const lasts = byId(newest, (message) => message.chat_id);
  const divided = found.filter(({ id, is_forum }) => is_forum || parties.get(id)?.has_topics).map(({ id }) => id);
  const page = { seats: [...memberships.values()], chats: [...chats.values()], lasts: [...lasts.values()] };
  const [muted] = await Promise.all([
    divided.length > 0 ? mutedTopics(tx, viewer.id, divided, now_s) : [],
    preloadPage(context, page),
  ]);
  return chat_ids.flatMap((id) => {
    const [membership, chat] = [memberships.get(id), chats.get(id)];
    if (!membership || !chat) return [];
    return {
      seat: membership,
      chat,
      last: lasts.get(id),
      other: parties.get(id),
      join_requests: requests.get(id) ?? 0,
      muted_topics: muted.filter(({ chat_id }) => chat_id === id).map(({ thread_id }) => thread_id),
    };
  });
}

interface Read {
  readonly seats: readonly ListedMembership[];
  readonly chats: readonly Chat[];
  readonly lasts: readonly Message[];
}

/**
 * Preloads the messages that drafts reply to, the pinned messages, and the accounts and chats that all of these refer
 * to.
 */
async function preloadPage(context: ViewerContext, { seats: memberships, chats, lasts }: Read): Promise<void> {
  const { tx, viewer } = context;
  const places = [...memberships.flatMap(answeredIn), ...lasts.flatMap(pinnedIn)];
  const account_ids = new Set([
    ...chats.flatMap(partiesOf),
    ...memberships.flatMap(mentionedIn),
    ...lasts.flatMap(accountsIn),
  ]);
  account_ids.delete(viewer.id);
  const known = new Set(chats.map(({ id }) => id));
  const chat_ids = new Set(lasts.flatMap(chatsIn).filter((id) => !known.has(id)));
  const [sent, accounts, further] = await Promise.all([
    places.length > 0 ? messagesAt(tx, places) : [],
    account_ids.size > 0 ? accountsWith(tx, [...account_ids]) : [],
    chat_ids.size > 0 ? chatsWith(tx, [...chat_ids]) : [],
  ]);
  const messages = sent.map(({ message }) => message);
  context.preload({
    accounts: [...accounts, ...sent.map(({ sender }) => sender)],
    chat_ids,
    chats: [...chats, ...further],
    places,
    messages,
  });
  if (messages.length > 0) await preloadAccountsAndChats(context, messages);
}

function answeredIn({ chat_id, settings: { draft } }: ListedMembership): MessagePlace[] {
  return draft && draft.reply_to !== null ? [[chat_id, draft.reply_to]] : [];
}

function mentionedIn({ settings: { draft } }: ListedMembership): number[] {
  return (draft?.entities ?? []).flatMap(({ user_id }) => user_id ?? []);
}

function partiesOf({ low_id, high_id }: Chat): number[] {
  return low_id === null || high_id === null ? [] : [low_id, high_id];
}

function byId<T>(all: readonly T[], idOf: (each: T) => number): Map<number, T> {
  return new Map(all.map((each) => [idOf(each), each]));
}

function partition<T>(all: readonly T[], isFirst: (each: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((each) => !isFirst(each))];
}
