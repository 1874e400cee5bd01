/** Presents an event of a chat's stream to a person's clients. */
import type { ChatEvent } from "@heliogram/shared/wire.ts";
import type { Chat } from "../domain/chats.ts";
import { currentMember } from "../domain/members/member.ts";
import { findChat } from "../store/queries/chats/chats.ts";
import { findMember } from "../store/queries/members/members.ts";
import { findMessage } from "../store/queries/messages/messages.ts";
import { deletedIn, type ChatEventRow } from "../store/queries/streams/chat-events.ts";
import { presentChatInfo } from "./chat-info.ts";
import { presentMemberToPerson } from "./members.ts";
import { presentMessage } from "./messages.ts";
import { presentMessageReactions } from "./reactions.ts";
import { preloadReferences } from "./references.ts";
import { presentTopicEvent } from "./topics.ts";
import type { ViewerContext } from "./viewer-context.ts";

/** Presents the event with the current state: a message that was edited since is shown as it is now. */
export async function presentChatEvent(
  context: ViewerContext,
  chat: Chat,
  event: ChatEventRow,
  now_s: number,
): Promise<ChatEvent> {
  const shown = await presentAlone(context, chat, event, now_s);
  return event.run === undefined ? shown : { ...shown, run: event.run };
}

/** @returns the event without the others that it stands for */
async function presentAlone(
  context: ViewerContext,
  chat: Chat,
  event: ChatEventRow,
  now_s: number,
): Promise<ChatEvent> {
  const { seq, kind } = event as ChatEventRow & Pick<ChatEvent, "kind">;
  switch (kind) {
    case "message":
    case "edit": {
      const message = await findMessage(context.tx, chat.id, event.ref);
      if (!message) return { seq, kind, message_id: event.ref };
      await preloadReferences(context, chat, [message]);
      return { seq, kind, message: await presentMessage(context, chat, message) };
    }
    case "reactions": {
      const { run = 1, message_ids = [event.ref] } = event;
      const found = await Promise.all(message_ids.map((id) => findMessage(context.tx, chat.id, id)));
      const messages = found.flatMap((message) => (message ? presentMessageReactions(message) : []));
      return { seq, kind, run, messages };
    }
    case "delete":
      return { seq, kind, message_id: event.ref };
    case "deletions":
      return { seq, kind, message_ids: deletedIn(event) };
    case "member": {
      const [member, user] = await Promise.all([findMember(context.tx, chat.id, event.ref), context.user(event.ref)]);
      const { member_count } = chat;
      return member
        ? { seq, kind, member: presentMemberToPerson(user, currentMember(member, now_s), false), member_count }
        : { seq, kind, user, member_count };
    }
    case "read":
      return { seq, kind, user_id: event.ref, ...(JSON.parse(event.body) as { read_up_to: number }) };
    case "delivered":
      return { seq, kind, user_id: event.ref, ...(JSON.parse(event.body) as { delivered_up_to: number }) };
    case "topic":
      return { seq, kind, ...(await presentTopicEvent(context, chat, event.ref)) };
    case "chat":
    case "pins": {
      const now = (await findChat(context.tx, chat.id)) ?? chat;
      return { seq, kind, chat: await presentChatInfo(context, now) };
    }
  }
}
