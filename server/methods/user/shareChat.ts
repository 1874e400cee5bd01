/** shareChat: shares a group or channel by a button of a bot's keyboard; the bot gets `chat_shared`. */
import { findChat } from "../../store/queries/chats/chats.ts";
import { described, int } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import {
  postShared,
  REQUEST_FIELDS,
  REQUEST_REFUSALS,
  requireRequest,
  sharableChats,
  showsOf,
} from "./share-request.ts";

export const shareChat = userMethod({
  name: "shareChat",
  summary:
    "Shares a group or channel by a button of a bot's keyboard that asks for one. What listSharableChats says about the bot is done before. The bot gets the id, and what else it has asked for; it may do there no more than before.",
  effect: "write",
  rate: "presses",
  access: { scope: "self" },
  fields: { ...REQUEST_FIELDS, shared_chat_id: described(int(), "The group or channel.") },
  result: schemas.Message,
  refusals: [...REQUEST_REFUSALS, "CHAT_NOT_SHARABLE"],
  example: {
    request: { bot_id: 1004, message_id: 8, request_id: 2, shared_chat_id: -1_000_000_000_001 },
    result: {
      message_id: 9,
      from: { id: 1001, is_bot: false, first_name: "Alice" },
      chat: { id: 1004, type: "private", first_name: "Echo", username: "echo_bot" },
      date: 1_767_225_600,
      chat_shared: { request_id: 2, chat_id: -1_000_000_000_001, title: "Team" },
    },
  },
  async run(call, params) {
    const { request, bot, ...place } = await requireRequest(call, call.tx, "request_chat", params);
    const chat = await findChat(call.tx, params.shared_chat_id);
    const [sharable] = await sharableChats(call, request, bot, chat ? [chat] : []);
    if (!sharable || sharable.preparation.adds || sharable.preparation.grants !== undefined)
      return call.fail("CHAT_NOT_SHARABLE");
    const { request_id } = request;
    const chat_id = params.shared_chat_id;
    return postShared(call, place, { kind: "chat_shared", request_id, chat_id, shows: showsOf(request) });
  },
});
