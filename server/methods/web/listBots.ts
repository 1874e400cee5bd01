/** listBots: the bots a person owns. */
import type { OwnBot } from "@heliogram/shared/wire.ts";
import { presentOwnBot } from "../../present/bots.ts";
import { View } from "../../present/view.ts";
import { listBotsOf } from "../../store/accounts.ts";
import { webMethod } from "../method.ts";
import { OWN_BOT } from "../own-bots.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../schemas.ts";

export const listBots = webMethod({
  name: "listBots",
  summary: "Lists the person's own bots with their settings, the oldest first.",
  effect: "read",
  access: { scope: "self" },
  fields: {},
  result: objectOfSchema({ bots: arrayOfSchema(schemas.OwnBot) }),
  codes: [401],
  refusals: [],
  example: { request: {}, result: { bots: [OWN_BOT] } },
  async run({ tx, actor, deps }) {
    const bots: OwnBot[] = [];
    const view = new View(tx, actor, deps.env.fileIds);
    for (const bot of await listBotsOf(tx, actor.id)) bots.push(await presentOwnBot(view, bot, deps.env.dialect));
    return { bots };
  },
});
