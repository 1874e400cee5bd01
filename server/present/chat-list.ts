/** Chats as a person's screen shows them in a list: the last message, what is unread, and what the person may do. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { tellsReaders, type Chat } from "../domain/chats.ts";
import { abilities, type Ability } from "../domain/members/may.ts";
import { currentMember } from "../domain/members/member.ts";
import type { MemberRefusal } from "../domain/members/refusals.ts";
import type { Words } from "../store/db.ts";
import type { ListSeat } from "../store/listed-chats.ts";
import { chatPhoto } from "./chat-info.ts";
import { readChatPage, type PageEntry } from "./chat-page.ts";
import { presentSettings } from "./chat-settings.ts";
import { presentMember } from "./members.ts";
import { presentMessage } from "./messages.ts";
import type { View } from "./view.ts";

export interface ChatRow {
  readonly chat: Wire.Chat;
  /** The chat's newest event: from here a client follows the stream. */
  readonly seq: number;
  readonly read_up_to: number;
  /** The newest message that a device of the person's has, where that is past what they have read. */
  readonly delivered_up_to?: number;
  /** How far any of the others has read; only where there are few. */
  readonly others_read_up_to?: number;
  /** In a private chat, the newest message that a device of the other's has, past what they have read, or that a bot has taken. */
  readonly others_delivered_up_to?: number;
  readonly unread_count: number;
  readonly unread_mentions: number;
  readonly settings: Wire.ChatSettings;
  readonly member_count: number;
  readonly photo?: Wire.ChatPhoto;
  readonly last_message?: Wire.Message;
  /** In a private chat, the other one, and whether they hear the person: `left` = not started, `kicked` = blocked. */
  readonly peer?: { readonly user: Wire.User; readonly status: Wire.ChatMember["status"] };
  readonly member?: Wire.ChatMember;
  /** How many wait to be let in: where there are any, to those who may answer them. */
  readonly join_request_count?: number;
  /** For every ability why not, or `null` where nothing is in the way: the one rights module's own words. */
  readonly can?: Readonly<Record<Ability, MemberRefusal | null>>;
}

/** The rows of these chats, in this order; chats without a seat of the viewer's are left out. */
export async function presentChatRows(
  view: View,
  words: Words,
  chat_ids: readonly number[],
  now_s: number,
  isWanted: (seat: ListSeat) => boolean = () => true,
): Promise<ChatRow[]> {
  const rows: ChatRow[] = [];
  for (const entry of await readChatPage(view, words, chat_ids)) {
    if (isWanted(entry.seat)) rows.push(await presentRow(view, entry, now_s));
  }
  return rows;
}

/** The row of a chat that the viewer has a seat in. */
export async function presentChatRow(view: View, words: Words, chat_id: number, now_s: number): Promise<ChatRow> {
  const [row] = await presentChatRows(view, words, [chat_id], now_s);
  if (!row) throw new Error(`nobody's seat in chat ${chat_id}`);
  return row;
}

async function presentRow(view: View, entry: PageEntry, now_s: number): Promise<ChatRow> {
  const { seat, chat, last } = entry;
  const photo = await chatPhoto(view, chat);
  return {
    chat: await view.chat(chat),
    seq: seat.head,
    read_up_to: seat.read_up_to,
    ...(seat.delivered_up_to > seat.read_up_to ? { delivered_up_to: seat.delivered_up_to } : {}),
    ...(tellsReaders(chat) ? presentOthers(entry) : {}),
    unread_count: seat.unread_count,
    unread_mentions: seat.unread_mentions,
    settings: await presentSettings(view, chat, seat.settings, now_s),
    member_count: chat.member_count,
    ...(photo ? { photo } : {}),
    ...(last ? { last_message: await presentMessage(view, chat, last, false) } : {}),
    ...(await presentParties(view, entry, now_s)),
  };
}

/** What is read was delivered: that goes without saying. */
function presentOthers({ seat, other }: PageEntry): Pick<ChatRow, "others_read_up_to" | "others_delivered_up_to"> {
  const { others_read_up_to } = seat;
  const delivered = other?.delivered_up_to ?? 0;
  return { others_read_up_to, ...(delivered > others_read_up_to ? { others_delivered_up_to: delivered } : {}) };
}

/** The person's own place in the chat, and in a private chat the other's. */
async function presentParties(
  view: View,
  { seat, chat, other, join_requests }: PageEntry,
  now_s: number,
): Promise<Pick<ChatRow, "peer" | "member" | "can" | "join_request_count">> {
  const own = currentMember(seat.member, now_s);
  const party = isNotes(chat) ? seat : other;
  const peer = party && currentMember(party.member, now_s);
  const can = abilities(chat, own, now_s);
  return {
    ...(peer ? { peer: { user: await view.user(peer.account_id), status: peer.status } } : {}),
    member: presentMember(view.show(view.viewer), own, false),
    can,
    ...(can.answer_requests === null && join_requests > 0 ? { join_request_count: join_requests } : {}),
  };
}

/** The chat of somebody with themselves. */
function isNotes({ type, low_id, high_id }: Chat): boolean {
  return type === "private" && low_id === high_id;
}
