/** Requests to join on the wire. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Chat } from "../domain/chats.ts";
import type { InviteLink } from "../store/invite-links.ts";
import type { JoinRequest } from "../store/join-requests.ts";
import { presentLink } from "./invite-links.ts";
import type { View } from "./view.ts";

export async function presentJoinRequest(
  view: View,
  chat: Chat,
  request: JoinRequest,
  link: InviteLink,
  public_url: string,
): Promise<Wire.ChatJoinRequest> {
  return {
    chat: await view.chat(chat),
    from: await view.user(request.account_id),
    user_chat_id: request.account_id,
    date: request.asked_at,
    invite_link: await presentLink(view, link, public_url),
  };
}
