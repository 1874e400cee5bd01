/** One event of a chat's stream as a person's screen gets it. */
import type { ChatEvent } from "@heliogram/shared/frames.ts";
import type { Chat } from "../domain/chats.ts";
import { currentMember } from "../domain/members/member.ts";
import { findChat } from "../store/chats.ts";
import { findMember } from "../store/members.ts";
import { findMessage } from "../store/messages.ts";
import type { EventRow } from "../store/streams.ts";
import { presentChatInfo } from "./chat-info.ts";
import { presentMember } from "./members.ts";
import { presentMessage } from "./messages.ts";
import type { View } from "./view.ts";

/** What is shown is the state at the moment of reading: a message edited since is shown as it is now. */
export async function presentChatEvent(view: View, chat: Chat, event: EventRow, now_s: number): Promise<ChatEvent> {
  const { seq, kind } = event as EventRow & Pick<ChatEvent, "kind">;
  switch (kind) {
    case "message":
    case "edit": {
      const message = await findMessage(view.tx, chat.id, event.ref);
      return message
        ? { seq, kind, message: await presentMessage(view, chat, message) }
        : { seq, kind, message_id: event.ref };
    }
    case "delete":
      return { seq, kind, message_id: event.ref };
    case "member": {
      const member = await findMember(view.tx, chat.id, event.ref);
      const user = await view.user(event.ref);
      const { member_count } = chat;
      return member
        ? { seq, kind, member: presentMember(user, currentMember(member, now_s), false), member_count }
        : { seq, kind, user, member_count };
    }
    case "read":
      return { seq, kind, user_id: event.ref, ...(JSON.parse(event.body) as { read_up_to: number }) };
    case "delivered":
      return { seq, kind, user_id: event.ref, ...(JSON.parse(event.body) as { delivered_up_to: number }) };
    case "chat":
    case "pins": {
      const now = (await findChat(view.tx, chat.id)) ?? chat;
      return { seq, kind, chat: await presentChatInfo(view, now) };
    }
  }
}
