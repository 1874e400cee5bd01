/** listAllBots: all bots of the service, for its owners. */
import type { BotEntry } from "@heliogram/shared/wire.ts";
import { presentBot } from "../../present/administration.ts";
import { preloadAccounts } from "../../present/preload-accounts.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { botsAfter } from "../../store/queries/bots/bot-list.ts";
import { LISTED_BOT } from "./bot-administration-method.ts";
import { described, optional, userId } from "../engine/fields.ts";
import { always, userMethod } from "../engine/method.ts";
import { afterField, limitField, pageSize, queryField } from "../engine/page-fields.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

export const listAllBots = userMethod({
  name: "listAllBots",
  summary: "Lists all bots and the state of their webhooks, the oldest first.",
  effect: "read",
  rate: "lists",
  inReaderPool: always,
  access: { scope: "owner" },
  fields: {
    query: queryField(),
    owner_id: described(optional(userId()), "Only this person's bots."),
    after: afterField(),
    limit: limitField(),
  },
  result: objectOfSchema({ bots: arrayOfSchema(schemas.BotEntry) }),
  example: { request: {}, result: { bots: [LISTED_BOT] } },
  async run({ tx, deps, actor }, { query = "", owner_id, after = 0, limit }) {
    const filter = { wanted: query, owner_id, after, limit: pageSize(limit) };
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const found = await botsAfter(tx, filter);
    await preloadAccounts(
      context,
      found.map((bot) => bot.owner_id),
    );
    const bots: BotEntry[] = [];
    for (const bot of found) bots.push(await presentBot(context, bot));
    return { bots };
  },
});
