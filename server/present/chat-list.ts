/** Presents the rows of a person's chat list: the last message, the unread counts, and the person's abilities. */
import type { Ability } from "@heliogram/shared/abilities.ts";
import type * as Wire from "@heliogram/shared/wire.ts";
import { showsReadReceipts, type Chat } from "../domain/chats.ts";
import { abilities } from "../domain/members/abilities.ts";
import { currentMember } from "../domain/members/member.ts";
import type { MemberRefusal } from "../domain/members/refusals.ts";
import type { ListedMembership } from "../store/queries/chats/chat-list.ts";
import { chatPhoto } from "./chat-info.ts";
import { readChatPage, type PageEntry } from "./chat-page.ts";
import { presentSettings } from "./chat-settings.ts";
import { presentMemberToPerson } from "./members.ts";
import { presentMessage } from "./messages.ts";
import type { ViewerContext } from "./viewer-context.ts";

export interface ChatRow {
  readonly chat: Wire.Chat;
  /** The number of the chat's newest event. A client follows the stream from here. */
  readonly seq: number;
  readonly read_up_to: number;
  /** The newest message that a device of the person has received, if it is after `read_up_to`. */
  readonly delivered_up_to?: number;
  /** The newest message that any other member has read; only where read receipts are shown. */
  readonly others_read_up_to?: number;
  /**
   * In a private chat, the newest message that a device of the other person has received, or that the bot has
   * confirmed.
   */
  readonly others_delivered_up_to?: number;
  readonly unread_count: number;
  readonly unread_mentions: number;
  /** Own messages with reactions that the person has not seen, if there are any. */
  readonly unread_reactions?: number;
  readonly settings: Wire.ChatSettings;
  readonly member_count: number;
  readonly photo?: Wire.ChatPhoto;
  readonly last_message?: Wire.Message;
  /**
   * In a private chat, the other account and its status: `left` means not started, `kicked` means it blocked the
   * person. `has_topics`: it is a bot whose private chats have topics.
   */
  readonly peer?: {
    readonly user: Wire.User;
    readonly status: Wire.ChatMember["status"];
    readonly has_topics?: true;
  };
  readonly member?: Wire.ChatMember;
  /** The number of open join requests if there are any; for those who may answer them. */
  readonly join_request_count?: number;
  /** The topics that the person has muted, if there are any. */
  readonly muted_topics?: readonly number[];
  /** For every ability its refusal, or `null` if the person has it. */
  readonly can?: Readonly<Record<Ability, MemberRefusal | null>>;
}

/** The rows of these chats, in this order; chats without a seat of the viewer's are left out. */
export async function presentChatRows(
  context: ViewerContext,
  chat_ids: readonly number[],
  now_s: number,
  isWanted: (membership: ListedMembership) => boolean = () => true,
): Promise<ChatRow[]> {
  const rows: ChatRow[] = [];
  for (const entry of await readChatPage(context, chat_ids, now_s)) {
    if (isWanted(entry.seat)) rows.push(await presentRow(context, entry, now_s));
  }
  return rows;
}

/** The row of a chat that the viewer has a seat in. */
export async function presentChatRow(context: ViewerContext, chat_id: number, now_s: number): Promise<ChatRow> {
  const [row] = await presentChatRows(context, [chat_id], now_s);
  if (!row) throw new Error(`nobody's seat in chat ${chat_id}`);
  return row;
}

async function presentRow(context: ViewerContext, entry: PageEntry, now_s: number): Promise<ChatRow> {
  const { seat: membership, chat, last, muted_topics } = entry;
  const photo = await chatPhoto(context, chat);
  return {
    chat: await context.chat(chat),
    seq: membership.last_seq,
    read_up_to: membership.read_up_to,
    ...(membership.delivered_up_to > membership.read_up_to ? { delivered_up_to: membership.delivered_up_to } : {}),
    ...(showsReadReceipts(chat) ? presentOthers(entry) : {}),
    unread_count: membership.unread_count,
    unread_mentions: membership.unread_mentions,
    ...(membership.unread_reactions > 0 ? { unread_reactions: membership.unread_reactions } : {}),
    settings: await presentSettings(context, chat, membership.settings, now_s),
    member_count: chat.member_count,
    ...(photo ? { photo } : {}),
    ...(last ? { last_message: await presentMessage(context, chat, last, false) } : {}),
    ...(await presentParties(context, entry, now_s)),
    ...(muted_topics.length > 0 ? { muted_topics } : {}),
  };
}

/**
 * The delivery pointer is left out where it is not after the read pointer, because a message that was read was
 * delivered.
 */
function presentOthers({
  seat: membership,
  other,
}: PageEntry): Pick<ChatRow, "others_read_up_to" | "others_delivered_up_to"> {
  const { others_read_up_to } = membership;
  const delivered = other?.delivered_up_to ?? 0;
  return { others_read_up_to, ...(delivered > others_read_up_to ? { others_delivered_up_to: delivered } : {}) };
}

/** The person's own member record, and in a private chat that of the other account. */
async function presentParties(
  context: ViewerContext,
  { seat: membership, chat, other, join_requests }: PageEntry,
  now_s: number,
): Promise<Pick<ChatRow, "peer" | "member" | "can" | "join_request_count">> {
  const own = currentMember(membership.member, now_s);
  const party = isNotes(chat) ? membership : other;
  const peer = party && currentMember(party.member, now_s);
  const can = abilities(chat, own, now_s);
  const topics = other?.has_topics ? { has_topics: true as const } : {};
  return {
    ...(peer ? { peer: { user: await context.user(peer.account_id), status: peer.status, ...topics } } : {}),
    member: presentMemberToPerson(context.show(context.viewer), own, false),
    can,
    ...(can.answer_requests === null && join_requests > 0 ? { join_request_count: join_requests } : {}),
  };
}

/** Whether it is the chat of a person with themselves. */
function isNotes({ type, low_id, high_id }: Chat): boolean {
  return type === "private" && low_id === high_id;
}
