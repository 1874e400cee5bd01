/** getDeveloperConsole: whether owners can read what bots send and receive. Everybody may know. */
import { findConsoleStart } from "../../store/queries/service/developer-console.ts";
import { presentConsole } from "./present-console.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const getDeveloperConsole = userMethod({
  name: "getDeveloperConsole",
  summary:
    "Tells whether the developer console is on, with which owners of the service read what bots send and receive, including messages of other people's chats.",
  effect: "read",
  access: { scope: "self" },
  fields: {},
  result: schemas.DeveloperConsole,
  example: { request: {}, result: { on: false, node_count: 1 } },
  async run({ tx, deps }) {
    return presentConsole(deps, await findConsoleStart(tx));
  },
});
