/** Private chats, groups and channels: the fields that the rules use, and rules about their ids and receipts. */
import type { Media } from "./media.ts";
import type { Permissions } from "./members/permissions.ts";

export type ChatType = "private" | "supergroup" | "channel";

export interface Chat {
  readonly id: number;
  readonly type: ChatType;
  readonly title: string;
  readonly username: string | null;
  readonly description: string;
  /** The account that owns the chat; `null` in private chats and where the creator left. */
  readonly creator_id: number | null;
  /** The default permissions of ordinary members. */
  readonly permissions: Permissions;
  readonly member_count: number;
  readonly photo: Media | null;
  /** Whether links in new messages get previews. Always in private chats. */
  readonly link_previews: boolean;
  /** The reactions that may be added; absent for all. */
  readonly available_reactions?: readonly string[];
  /** The two accounts of a private chat, the lower id first; `null` elsewhere. */
  readonly low_id: number | null;
  readonly high_id: number | null;
  /** Whether the messages of the group are in topics. */
  readonly is_forum: boolean;
}

/** The largest number of members of a group in which read receipts are shown. */
export const SMALL_GROUP_MEMBERS = 100;

/**
 * Whether members see how far the others have read. In channels and large groups they do not: every member would get an
 * event for every other member.
 */
export function showsReadReceipts(chat: Chat): boolean {
  return chat.type !== "channel" && chat.member_count <= SMALL_GROUP_MEMBERS;
}

interface Party {
  readonly id: number;
  readonly is_bot: boolean;
}

/** Whether delivery receipts are shown in the private chat of these two accounts: only between two different people. */
export function showsDeliveryReceipts(one: Party, other: Party): boolean {
  return !one.is_bot && !other.is_bot && one.id !== other.id;
}

/**
 * Whether the chat is the sender of a member's messages: always in channels, in groups for anonymous administrators.
 */
export function sendsAsChat(chat: Chat, member: { readonly is_anonymous: boolean }): boolean {
  return chat.type === "channel" || (chat.type === "supergroup" && member.is_anonymous);
}

/** The other account of a private chat; the same account in a chat with oneself. */
export function otherParty(chat: Chat, account_id: number): number {
  return chat.low_id === account_id ? chat.high_id! : chat.low_id!;
}

/** The id of the chat in what `account_id` gets: in a private chat the id of the other account (behaviour.md §2). */
export function chatIdFor(chat: Chat, account_id: number): number {
  return chat.type === "private" ? otherParty(chat, account_id) : chat.id;
}

/** Group and channel ids start below this (behaviour.md §2). */
export const GROUP_ID_BASE = -1_000_000_000_000;
/**
 * Internal ids of private chats start here. They are never shown: an account sees the id of the other account instead.
 */
export const PRIVATE_ID_BASE = 2 ** 51;
