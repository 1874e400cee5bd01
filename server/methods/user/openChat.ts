/** openChat: opens the private chat with an account, and creates it if there is none. */
import { openPrivateChat } from "../../app/chats/create-chat.ts";
import { presentChatRow } from "../../present/chat-list.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { findAccount } from "../../store/queries/accounts/accounts.ts";
import { userId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const openChat = userMethod({
  name: "openChat",
  summary: "Opens the private chat with a person or a bot.",
  effect: "write",
  access: { scope: "self" },
  fields: { user_id: userId() },
  result: schemas.ChatRow,
  refusals: ["USER_NOT_FOUND"],
  example: {
    request: { user_id: 1002 },
    result: {
      chat: { id: 1002, type: "private", first_name: "Bob" },
      seq: 0,
      read_up_to: 0,
      unread_count: 0,
      unread_mentions: 0,
      settings: { is_archived: false, is_marked_unread: false },
      member_count: 2,
    },
  },
  async run({ tx, actor, deps, now, fail }, { user_id }) {
    const other = (await findAccount(tx, user_id)) ?? fail("USER_NOT_FOUND");
    const chat = await openPrivateChat(tx, actor, other, now);
    return presentChatRow(new ViewerContext(tx, actor, deps.app.fileIds), chat.id, now);
  },
});
