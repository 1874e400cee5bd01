/** Publishes chat actions, such as typing, to the other members of a chat. */
import { sendsAsChat } from "../../domain/chats.ts";
import { requireAnySending, type SendCall, type SendingCheck } from "./sending.ts";

/**
 * Publishes a chat action, except for a member who sends as the chat itself: it would reveal who is about to write.
 * @throws RefusalError
 */
export function publishAction(call: SendingCheck & Pick<SendCall, "deps" | "actor">, action: string): void {
  requireAnySending(call);
  const { deps, chat, actor, member } = call;
  if (!sendsAsChat(chat, member)) deps.chatActions.publish(chat.id, actor.id, action);
}
