/** Whether a chat is shown as its topics. */
import type { ChatDetails } from "../../store/state.ts";

export function hasTopics({ chat }: Pick<ChatDetails, "chat">): boolean {
  return chat.is_forum === true;
}
