/** openChat: the private chat with somebody, made if there is none. */
import { openPrivateChat } from "../../app/create-chat.ts";
import { presentChatRow } from "../../present/chat-list.ts";
import { View } from "../../present/view.ts";
import { findAccount } from "../../store/accounts.ts";
import { userId } from "../fields.ts";
import { webMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const openChat = webMethod({
  name: "openChat",
  summary: "Opens the private chat with a person or a bot.",
  effect: "write",
  access: { scope: "self" },
  fields: { user_id: userId() },
  result: schemas.ChatRow,
  codes: [400, 401, 404],
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
    return presentChatRow(new View(tx, actor, deps.env.fileIds), deps.db.words, chat.id, now);
  },
});
