/** getChatRetention: how long a chat keeps its messages. */
import { findRetention } from "../../app/retention/change-retention.ts";
import { chatId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { presentChatRetention } from "./retention-fields.ts";

export const getChatRetention = userMethod({
  name: "getChatRetention",
  summary: "Returns after how many days messages of the chat are deleted, and what its owner may choose.",
  effect: "read",
  access: { scope: "chat", rank: "member" },
  fields: { chat_id: chatId() },
  result: schemas.ChatRetention,
  example: {
    request: { chat_id: -1_000_000_000_001 },
    result: { messages_days: 30, is_by_service: false, effective: { messages_days: 30 }, bounds: { min_days: 7 } },
  },
  run: async ({ tx, chat }) => presentChatRetention(await findRetention(tx, chat.id)),
});
