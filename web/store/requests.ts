/** Changes about requests to join: the person's own, and how many wait for the person's answer. */
import { changeChat } from "./chats.ts";
import type { Change, RequestState } from "./state.ts";

/** What became of the person's own request. */
export function showOwnRequest(chat_id: number, request: RequestState): Change {
  return ({ requests }) => ({ requests: { ...requests, [chat_id]: request } });
}

/** How many wait to be let into a chat. */
export function showWaiting(chat_id: number, join_request_count: number): Change {
  return changeChat(chat_id, (row) => ({ ...row, join_request_count }));
}
