/** What banChatSenderChat and unbanChatSenderChat have in common (behaviour.md §3). */
import type { Chat } from "../../domain/chats.ts";
import type { Fail } from "../../domain/refusals.ts";
import type { ChatAccess } from "../engine/method.ts";
import { chatId, described, int } from "../engine/fields.ts";

export const SENDER_CHAT_ACCESS = {
  scope: "chat",
  rank: "member",
  types: ["supergroup", "channel"],
  ability: "restrict_members",
} as const satisfies ChatAccess;

export const SENDER_CHAT_FIELDS = {
  chat_id: chatId(),
  sender_chat_id: described(
    int(),
    "The id of another chat. It is not looked up, so that nobody learns which chats exist.",
  ),
};

/** Refuses what is the id of no other group or channel. */
export function checkSenderChat(chat: Chat, sender_chat_id: number, fail: Fail<"SENDER_CHAT_INVALID">): void {
  if (sender_chat_id >= 0 || sender_chat_id === chat.id) fail("SENDER_CHAT_INVALID");
}
