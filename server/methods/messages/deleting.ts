/** Who may delete which messages (behaviour.md §4). */
import type { Account } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import { abilityRefusal } from "../../domain/members/abilities.ts";
import type { Member } from "../../domain/members/member.ts";
import type { Message } from "../../domain/messages.ts";

interface DeleteCall {
  readonly chat: Chat;
  readonly member: Member;
  readonly actor: Account;
  readonly now: number;
}

/** A member may delete their own messages, either side's in a private chat, and all with the right to delete. */
export function mayDelete(call: DeleteCall, message: Message): boolean {
  const { chat, member, actor, now } = call;
  if (message.sender_id === actor.id && message.content.service === undefined) return true;
  return abilityRefusal(member, "delete_messages", chat, now) === null;
}
