/** regenerateBotToken: a new token for a bot; the old one dies at once (behaviour.md §2). */
import { findManaged, renewToken } from "../../app/manage-bots.ts";
import { presentOwnBot } from "../../present/bots.ts";
import { View } from "../../present/view.ts";
import { userId } from "../fields.ts";
import { webMethod } from "../method.ts";
import { OWN_BOT } from "../own-bots.ts";
import { schemas } from "../schemas.ts";

export const regenerateBotToken = webMethod({
  name: "regenerateBotToken",
  summary: "Gives one of the person's own bots a new token; the old one stops working at once.",
  effect: "write",
  access: { scope: "self" },
  fields: { bot_id: userId() },
  result: schemas.NewToken,
  codes: [400, 401, 404],
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
      bot: await presentOwnBot(new View(tx, actor, deps.env.fileIds), bot, deps.env.dialect),
      token,
      base_url: address,
    };
  },
  after({ updates }, { bot_id }) {
    updates.tokenChanged(bot_id);
  },
});
