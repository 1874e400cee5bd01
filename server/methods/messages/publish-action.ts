/** Publishes chat actions, such as typing, to the other members of a chat. */
import { sendsAsChat } from "../../domain/chats.ts";
import { requireAnySending, type SendCall, type SendingCheck } from "./sending.ts";
import { findActionThread, type ThreadCall } from "./threads.ts";

/**
 * Publishes a chat action, in a topic where the chat has any, except for a member who sends as the chat itself: it would reveal who is about to write.
 * @throws RefusalError
 */
export async function publishAction(
  call: SendingCheck & ThreadCall & Pick<SendCall, "deps" | "actor">,
  action: string,
  message_thread_id: number | undefined,
): Promise<void> {
  requireAnySending(call);
  const thread_id = await findActionThread(call, message_thread_id);
  const { deps, chat, actor, member } = call;
  if (!sendsAsChat(chat, member)) deps.chatActions.publish(chat.id, actor.id, action, thread_id);
}
