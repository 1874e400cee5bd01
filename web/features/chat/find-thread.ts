/** Finds the topic of a message. */
import type { Api } from "../../core/api/api.ts";
import { threadOf } from "../../core/model/chats/place.ts";

/** @returns `undefined` if there is no such message. @throws what the call throws */
export async function findThread(api: Api, chat_id: number, message_id: number): Promise<number | undefined> {
  const { messages } = await api.call("getHistory", { chat_id, around: message_id, limit: 2 });
  const found = messages.find((each) => each.message_id === message_id);
  return found && threadOf(found);
}
