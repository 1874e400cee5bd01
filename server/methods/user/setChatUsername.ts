/** setChatUsername: sets or removes the user name of a group or channel, which makes it public or private. */
import { changeUsername } from "../../app/chats/change-chat.ts";
import { ownershipRefusal } from "../../domain/members/ownership.ts";
import { chatId, described, optional, text } from "../engine/fields.ts";
import { ALL_MEMBER_REFUSALS } from "../bot/member-changes.ts";
import { userMethod } from "../engine/method.ts";
import { readUsername } from "./account-fields.ts";

export const setChatUsername = userMethod({
  name: "setChatUsername",
  summary: "Sets the user name of a group or channel, or makes it private. Only its owner may.",
  effect: "write",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"] },
  fields: {
    chat_id: chatId(),
    username: described(optional(text({ max: 64 })), "Empty or left out makes the chat private."),
  },
  refusals: [...ALL_MEMBER_REFUSALS, "USERNAME_TAKEN"],
  example: { request: { chat_id: -1_000_000_000_001, username: "the_team" }, result: true },
  prepare: ({ params: { username = "" } }) => (username.trim() === "" ? null : readUsername(username)),
  async run({ tx, chat, member, now, actor, fail }, _params, username) {
    const lacks = ownershipRefusal(member, now, chat);
    if (lacks !== null) return fail(lacks, chat.type);
    if (chat.username === username) return true;
    return (await changeUsername(tx, chat, actor, username, now)) || fail("USERNAME_TAKEN");
  },
});
