/** Presents an event of a person's own stream to their clients. */
import { chatIdFor, type Chat } from "../domain/chats.ts";
import { findSettings, pinnedChats } from "../store/queries/chats/chat-settings.ts";
import { findChat } from "../store/queries/chats/chats.ts";
import { countMentions } from "../store/queries/members/mentions.ts";
import { countUnseen } from "../store/queries/messages/reactions.ts";
import type { EventRow } from "../store/queries/streams/streams.ts";
import { unreadOf } from "../store/queries/members/unread.ts";
import { presentSettings } from "./chat-settings.ts";
import { presentTopicState } from "./topics.ts";
import type { ViewerContext } from "./viewer-context.ts";

/** Presents the event with the current state of what it refers to, not the state at the time of the event. */
export async function presentAccountEvent(context: ViewerContext, event: EventRow, now_s: number): Promise<object> {
  const base = { seq: event.seq, kind: event.kind };
  switch (event.kind) {
    case "chat":
    case "chat_settings": {
      const chat = await findChat(context.tx, event.ref);
      if (!chat) return base;
      const place = { ...base, chat_id: chatIdFor(chat, context.viewer.id) };
      if (event.kind === "chat") return place;
      const settings = await findSettings(context.tx, context.viewer.id, chat.id);
      return { ...place, settings: await presentSettings(context, chat, settings, now_s) };
    }
    case "read": {
      const chat = await findChat(context.tx, event.ref);
      if (!chat) return base;
      const { unread_count, unread_after } = await unreadOf(context.tx, chat.id, context.viewer.id);
      return {
        ...base,
        chat_id: chatIdFor(chat, context.viewer.id),
        read_up_to: unread_after,
        unread_count,
        unread_mentions: await countMentions(context.tx, context.viewer.id, chat.id),
      };
    }
    case "topic": {
      const chat = await findChat(context.tx, event.ref);
      const { message_thread_id } = JSON.parse(event.body) as { message_thread_id: number };
      const topic = chat && (await presentTopicState(context, chat, message_thread_id, now_s));
      if (!chat || !topic) return base;
      return {
        ...base,
        chat_id: chatIdFor(chat, context.viewer.id),
        message_thread_id,
        topic,
        ...(await unreadOf(context.tx, chat.id, context.viewer.id)),
        unread_mentions: await countMentions(context.tx, context.viewer.id, chat.id),
      };
    }
    case "unread_reactions": {
      const chat = await findChat(context.tx, event.ref);
      return chat ? { ...base, ...(await presentUnreadReactions(context, chat, event.body)) } : base;
    }
    case "pinned_chats":
      return { ...base, pinned_chats: await presentPinnedChats(context) };
    default:
      return event.body === "" ? base : { ...base, ...(JSON.parse(event.body) as object) };
  }
}

/** The reaction that a person has not seen, and how many of their messages have such ones. */
async function presentUnreadReactions(context: ViewerContext, chat: Chat, body: string): Promise<object> {
  const chat_id = chatIdFor(chat, context.viewer.id);
  const unread_reactions = await countUnseen(context.tx, context.viewer.id, chat.id);
  if (body === "") return { chat_id, unread_reactions };
  const { account_id, ...reaction } = JSON.parse(body) as { account_id?: number; message_id: number; emoji: string };
  const by =
    account_id === undefined ? { sender_chat: await context.chat(chat) } : { user: await context.user(account_id) };
  return { chat_id, unread_reactions, ...reaction, ...by };
}

/** The ids of the pinned chats of the person's list, the topmost first. */
export async function presentPinnedChats(context: ViewerContext): Promise<number[]> {
  const chats = await pinnedChats(context.tx, context.viewer.id);
  return chats.map(({ shown_id }) => shown_id);
}
