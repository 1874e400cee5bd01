/** startBot: sends /start to a bot, for the Start button and deep links. */
import { post } from "../../app/messages/post.ts";
import { startBot as start } from "../../app/bots/start-and-block.ts";
import { presentMessage } from "../../present/messages.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { findAccount } from "../../store/queries/accounts/accounts.ts";
import { findMember } from "../../store/queries/members/members.ts";
import { described, optional, ParameterError, text, userId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const startBot = userMethod({
  name: "startBot",
  summary: "Starts or unblocks a bot and sends it /start with the payload of a deep link.",
  effect: "write",
  access: { scope: "self" },
  fields: {
    user_id: userId(),
    payload: described(optional(text({ max: 64 })), "1 to 64 of A-Z a-z 0-9 _ -."),
  },
  result: schemas.Message,
  refusals: ["USER_NOT_FOUND", "USER_DEACTIVATED"],
  example: {
    request: { user_id: 1004, payload: "welcome" },
    result: {
      message_id: 1,
      from: { id: 1001, is_bot: false, first_name: "Alice" },
      chat: { id: 1004, type: "private", first_name: "Echo", username: "echo_bot" },
      date: 1_767_225_600,
      text: "/start welcome",
      entities: [{ type: "bot_command", offset: 0, length: 6 }],
    },
  },
  prepare: ({ params: { payload } }) => {
    if (payload === undefined) return "/start";
    if (!/^[A-Za-z0-9_-]+$/.test(payload)) throw new ParameterError("invalid payload: A-Z a-z 0-9 _ - are allowed");
    return `/start ${payload}`;
  },
  async run({ tx, actor, deps, now, fail }, { user_id }, command) {
    const bot = await findAccount(tx, user_id);
    if (!bot?.is_bot) return fail("USER_NOT_FOUND");
    if (bot.suspended_at !== null) return fail("USER_DEACTIVATED");
    const chat = await start(tx, deps.app, actor, bot, now);
    const member = (await findMember(tx, chat.id, actor.id))!;
    const content = { entities: [{ type: "bot_command", offset: 0, length: "/start".length }] } as const;
    const draft = { text: command, reply_to: null, content };
    const [message] = await post(tx, deps.app, chat, { account: actor, member }, [draft], now);
    return presentMessage(new ViewerContext(tx, actor, deps.app.fileIds), chat, message!);
  },
});
