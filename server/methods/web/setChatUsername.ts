/** setChatUsername: the public name of a group or channel, by which it is found and joined. */
import { changeChat } from "../../app/change-chat.ts";
import { lacksOwnership } from "../../domain/members/ownership.ts";
import { takeUsername } from "../../store/accounts.ts";
import { chatId, described, optional, text } from "../fields.ts";
import { ALL_MEMBER_REFUSALS } from "../members.ts";
import { webMethod } from "../method.ts";
import { readUsername } from "../passwords.ts";
import { schemas } from "../schemas.ts";

export const setChatUsername = webMethod({
  name: "setChatUsername",
  summary: "Gives a group or channel another public name, or makes it private; its owner alone may.",
  effect: "write",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"] },
  fields: {
    chat_id: chatId(),
    username: described(optional(text({ max: 64 })), "Empty or left out makes the chat private."),
  },
  result: schemas.True,
  codes: [400, 401, 403, 404],
  refusals: [...ALL_MEMBER_REFUSALS, "USERNAME_TAKEN"],
  example: { request: { chat_id: -1_000_000_000_001, username: "the_team" }, result: true },
  prepare: (_deps, { username = "" }) => (username.trim() === "" ? null : readUsername(username)),
  async run({ tx, chat, member, now, fail }, _params, username) {
    const lacks = lacksOwnership(member, now, chat);
    if (lacks !== null) return fail(lacks, chat.type);
    if (chat.username === username) return true;
    if (!(await takeUsername(tx, chat.id, username))) return fail("USERNAME_TAKEN");
    await changeChat(tx, { ...chat, username });
    return true;
  },
});
