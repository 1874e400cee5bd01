/** removeAllFaults: removes every fault rule. */
import { developerMethod } from "./developer-method.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";

export const removeAllFaults = developerMethod({
  name: "removeAllFaults",
  summary: "Removes every fault rule. Calls that are delayed or hang go on at once.",
  effect: "read",
  fields: {},
  result: objectOfSchema({ removed: schemas.Integer }),
  example: { request: {}, result: { removed: 2 } },
  async run({ developer }) {
    return { removed: developer.faults.removeAll() };
  },
});
