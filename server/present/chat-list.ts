/** A chat as a person's screen shows it in a list: its last message, what is unread, and what the person may do. */
import type { Chat } from "../domain/chats.ts";
import { abilities } from "../domain/members/may.ts";
import { currentMember } from "../domain/members/member.ts";
import type { ListSeat } from "../store/chat-settings.ts";
import { countUnread, messagesBefore } from "../store/history.ts";
import { findMember } from "../store/members.ts";
import { streamState } from "../store/streams.ts";
import { presentSettings } from "./chat-settings.ts";
import { presentMember } from "./members.ts";
import { presentMessage } from "./messages.ts";
import { presentUser } from "./users.ts";
import type { View } from "./view.ts";

/** `can` says for every ability why not, or `null` where nothing is in the way: the one rights module's own words. */
export async function presentChatRow(view: View, chat: Chat, seat: ListSeat, now_s: number): Promise<object> {
  const { tx, viewer } = view;
  const [last] = await messagesBefore(tx, chat.id, Number.MAX_SAFE_INTEGER, 1);
  const stored = await findMember(tx, chat.id, viewer.id);
  const member = stored && currentMember(stored, now_s);
  const state = await streamState(tx, chat.id);
  return {
    chat: await view.chat(chat),
    seq: state?.head ?? 0,
    read_up_to: seat.read_up_to,
    unread_count: await countUnread(tx, chat.id, viewer.id, seat.read_up_to),
    unread_mentions: seat.unread_mentions,
    settings: await presentSettings(view, chat, seat.settings, now_s),
    member_count: chat.member_count,
    ...(last ? { last_message: await presentMessage(view, chat, last, false) } : {}),
    ...(member
      ? { member: presentMember(presentUser(viewer), member, false), can: abilities(chat, member, now_s) }
      : {}),
  };
}
