/** createChat: creates a group or channel. */
import { createChat as create } from "../../app/chats/create-chat.ts";
import { isUsername } from "@heliogram/shared/usernames.ts";
import { presentChatRow } from "../../present/chat-list.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { ownsTooManyChats } from "../../app/chats/owned-chats.ts";
import { described, oneOf, optional, ParameterError, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { readDescription, readTitle } from "../bot/chat-titles.ts";
import { schemas } from "../engine/schemas.ts";

export const createChat = userMethod({
  name: "createChat",
  summary: "Creates a group or channel that the person owns.",
  effect: "write",
  rate: "new_chats",
  access: { scope: "self" },
  fields: {
    type: described(optional(oneOf("supergroup", "channel")), "supergroup by default."),
    title: text(),
    description: optional(text()),
    username: described(optional(text({ max: 33 })), "Makes the chat public."),
  },
  result: schemas.ChatRow,
  refusals: ["USERNAME_TAKEN", "TOO_MANY_CHATS"],
  example: {
    request: { title: "Team" },
    result: {
      chat: { id: -1_000_000_000_001, type: "supergroup", title: "Team" },
      seq: 1,
      read_up_to: 0,
      unread_count: 0,
      unread_mentions: 0,
      settings: { is_archived: false, is_marked_unread: false },
      member_count: 1,
    },
  },
  prepare: ({ params }) => {
    const username = params.username?.replace(/^@/, "");
    if (username !== undefined && !isUsername(username)) throw new ParameterError("username is invalid");
    const named = username === undefined ? {} : { username };
    return { title: readTitle(params.title), description: readDescription(params.description), ...named };
  },
  async run({ tx, actor, deps, now, fail }, params, newChat) {
    const chat = await create(tx, deps.app, actor, { type: params.type ?? "supergroup", ...newChat }, now);
    if (chat === "USERNAME_TAKEN") return fail(chat);
    if (await ownsTooManyChats(tx, actor.id, deps.settings.chats_per_person)) return fail("TOO_MANY_CHATS");
    return presentChatRow(new ViewerContext(tx, actor, deps.app.fileIds), chat.id, now);
  },
});
