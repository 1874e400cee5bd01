/** Who may delete what (behaviour.md §4; research of clients, §7.2). */
import type { Account } from "../domain/accounts.ts";
import type { Chat } from "../domain/chats.ts";
import { may } from "../domain/members/may.ts";
import type { Member } from "../domain/members/member.ts";
import type { Message } from "../domain/messages.ts";

interface DeleteCall {
  readonly chat: Chat;
  readonly member: Member;
  readonly actor: Account;
  readonly now: number;
}

/** One's own messages, both sides' in a private chat, and everybody's with the right to. */
export function mayDelete(call: DeleteCall, message: Message): boolean {
  const { chat, member, actor, now } = call;
  if (message.sender_id === actor.id && message.content.service === undefined) return true;
  return may(member, "delete_messages", chat, now) === null;
}
