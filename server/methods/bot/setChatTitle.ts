/** setChatTitle: sets the title of a group or channel. */
import { changeChatWithMessage } from "../../app/chats/change-chat.ts";
import { chatId, described, missing, text } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { readTitle } from "./chat-titles.ts";

export const setChatTitle = botMethod({
  name: "setChatTitle",
  summary: "Sets the title of a group or channel.",
  effect: "write",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"], ability: "change_info" },
  fields: {
    chat_id: chatId(),
    title: described(missing(text(), "title must be non-empty"), "1 to 128 characters."),
  },
  refusals: ["CHAT_NOT_MODIFIED"],
  example: { request: { chat_id: -1_000_000_000_001, title: "The team" }, result: true },
  prepare: ({ params }) => readTitle(params.title),
  async run({ tx, deps, chat, member, actor, now, fail }, _params, title) {
    if (chat.title === title) return fail("CHAT_NOT_MODIFIED");
    const service = { kind: "new_chat_title", title } as const;
    await changeChatWithMessage(tx, deps.app, { ...chat, title }, { account: actor, member }, "title", service, now);
    return true;
  },
});
