/** Updates of join requests: the person's own, and the number that wait for the person's decision. */
import { updateChat } from "./chats.ts";
import type { Change, JoinRequestState } from "./state.ts";

/** Sets the state of the person's own request. */
export function setOwnJoinRequest(chat_id: number, request: JoinRequestState): Change {
  return ({ join_requests }) => ({ join_requests: { ...join_requests, [chat_id]: request } });
}

/** Sets the number of pending requests of a chat. */
export function setJoinRequestCount(chat_id: number, join_request_count: number): Change {
  return updateChat(chat_id, (row) => ({ ...row, join_request_count }));
}
