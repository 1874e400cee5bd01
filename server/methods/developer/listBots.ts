/** listBots: the bots of the service. */
import { ASSISTANT_ID } from "../../domain/bots.ts";
import { presentUser } from "../../present/users.ts";
import { listBots as list } from "../../store/queries/accounts/accounts.ts";
import { bool, described, optional } from "../engine/fields.ts";
import { consoleMethod } from "./developer-method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

export const listBots = consoleMethod({
  name: "listBots",
  summary: "Lists the bots of the service, the oldest first.",
  effect: "read",
  fields: { assistant: described(optional(bool()), "Whether the assistant is listed too.") },
  result: objectOfSchema({ bots: arrayOfSchema(schemas.User) }),
  example: {
    request: {},
    result: { bots: [{ id: 1004, is_bot: true, first_name: "Echo", username: "echo_bot" }] },
  },
  async run({ tx }, { assistant = false }) {
    const all = (await list(tx)).filter(({ deleted_at }) => deleted_at === null);
    const bots = assistant ? all : all.filter(({ id }) => id !== ASSISTANT_ID);
    return { bots: bots.map(presentUser) };
  },
});
