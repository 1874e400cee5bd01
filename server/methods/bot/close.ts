/** close: ends the bot's waiting poll before the bot moves to another process. */
import { botMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const close = botMethod({
  name: "close",
  summary: "Ends the bot's waiting poll before it starts somewhere else.",
  effect: "wait",
  access: { scope: "self" },
  fields: {},
  result: schemas.True,
  codes: [401],
  refusals: [],
  example: { request: {}, result: true },
  async run({ deps, actor }) {
    deps.updates.release(actor.id);
    return true;
  },
});
