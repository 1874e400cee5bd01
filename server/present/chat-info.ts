/** The long record of a chat, as getChat answers it (research of clients, §2: what strict models require). */
import type * as Wire from "@heliogram/shared/wire.ts";
import { otherParty, type Chat } from "../domain/chats.ts";
import { showPermissions } from "../domain/members/permissions.ts";
import { findMessage } from "../store/messages.ts";
import { pinnedMessages } from "../store/pins.ts";
import { presentDescription } from "./descriptions.ts";
import { presentMessage } from "./messages.ts";
import { mayUse } from "./received.ts";
import { presentPhoto } from "./photos.ts";
import type { View } from "./view.ts";

/** Strict clients refuse a record without these; there are no gifts, colours or reactions here. */
const NOTHING_OF_THE_KIND = {
  accent_color_id: 0,
  max_reaction_count: 0,
  accepted_gift_types: {
    unlimited_gifts: false,
    limited_gifts: false,
    unique_gifts: false,
    premium_subscription: false,
    gifts_from_channels: false,
  },
};

export async function presentChatInfo(view: View, chat: Chat): Promise<Wire.ChatFullInfo> {
  const info: Wire.ChatFullInfo = { ...(await view.chat(chat)), ...NOTHING_OF_THE_KIND };
  if (chat.username !== null) info.active_usernames = [chat.username];
  if (view.viewer.is_bot && chat.description !== "") info.description = chat.description;
  if (!view.viewer.is_bot) Object.assign(info, presentDescription(chat.description));
  if (chat.type === "supergroup") info.permissions = showPermissions(chat.permissions);
  const photo = await chatPhoto(view, chat);
  if (photo) info.photo = photo;
  const [newest] = await pinnedMessages(view.tx, chat.id, 1);
  const pinned = newest === undefined ? undefined : await findMessage(view.tx, chat.id, newest);
  if (pinned && (await mayUse(view.tx, view.viewer, chat, pinned)))
    info.pinned_message = await presentMessage(view, chat, pinned, false);
  return info;
}

/** The photo of a group or channel; in a private chat, of the other one. */
export async function chatPhoto(view: View, chat: Chat): Promise<Wire.ChatPhoto | undefined> {
  if (chat.type !== "private") return presentPhoto(chat.photo, view.fileIds, view.viewer.id);
  const other = await view.account(otherParty(chat, view.viewer.id));
  return other && view.photoOf(other);
}
