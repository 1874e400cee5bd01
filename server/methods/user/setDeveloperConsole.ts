/** setDeveloperConsole: lets owners read what bots send and receive, or ends that. */
import { setConsoleEnabled } from "../../app/accounts/set-console-enabled.ts";
import { presentConsole } from "./present-console.ts";
import { bool, described } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const setDeveloperConsole = userMethod({
  name: "setDeveloperConsole",
  summary:
    "Turns the developer console on or off, which is the default. While it is on, owners of the service can read what bots send and receive from this moment on, including messages of other people's chats. Turned off, everything that was recorded is dropped. getDeveloperConsole reads it.",
  effect: "write",
  access: { scope: "owner" },
  fields: { on: described(bool(), "Whether bots' calls, updates and webhook attempts are recorded for owners.") },
  result: schemas.DeveloperConsole,
  example: { request: { on: true }, result: { on: true, since: 1_767_225_600, node_count: 1 } },
  async run({ tx, actor, now, deps }, { on }) {
    return presentConsole(deps, await setConsoleEnabled(tx, actor.id, on, now));
  },
  after: ({ updates }) => updates.botChanged(),
});
