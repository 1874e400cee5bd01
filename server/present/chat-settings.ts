/** Presents a person's settings of a chat to their clients. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Chat } from "../domain/chats.ts";
import type { ChatSettings, SavedDraft } from "../domain/chat-settings.ts";
import { presentMessage } from "./messages.ts";
import type { ViewerContext } from "./viewer-context.ts";

export async function presentSettings(
  context: ViewerContext,
  chat: Chat,
  settings: ChatSettings,
  now_s: number,
): Promise<Wire.ChatSettings> {
  const { is_archived, is_marked_unread, muted_until, draft } = settings;
  return {
    is_archived,
    is_marked_unread,
    ...(muted_until > now_s ? { muted_until } : {}),
    ...(draft ? { draft: await presentDraft(context, chat, draft) } : {}),
  };
}

/** A draft as its person sees it. */
export async function presentDraft(context: ViewerContext, chat: Chat, draft: SavedDraft): Promise<Wire.SavedDraft> {
  const { text, entities, reply_to, date, version } = draft;
  const target = reply_to === null ? undefined : await context.message(chat.id, reply_to);
  const looks = await context.entities(entities);
  return {
    text,
    ...(looks ? { entities: looks } : {}),
    ...(target ? { reply_to_message: await presentMessage(context, chat, target, false) } : {}),
    date,
    version,
  };
}
