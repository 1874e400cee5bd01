/** getChat: the full information about a chat. */
import { presentChatInfo } from "../../present/chat-info.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { chatId } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const getChat = botMethod({
  name: "getChat",
  summary: "Returns the full information about a chat.",
  effect: "read",
  access: { scope: "chat", rank: "public" },
  fields: { chat_id: chatId() },
  result: schemas.ChatFullInfo,
  example: {
    request: { chat_id: -1_000_000_000_001 },
    result: {
      id: -1_000_000_000_001,
      type: "supergroup",
      title: "Team",
      username: "team",
      accent_color_id: 0,
      max_reaction_count: 11,
      accepted_gift_types: {
        unlimited_gifts: false,
        limited_gifts: false,
        unique_gifts: false,
        premium_subscription: false,
        gifts_from_channels: false,
      },
      permissions: { can_send_messages: true },
    },
  },
  run: ({ tx, chat, actor, deps }) => presentChatInfo(new ViewerContext(tx, actor, deps.app.fileIds), chat),
});
