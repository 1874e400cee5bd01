/** createBot: creates a bot that the person owns, and shows its token once. */
import { makeBot } from "../../app/bots/bot-administration.ts";
import { presentOwnBot } from "../../present/bots.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { readBotUsername } from "./bot-fields.ts";
import { described, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { OWN_BOT } from "./own-bots.ts";
import { schemas } from "../engine/schemas.ts";
import { readBotName } from "../engine/name-fields.ts";

export const createBot = userMethod({
  name: "createBot",
  summary: "Creates a bot. Its token is shown in this response only.",
  effect: "write",
  rate: "new_bots",
  access: { scope: "self" },
  fields: {
    name: described(text({ max: 256 }), "What people see, 1 to 64 characters."),
    username: described(text({ max: 64 }), "5 to 32 Latin letters, digits or underscores, ending in bot; it stays."),
  },
  result: schemas.NewToken,
  refusals: ["USERNAME_TAKEN", "TOO_MANY_BOTS"],
  example: {
    request: { name: "Echo", username: "echo_bot" },
    result: { bot: OWN_BOT, token: "1004:kB3x…", base_url: "https://chat.example" },
  },
  prepare: ({ params }) => ({
    first_name: readBotName(params.name),
    username: readBotUsername(params.username),
  }),
  async run({ tx, actor, deps, now, fail, address }, _params, naming) {
    const mint = { hashes: deps.hashes, bytes: deps.random.bytes };
    const made = await makeBot(
      tx,
      actor.id,
      mint,
      { ...naming, owner_id: actor.id },
      deps.settings.bots_per_person,
      now,
    );
    if (typeof made === "string") return fail(made);
    const bot = await presentOwnBot(new ViewerContext(tx, actor, deps.app.fileIds), made.bot, deps.app.dialect);
    return { bot, token: made.token, base_url: address };
  },
});
