/** removeFault: removes a fault rule. */
import { described, int } from "../engine/fields.ts";
import { developerMethod } from "./developer-method.ts";

export const removeFault = developerMethod({
  name: "removeFault",
  summary: "Removes a fault rule. Calls that it delays or lets hang go on at once.",
  effect: "read",
  fields: { id: described(int(), "The `id` of the rule.") },
  refusals: ["FAULT_NOT_FOUND"],
  example: { request: { id: 1 }, result: true },
  async run({ developer, fail }, { id }) {
    return developer.faults.remove(id) || fail("FAULT_NOT_FOUND");
  },
});
