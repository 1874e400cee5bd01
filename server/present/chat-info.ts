/** The long record of a chat, as getChat answers it (research of clients, §2: what strict models require). */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Chat } from "../domain/chats.ts";
import { showPermissions } from "../domain/members/permissions.ts";
import { findMessage } from "../store/messages.ts";
import { pinnedMessages } from "../store/pins.ts";
import { presentMedia } from "./media.ts";
import { presentMessage } from "./messages.ts";
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
  if (chat.description !== "") info.description = chat.description;
  if (chat.type === "supergroup") info.permissions = showPermissions(chat.permissions);
  const photo = chatPhoto(view, chat);
  if (photo) info.photo = photo;
  const [newest] = await pinnedMessages(view.tx, chat.id);
  const pinned = newest === undefined ? undefined : await findMessage(view.tx, chat.id, newest);
  if (pinned) info.pinned_message = await presentMessage(view, chat, pinned, false);
  return info;
}

/** The smallest and the largest size of a chat's photo. */
export function chatPhoto(view: View, chat: Chat): Wire.ChatPhoto | undefined {
  if (!chat.photo) return undefined;
  const shown = {} as Wire.Message;
  presentMedia(shown, chat.photo, view.fileIds, view.viewer.id);
  const small = shown.photo?.[0];
  const big = shown.photo?.at(-1);
  if (!small || !big) return undefined;
  return {
    small_file_id: small.file_id,
    small_file_unique_id: small.file_unique_id,
    big_file_id: big.file_id,
    big_file_unique_id: big.file_unique_id,
  };
}
