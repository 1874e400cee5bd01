/** Presents service messages (behaviour.md §4). */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Chat } from "../domain/chats.ts";
import type { Message, Service, TopicService } from "../domain/messages.ts";
import { presentMedia } from "./media.ts";
import { presentShared } from "./shared.ts";
import { isMessageVisible } from "./visible-messages.ts";
import type { ViewerContext } from "./viewer-context.ts";

/** `presentOther` presents the message that a service message refers to. */
export async function presentService(
  context: ViewerContext,
  wire: Wire.Message,
  chat: Chat,
  service: Service,
  presentOther: (message: Message) => Promise<Wire.Message>,
): Promise<void> {
  switch (service.kind) {
    case "new_chat_members": {
      const users = await usersOf(context, service.accounts);
      wire.new_chat_members = users;
      // Older names of the field that libraries still read.
      wire.new_chat_member = users[0]!;
      wire.new_chat_participant = users[0]!;
      if (service.by_link && !context.viewer.is_bot) wire.joined_by_link = true;
      return;
    }
    case "left_chat_member":
      wire.left_chat_member = await context.user(service.account);
      wire.left_chat_participant = wire.left_chat_member;
      return;
    case "new_chat_title":
      wire.new_chat_title = service.title;
      return;
    case "new_chat_photo": {
      const photo = {} as Wire.Message;
      presentMedia(photo, service.photo, context.fileIds, context.viewer.id);
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
    case "invitation_uses":
      wire.invitation_uses = { count: service.count, users: await usersOf(context, service.accounts) };
      return;
    case "users_shared":
    case "chat_shared":
      return presentShared(context, wire, service);
    case "proximity_alert_triggered": {
      const [traveler, watcher] = await usersOf(context, service.accounts);
      wire.proximity_alert_triggered = { traveler: traveler!, watcher: watcher!, distance: service.distance_m };
      return;
    }
    case "pinned_message":
      return presentPinned(context, wire, chat, service.message_id, presentOther);
    default:
      presentTopicService(wire, service);
  }
}

async function presentPinned(
  context: ViewerContext,
  wire: Wire.Message,
  chat: Chat,
  message_id: number,
  presentOther: (message: Message) => Promise<Wire.Message>,
): Promise<void> {
  const pinned = await context.message(chat.id, message_id);
  if (!pinned) return;
  const isVisible = await isMessageVisible(context.tx, context.viewer, chat, pinned);
  // As in Telegram, a message that the bot cannot access has the date 0.
  wire.pinned_message = isVisible
    ? await presentOther(pinned)
    : { message_id: pinned.message_id, chat: await context.chat(chat), date: 0 };
}

/** What happened to a topic: the field has the name of the kind. */
function presentTopicService(wire: Wire.Message, { kind, ...content }: TopicService): void {
  Object.assign(wire, { [kind]: content } satisfies Partial<Record<TopicService["kind"], object>>);
}

async function usersOf(context: ViewerContext, accounts: readonly number[]): Promise<Wire.User[]> {
  const users: Wire.User[] = [];
  for (const id of accounts) users.push(await context.user(id));
  return users;
}
