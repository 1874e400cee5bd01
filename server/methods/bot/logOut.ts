/** logOut: accepted so that bots that move from another server run unchanged; there is no other server to log in to. */
import { botMethod } from "../engine/method.ts";

export const logOut = botMethod({
  name: "logOut",
  summary:
    "Ends the bot's waiting getUpdates call. The token stays valid, because there is no other server to move to.",
  effect: "wait",
  access: { scope: "self" },
  fields: {},
  example: { request: {}, result: true },
  async run({ deps, actor }) {
    deps.updates.release(actor.id);
    return true;
  },
});
