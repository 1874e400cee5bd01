/** One event of a chat's stream as a person's screen gets it. */
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
export async function presentChatEvent(view: View, chat: Chat, event: EventRow, now_s: number): Promise<object> {
  const base = { seq: event.seq, kind: event.kind };
  switch (event.kind) {
    case "message":
    case "edit": {
      const message = await findMessage(view.tx, chat.id, event.ref);
      return message
        ? { ...base, message: await presentMessage(view, chat, message) }
        : { ...base, message_id: event.ref };
    }
    case "delete":
      return { ...base, message_id: event.ref };
    case "member": {
      const member = await findMember(view.tx, chat.id, event.ref);
      const user = await view.user(event.ref);
      return member ? { ...base, member: presentMember(user, currentMember(member, now_s), false) } : { ...base, user };
    }
    case "read":
      return { ...base, user_id: event.ref, ...(JSON.parse(event.body) as object) };
    default: {
      const now = (await findChat(view.tx, chat.id)) ?? chat;
      return { ...base, chat: await presentChatInfo(view, now) };
    }
  }
}
