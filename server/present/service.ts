/** Service messages on the wire: who came, who left, what changed (behaviour.md §4). */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Chat } from "../domain/chats.ts";
import type { Message, Service } from "../domain/messages.ts";
import type { Awaitable } from "../store/db.ts";
import { presentMedia } from "./media.ts";
import { mayUse } from "./received.ts";
import type { View } from "./view.ts";

/** `presentOther` shows the message that a service message speaks of. */
export async function presentService(
  view: View,
  wire: Wire.Message,
  chat: Chat,
  service: Service,
  presentOther: (message: Message) => Awaitable<Wire.Message>,
): Promise<void> {
  switch (service.kind) {
    case "new_chat_members": {
      const users: Wire.User[] = [];
      for (const id of service.accounts) users.push(await view.user(id));
      wire.new_chat_members = users;
      // Two older names that libraries still read.
      wire.new_chat_member = users[0]!;
      wire.new_chat_participant = users[0]!;
      return;
    }
    case "left_chat_member":
      wire.left_chat_member = await view.user(service.account);
      wire.left_chat_participant = wire.left_chat_member;
      return;
    case "new_chat_title":
      wire.new_chat_title = service.title;
      return;
    case "new_chat_photo": {
      const photo = {} as Wire.Message;
      presentMedia(photo, service.photo, view.fileIds, view.viewer.id);
      wire.new_chat_photo = photo.photo!;
      return;
    }
    case "delete_chat_photo":
      wire.delete_chat_photo = true;
      return;
    case "chat_created":
      if (chat.type === "channel") wire.channel_chat_created = true;
      else wire.supergroup_chat_created = true;
      return;
    case "invitation_accepted":
      wire.invitation_accepted = true;
      return;
    case "pinned_message": {
      const pinned = await view.message(chat.id, service.message_id);
      if (!pinned) return;
      const usable = await mayUse(view.tx, view.viewer, chat, pinned);
      // Telegram's form of a message that the bot cannot have: its date is 0.
      wire.pinned_message = usable
        ? await presentOther(pinned)
        : { message_id: pinned.message_id, chat: await view.chat(chat), date: 0 };
    }
  }
}
