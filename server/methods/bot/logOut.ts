/** logOut: on this service there is nowhere else to log in; accepted so that moving bots run unchanged. */
import { botMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const logOut = botMethod({
  name: "logOut",
  summary: "Ends the bot's waiting poll. The token stays valid: there is no other server to move to.",
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
