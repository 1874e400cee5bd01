/** listAllBots: everybody's bots. */
import type { BotEntry } from "@heliogram/shared/administration.ts";
import { presentBot } from "../../present/administration.ts";
import { holdAccounts } from "../../present/held.ts";
import { View } from "../../present/view.ts";
import { botsAfter } from "../../store/bot-list.ts";
import { LISTED_BOT } from "../all-bots.ts";
import { described, optional, userId } from "../fields.ts";
import { always, webMethod } from "../method.ts";
import { afterField, limitField, pageSize, queryField } from "../paging.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../schemas.ts";

export const listAllBots = webMethod({
  name: "listAllBots",
  summary: "Lists everybody's bots and how their webhooks do, the oldest first.",
  effect: "read",
  rate: "lists",
  apart: always,
  access: { scope: "owner" },
  fields: {
    query: queryField(),
    owner_id: described(optional(userId()), "Only this person's bots."),
    after: afterField(),
    limit: limitField(),
  },
  result: objectOfSchema({ bots: arrayOfSchema(schemas.BotEntry) }),
  codes: [400, 401, 403],
  refusals: [],
  example: { request: {}, result: { bots: [LISTED_BOT] } },
  async run({ tx, deps, actor }, { query = "", owner_id, after = 0, limit }) {
    const filter = { wanted: query, owner_id, after, limit: pageSize(limit) };
    const view = new View(tx, actor, deps.env.fileIds);
    const found = await botsAfter(tx, filter);
    await holdAccounts(
      view,
      deps.db.words,
      found.map((bot) => bot.owner_id),
    );
    const bots: BotEntry[] = [];
    for (const bot of found) bots.push(await presentBot(view, bot));
    return { bots };
  },
});
