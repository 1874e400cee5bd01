/** createChat: a new group or channel of the person's. */
import { createChat as create } from "../../app/create-chat.ts";
import { isUsername } from "../../domain/accounts.ts";
import { presentChatRow } from "../../present/chat-list.ts";
import { View } from "../../present/view.ts";
import { countChatsOf } from "../../store/chats.ts";
import { described, oneOf, optional, ParameterFault, text } from "../fields.ts";
import { webMethod } from "../method.ts";
import { readDescription, readTitle } from "../titles.ts";
import { schemas } from "../schemas.ts";

export const createChat = webMethod({
  name: "createChat",
  summary: "Makes a group or a channel, with the person as its owner.",
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
  codes: [400, 401],
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
  prepare: (_deps, params) => {
    const username = params.username?.replace(/^@/, "");
    if (username !== undefined && !isUsername(username)) throw new ParameterFault("username is invalid");
    const named = username === undefined ? {} : { username };
    return { title: readTitle(params.title), description: readDescription(params.description), ...named };
  },
  async run({ tx, actor, deps, now, fail }, params, wish) {
    const chat = await create(tx, deps.env, actor, { type: params.type ?? "supergroup", ...wish }, now);
    if (chat === "USERNAME_TAKEN") return fail(chat);
    // Counted afterwards: making a chat holds up whoever makes another one at the same time.
    const most = deps.chats_per_person;
    if (most !== undefined && (await countChatsOf(tx, actor.id)) > most) return fail("TOO_MANY_CHATS");
    return presentChatRow(new View(tx, actor, deps.env.fileIds), deps.db.words, chat.id, now);
  },
});
