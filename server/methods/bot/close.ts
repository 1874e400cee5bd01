/** close: ends the bot's waiting getUpdates call before the bot moves to another process. */
import { botMethod } from "../engine/method.ts";

export const close = botMethod({
  name: "close",
  summary: "Ends the bot's waiting getUpdates call, so that another process can take over.",
  effect: "wait",
  access: { scope: "self" },
  fields: {},
  example: { request: {}, result: true },
  async run({ deps, actor }) {
    deps.updates.release(actor.id);
    return true;
  },
});
