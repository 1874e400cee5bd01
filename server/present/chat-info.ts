/** The long record of a chat, as getChat answers it (behaviour.md §2). */
import { MAX_REACTION_KINDS } from "@heliogram/shared/reactions.ts";
import type * as Wire from "@heliogram/shared/wire.ts";
import { otherParty, type Chat } from "../domain/chats.ts";
import { showPermissions } from "../domain/members/permissions.ts";
import { findMessage } from "../store/queries/messages/messages.ts";
import { pinnedMessages } from "../store/queries/messages/pins.ts";
import { presentDescription } from "./descriptions.ts";
import { presentMessage } from "./messages.ts";
import { isMessageVisible } from "./visible-messages.ts";
import { presentPhoto } from "./photos.ts";
import { presentReactionType } from "./reactions.ts";
import type { ViewerContext } from "./viewer-context.ts";

/** Fields that strict clients require, for gifts and colours, which the service does not have. */
const UNSUPPORTED_FIELDS = {
  accent_color_id: 0,
  accepted_gift_types: {
    unlimited_gifts: false,
    limited_gifts: false,
    unique_gifts: false,
    premium_subscription: false,
    gifts_from_channels: false,
  },
};

export async function presentChatInfo(context: ViewerContext, chat: Chat): Promise<Wire.ChatFullInfo> {
  const info: Wire.ChatFullInfo = {
    ...(await context.chat(chat)),
    ...UNSUPPORTED_FIELDS,
    max_reaction_count: MAX_REACTION_KINDS,
  };
  if (chat.available_reactions) info.available_reactions = chat.available_reactions.map(presentReactionType);
  if (chat.username !== null) info.active_usernames = [chat.username];
  if (context.viewer.is_bot && chat.description !== "") info.description = chat.description;
  if (!context.viewer.is_bot) Object.assign(info, presentDescription(chat.description));
  if (chat.type === "supergroup") info.permissions = showPermissions(chat.permissions);
  const photo = await chatPhoto(context, chat);
  if (photo) info.photo = photo;
  if (!chat.link_previews && !context.viewer.is_bot) info.link_previews_disabled = true;
  const [newest] = await pinnedMessages(context.tx, chat.id, 1);
  const pinned = newest === undefined ? undefined : await findMessage(context.tx, chat.id, newest);
  if (pinned && (await isMessageVisible(context.tx, context.viewer, chat, pinned)))
    info.pinned_message = await presentMessage(context, chat, pinned, false);
  return info;
}

/** The photo of a group or channel; in a private chat the photo of the other account. */
export async function chatPhoto(context: ViewerContext, chat: Chat): Promise<Wire.ChatPhoto | undefined> {
  if (chat.type !== "private") return presentPhoto(chat.photo, context.fileIds, context.viewer.id);
  const other = await context.account(otherParty(chat, context.viewer.id));
  return other && context.photoOf(other);
}

/** A group or channel as a search and the directory show it. */
export async function presentFoundChat(context: ViewerContext, chat: Chat): Promise<Wire.FoundChat> {
  const photo = await chatPhoto(context, chat);
  const type = chat.type === "channel" ? "channel" : "supergroup";
  return { ...(await context.chat(chat)), type, ...(photo ? { photo } : {}) };
}
