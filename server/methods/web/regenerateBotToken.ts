/** regenerateBotToken: a new token for a bot; the old one dies at once (behaviour.md §2). */
import { findManaged, renewToken } from "../../app/manage-bots.ts";
import { refuse } from "../../domain/refusals.ts";
import { presentOwnBot } from "../../present/bots.ts";
import { userId } from "../fields.ts";
import { webMethod } from "../method.ts";
import { OWN_BOT } from "../own-bots.ts";

export const regenerateBotToken = webMethod({
  name: "regenerateBotToken",
  summary: "Gives one of the person's own bots a new token; the old one stops working at once.",
  effect: "wait",
  access: { scope: "self" },
  fields: { bot_id: userId() },
  result: { type: "object" },
  codes: [400, 401, 404],
  refusals: ["BOT_NOT_FOUND"],
  example: {
    request: { bot_id: 1004 },
    result: { bot: OWN_BOT, token: "1004:p7Qa…", base_url: "https://chat.example" },
  },
  async run({ deps, actor }, { bot_id }) {
    const mint = { hashes: deps.hashes, bytes: deps.random.bytes };
    const renewed = await deps.db.write(async (tx) => {
      const bot = (await findManaged(tx, actor.id, bot_id)) ?? refuse("BOT_NOT_FOUND");
      return { bot: await presentOwnBot(tx, bot, deps.env.dialect), token: await renewToken(tx, mint, bot) };
    });
    deps.updates.tokenChanged(bot_id);
    return { ...renewed, base_url: deps.publicUrl() };
  },
});
