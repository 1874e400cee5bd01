/** A chat as a person's screen shows it in a list: its last message, what is unread, and what the person may do. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { shownId, tellsReaders, type Chat } from "../domain/chats.ts";
import { abilities, type Ability } from "../domain/members/may.ts";
import { currentMember, type Member } from "../domain/members/member.ts";
import type { MemberRefusal } from "../domain/members/refusals.ts";
import type { ListSeat } from "../store/chat-settings.ts";
import { countUnread, messagesBefore, othersPointers } from "../store/history.ts";
import { countRequests } from "../store/join-requests.ts";
import { findMember } from "../store/members.ts";
import { streamState } from "../store/streams.ts";
import { chatPhoto } from "./chat-info.ts";
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

export async function presentChatRow(view: View, chat: Chat, seat: ListSeat, now_s: number): Promise<ChatRow> {
  const { tx, viewer } = view;
  const [last] = await messagesBefore(tx, chat.id, Number.MAX_SAFE_INTEGER, 1);
  const state = await streamState(tx, chat.id);
  const photo = await chatPhoto(view, chat);
  return {
    chat: await view.chat(chat),
    seq: state?.head ?? 0,
    read_up_to: seat.read_up_to,
    ...(seat.delivered_up_to > seat.read_up_to ? { delivered_up_to: seat.delivered_up_to } : {}),
    ...(tellsReaders(chat) ? await presentOthers(view, chat) : {}),
    unread_count: await countUnread(tx, chat.id, viewer.id, seat.read_up_to),
    unread_mentions: seat.unread_mentions,
    settings: await presentSettings(view, chat, seat.settings, now_s),
    member_count: chat.member_count,
    ...(photo ? { photo } : {}),
    ...(last ? { last_message: await presentMessage(view, chat, last, false) } : {}),
    ...(await presentParties(view, chat, now_s)),
  };
}

/** What is read was delivered: that goes without saying. */
async function presentOthers(
  { tx, viewer }: View,
  chat: Chat,
): Promise<Pick<ChatRow, "others_read_up_to" | "others_delivered_up_to">> {
  const { read_up_to, delivered_up_to } = await othersPointers(tx, chat.id, viewer.id);
  return {
    others_read_up_to: read_up_to,
    ...(delivered_up_to > read_up_to ? { others_delivered_up_to: delivered_up_to } : {}),
  };
}

/** The person's own place in the chat, and in a private chat the other's. */
async function presentParties(
  view: View,
  chat: Chat,
  now_s: number,
): Promise<Pick<ChatRow, "peer" | "member" | "can" | "join_request_count">> {
  const own = await memberNow(view, chat, view.viewer.id, now_s);
  const other_id = chat.type === "private" ? shownId(chat, view.viewer.id) : undefined;
  const other = other_id === undefined ? undefined : await memberNow(view, chat, other_id, now_s);
  const can = own && abilities(chat, own, now_s);
  const waiting = can?.answer_requests === null ? await countRequests(view.tx, chat.id) : 0;
  return {
    ...(other ? { peer: { user: await view.user(other.account_id), status: other.status } } : {}),
    ...(own ? { member: presentMember(view.show(view.viewer), own, false) } : {}),
    ...(can ? { can } : {}),
    ...(waiting > 0 ? { join_request_count: waiting } : {}),
  };
}

async function memberNow(view: View, chat: Chat, account_id: number, now_s: number): Promise<Member | undefined> {
  const stored = await findMember(view.tx, chat.id, account_id);
  return stored && currentMember(stored, now_s);
}
