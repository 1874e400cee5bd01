/** Presents join requests. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Chat } from "../domain/chats.ts";
import type { InviteLink } from "../store/queries/chats/invite-links.ts";
import type { JoinRequest } from "../store/queries/chats/join-requests.ts";
import { presentLink } from "./invite-links.ts";
import type { ViewerContext } from "./viewer-context.ts";

export async function presentJoinRequest(
  context: ViewerContext,
  chat: Chat,
  request: JoinRequest,
  link: InviteLink,
  public_url: string,
): Promise<Wire.ChatJoinRequest> {
  return {
    chat: await context.chat(chat),
    from: await context.user(request.account_id),
    user_chat_id: request.account_id,
    date: request.asked_at,
    invite_link: await presentLink(context, link, public_url),
  };
}
