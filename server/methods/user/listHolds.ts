/** listHolds: the legal holds of the service. */
import { presentHolds } from "../../present/holds.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { listHolds as list } from "../../store/queries/retention/holds.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

export const listHolds = userMethod({
  name: "listHolds",
  summary: "Lists the chats and people under legal hold, the newest hold first.",
  effect: "read",
  rate: "lists",
  access: { scope: "owner" },
  fields: {},
  result: objectOfSchema({ holds: arrayOfSchema(schemas.HoldEntry) }),
  example: {
    request: {},
    result: {
      holds: [
        {
          user: { id: 1002, is_bot: false, first_name: "Bob", username: "bob" },
          reason: "Case 17",
          at: 1_767_225_600,
        },
      ],
    },
  },
  async run({ tx, actor, deps }) {
    return { holds: await presentHolds(new ViewerContext(tx, actor, deps.app.fileIds), await list(tx)) };
  },
});
