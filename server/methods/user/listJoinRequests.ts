/** listJoinRequests: the open join requests of a chat. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { preloadAccounts } from "../../present/preload-accounts.ts";
import { presentJoinRequest } from "../../present/join-requests.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { linksOfRequests } from "../../store/queries/chats/invite-links.ts";
import { listRequests } from "../../store/queries/chats/join-requests.ts";
import { chatId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { afterField, limitField, pageSize } from "../engine/page-fields.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";

type ListedRequest = Wire.ChatJoinRequest & { readonly id: number };

export const listJoinRequests = userMethod({
  name: "listJoinRequests",
  summary: "Lists the open join requests of a chat, the oldest first.",
  effect: "read",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"], ability: "answer_requests" },
  fields: { chat_id: chatId(), after: afterField(), limit: limitField() },
  result: arrayOfSchema(schemas.ChatJoinRequest),
  example: {
    request: { chat_id: -1_000_000_000_001 },
    result: [
      {
        id: 7,
        chat: { id: -1_000_000_000_001, type: "supergroup", title: "Team" },
        from: { id: 1003, is_bot: false, first_name: "Bob", username: "bob" },
        user_chat_id: 1003,
        date: 1_767_225_600,
        invite_link: {
          invite_link: "https://chat.example/join/Zm9vYmFyYmF6",
          creator: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" },
          creates_join_request: true,
          is_primary: false,
          is_revoked: false,
          pending_join_request_count: 1,
        },
      },
    ],
  },
  async run({ tx, actor, chat, deps, address }, { after = 0, limit }) {
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const most = pageSize(limit);
    const requests = await listRequests(tx, chat.id, after, most);
    const links = await linksOfRequests(tx, chat.id, after, most);
    await preloadAccounts(
      context,
      requests.map(({ account_id }) => account_id),
    );
    const shown: ListedRequest[] = [];
    for (const request of requests) {
      const link = links.get(request.link_code)!;
      shown.push({ id: request.id, ...(await presentJoinRequest(context, chat, request, link, address)) });
    }
    return shown;
  },
});
