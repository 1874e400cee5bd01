/** setChatAdministratorCustomTitle: sets the custom title of an administrator (interface.md). */
import { hasEmoji, setCustomTitle } from "../../domain/members/custom-title.ts";
import { chatId, described, text, userId } from "../engine/fields.ts";
import { ALL_MEMBER_REFUSALS, applyChange } from "./member-changes.ts";
import { traitsFor } from "../engine/dialect.ts";
import { botMethod } from "../engine/method.ts";

export const setChatAdministratorCustomTitle = botMethod({
  name: "setChatAdministratorCustomTitle",
  summary: "Sets the custom title of an administrator whom the bot promoted.",
  effect: "write",
  access: { scope: "chat", rank: "member", target: "user_id", types: ["supergroup"] },
  fields: {
    chat_id: chatId(),
    user_id: userId(),
    custom_title: described(
      text({ keepsEmpty: true, keepsControls: true }),
      "0 to 16 characters; in the telegram dialect no emoji. An empty one clears the title.",
    ),
  },
  refusals: ALL_MEMBER_REFUSALS,
  example: {
    request: { chat_id: -1_000_000_000_001, user_id: 1003, custom_title: "helper" },
    result: true,
  },
  async run(call, params) {
    const { chat, member, targetMember, now, actor, deps } = call;
    const { custom_title } = params;
    if (hasEmoji(custom_title) && !traitsFor(actor, deps.app.dialect).emojiInTitles) call.fail("TITLE_HAS_EMOJI");
    return applyChange(call, setCustomTitle(member, targetMember, custom_title, now, chat));
  },
});
