/** listBots: the bots of the service. */
import { ASSISTANT_ID } from "../../domain/bots.ts";
import { presentUser } from "../../present/users.ts";
import { listBots as list } from "../../store/queries/accounts/accounts.ts";
import { developerMethod } from "../engine/method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

export const listBots = developerMethod({
  name: "listBots",
  summary: "Lists the bots of the service, without the assistant, the oldest first.",
  effect: "read",
  fields: {},
  result: objectOfSchema({ bots: arrayOfSchema(schemas.User) }),
  codes: [],
  refusals: [],
  example: {
    request: {},
    result: { bots: [{ id: 1004, is_bot: true, first_name: "Echo", username: "echo_bot" }] },
  },
  async run({ tx }) {
    const bots = (await list(tx)).filter(({ id, deleted_at }) => deleted_at === null && id !== ASSISTANT_ID);
    return { bots: bots.map(presentUser) };
  },
});
