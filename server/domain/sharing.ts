/** Which users and chats a person may share by a button that asks for them (behaviour.md §4). */
import type { Account } from "./accounts.ts";
import type { Chat } from "./chats.ts";
import { rightsOf, type PromoterChain } from "./members/authority.ts";
import { currentMember, type Member } from "./members/member.ts";
import { addMember } from "./members/membership.ts";
import { promote } from "./members/promotion.ts";
import { NO_RIGHTS, readRights, RIGHTS_IN, type Rights } from "./members/rights.ts";
import type { ReplyMarkup } from "./markup.ts";
import type { ChatRequest, RequestedRights, ShareRequest, UsersRequest } from "./share-requests.ts";

/** What the keyboard asks for under this id, for users or for a chat; of several, the first. */
export function requestIn<K extends keyof ShareRequest>(
  markup: ReplyMarkup | undefined,
  kind: K,
  request_id: number,
): ShareRequest[K] | undefined {
  if (!markup || !("keyboard" in markup)) return undefined;
  const buttons: readonly ShareRequest[] = markup.keyboard.flat();
  return buttons.find((button) => button[kind]?.request_id === request_id)?.[kind];
}

/** Which kind of request a keyboard has, which only private chats may have; `undefined` for none. */
export function shareKindIn(markup: ReplyMarkup): "users" | "chats" | undefined {
  if (!("keyboard" in markup)) return undefined;
  for (const row of markup.keyboard) {
    for (const button of row) {
      if (button.request_users) return "users";
      if (button.request_chat) return "chats";
    }
  }
  return undefined;
}

/** Whether the account is one that the button asks for. The bot itself is none. */
export function isWantedUser(
  { user_is_bot }: Pick<UsersRequest, "user_is_bot">,
  account: Account,
  bot_id: number,
): boolean {
  if (account.id === bot_id || account.suspended_at !== null) return false;
  return user_is_bot === undefined || account.is_bot === user_is_bot;
}

/** A chat, the person who may share it, and the bot that asks. */
export interface SharingPlace {
  readonly chat: Chat;
  readonly person: Member;
  readonly bot: Member;
  /** Whether the bot may be added to groups and channels. */
  readonly bot_joins_groups: boolean;
  /** Who promoted the bot, directly or indirectly. */
  readonly promoters: PromoterChain;
}

/** What the person has to do for the bot before the chat fits: add it, or give it these rights, or both. */
export interface Preparation {
  readonly adds: boolean;
  readonly grants?: Rights;
}

/** Whether a person may share the chat by the button, and what is to be done before; `undefined` if they may not. */
export function chatPreparation(request: ChatRequest, place: SharingPlace, now_s: number): Preparation | undefined {
  const { chat } = place;
  const person = currentMember(place.person, now_s);
  if (!person.is_member || !isWantedChat(request, chat)) return undefined;
  if (request.chat_is_created && person.status !== "creator") return undefined;
  if (!holds(person, request.user_administrator_rights, chat)) return undefined;
  return prepareBot(request, { ...place, person, bot: currentMember(place.bot, now_s) }, now_s);
}

function isWantedChat(request: ChatRequest, chat: Chat): boolean {
  if (chat.type !== (request.chat_is_channel ? "channel" : "supergroup")) return false;
  const { chat_is_forum, chat_has_username } = request;
  if (chat_is_forum !== undefined && chat.type === "supergroup" && chat.is_forum !== chat_is_forum) return false;
  return chat_has_username === undefined || (chat.username !== null) === chat_has_username;
}

/** The rights that exist in the type of chat. */
function wantedIn(rights: RequestedRights | undefined, { type }: Chat): Rights {
  return rights === undefined ? NO_RIGHTS : readRights(rights) & RIGHTS_IN[type];
}

function holds(member: Member, rights: RequestedRights | undefined, chat: Chat): boolean {
  const wanted = wantedIn(rights, chat);
  return (rightsOf(member, chat.type) & wanted) === wanted;
}

function prepareBot(request: ChatRequest, place: SharingPlace, now_s: number): Preparation | undefined {
  const { chat, person, bot } = place;
  const wanted = wantedIn(request.bot_administrator_rights, chat);
  const needsMember = request.bot_is_member === true || wanted !== NO_RIGHTS;
  const adds = needsMember && !bot.is_member;
  const grants = (rightsOf(bot, chat.type) & wanted) !== wanted;
  if (!adds && !grants) return { adds };
  let member = bot;
  if (adds) {
    const added = place.bot_joins_groups ? addMember(person, bot, now_s, chat) : undefined;
    if (!added?.ok) return undefined;
    member = added.member;
  }
  if (!grants) return { adds };
  const rights = wanted | (member.status === "administrator" ? member.rights : NO_RIGHTS);
  const promoted = promote(person, member, rights, member.is_anonymous, now_s, chat, place.promoters);
  return promoted.ok ? { adds, grants: rights } : undefined;
}
