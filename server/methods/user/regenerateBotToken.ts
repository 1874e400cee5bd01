/** regenerateBotToken: replaces the token of a bot; the old one stops working at once (behaviour.md §2). */
import { findManaged, renewToken } from "../../app/bots/bot-administration.ts";
import { presentOwnBot } from "../../present/bots.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { userId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { OWN_BOT } from "./own-bots.ts";
import { schemas } from "../engine/schemas.ts";

export const regenerateBotToken = userMethod({
  name: "regenerateBotToken",
  summary: "Replaces the token of one of the person's bots; the old one stops working at once.",
  effect: "write",
  access: { scope: "self" },
  fields: { bot_id: userId() },
  result: schemas.NewToken,
  refusals: ["BOT_NOT_FOUND"],
  example: {
    request: { bot_id: 1004 },
    result: { bot: OWN_BOT, token: "1004:p7Qa…", base_url: "https://chat.example" },
  },
  async run({ tx, deps, actor, now, fail, address }, { bot_id }) {
    const mint = { hashes: deps.hashes, bytes: deps.random.bytes };
    const bot = (await findManaged(tx, actor.id, bot_id)) ?? fail("BOT_NOT_FOUND");
    const token = await renewToken(tx, actor.id, mint, bot, now);
    return {
      bot: await presentOwnBot(new ViewerContext(tx, actor, deps.app.fileIds), bot, deps.app.dialect),
      token,
      base_url: address,
    };
  },
  after: ({ updates }) => updates.botChanged(),
});
