/** Chats: private chats, groups and channels as the rules see them. */
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
  /** What every ordinary member may do. */
  readonly permissions: Permissions;
  readonly member_count: number;
  readonly photo: Media | null;
  /** The two accounts of a private chat, the lower id first; `null` elsewhere. */
  readonly low_id: number | null;
  readonly high_id: number | null;
}

/** Members up to which a group is small. */
export const FEW_MEMBERS = 100;

/** Whether those in the chat are told who has read how far: elsewhere it concerns nobody, and each would hear it of all. */
export function tellsReaders(chat: Chat): boolean {
  return chat.type !== "channel" && chat.member_count <= FEW_MEMBERS;
}

interface Party {
  readonly id: number;
  readonly is_bot: boolean;
}

/** Whether, in the private chat of these two, each is told when a device of the other's has a message: between two people alone. */
export function tellsDelivery(one: Party, other: Party): boolean {
  return !one.is_bot && !other.is_bot && one.id !== other.id;
}

/** Whether what a member says is said by the chat itself: in channels always, in groups for those who stay anonymous. */
export function speaksAsChat(chat: Chat, member: { readonly is_anonymous: boolean }): boolean {
  return chat.type === "channel" || (chat.type === "supergroup" && member.is_anonymous);
}

/** The other account of a private chat; the same one for notes to oneself. */
export function otherParty(chat: Chat, account_id: number): number {
  return chat.low_id === account_id ? chat.high_id! : chat.low_id!;
}

/** The id by which `account_id` knows the chat: the other party's in private chats (behaviour.md §2). */
export function shownId(chat: Chat, account_id: number): number {
  return chat.type === "private" ? otherParty(chat, account_id) : chat.id;
}

/** Group and channel ids start below this (behaviour.md §2). */
export const GROUP_ID_BASE = -1_000_000_000_000;
/** Private chats are known by their parties; their own ids, never shown, start here. */
export const PRIVATE_ID_BASE = 2 ** 51;
