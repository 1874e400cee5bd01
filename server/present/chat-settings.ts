/** What a person set for a chat, as their own screens see it. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Chat } from "../domain/chats.ts";
import type { ChatSettings, SavedDraft } from "../domain/chat-settings.ts";
import { presentMessage } from "./messages.ts";
import type { View } from "./view.ts";

export async function presentSettings(
  view: View,
  chat: Chat,
  settings: ChatSettings,
  now_s: number,
): Promise<Wire.ChatSettings> {
  const { is_archived, is_marked_unread, muted_until, draft } = settings;
  return {
    is_archived,
    is_marked_unread,
    ...(muted_until > now_s ? { muted_until } : {}),
    ...(draft ? { draft: await presentDraft(view, chat, draft) } : {}),
  };
}

async function presentDraft(view: View, chat: Chat, draft: SavedDraft): Promise<Wire.SavedDraft> {
  const { text, entities, reply_to, date } = draft;
  const target = reply_to === null ? undefined : await view.message(chat.id, reply_to);
  const looks = await view.entities(entities);
  return {
    text,
    ...(looks ? { entities: looks } : {}),
    ...(target ? { reply_to_message: await presentMessage(view, chat, target, false) } : {}),
    date,
  };
}
