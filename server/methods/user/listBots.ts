/** listBots: the bots that the person owns. */
import type { OwnBot } from "@heliogram/shared/wire.ts";
import { presentOwnBot } from "../../present/bots.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { listBotsOf } from "../../store/queries/accounts/accounts.ts";
import { userMethod } from "../engine/method.ts";
import { OWN_BOT } from "./own-bots.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

export const listBots = userMethod({
  name: "listBots",
  summary: "Lists the person's own bots with their settings, the oldest first.",
  effect: "read",
  access: { scope: "self" },
  fields: {},
  result: objectOfSchema({ bots: arrayOfSchema(schemas.OwnBot) }),
  example: { request: {}, result: { bots: [OWN_BOT] } },
  async run({ tx, actor, deps }) {
    const bots: OwnBot[] = [];
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    for (const bot of await listBotsOf(tx, actor.id)) bots.push(await presentOwnBot(context, bot, deps.app.dialect));
    return { bots };
  },
});
