/** listFaults: the fault rules, and how often each has applied. */
import { presentFault } from "./present-fault.ts";
import { developerMethod } from "./developer-method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

export const listFaults = developerMethod({
  name: "listFaults",
  summary:
    "Lists the fault rules in the order in which they were added, with how often each has matched and applied. Those that have applied as often as they may stay in the list.",
  effect: "read",
  fields: {},
  result: objectOfSchema({ faults: arrayOfSchema(schemas.Fault) }),
  example: {
    request: {},
    result: {
      faults: [
        { id: 1, effect: "hang", when: "before", method: "sendMessage", matched: 2, applied: 2, is_over: false },
        { id: 2, effect: "duplicate", when: "before", bot_id: 1004, count: 1, matched: 1, applied: 1, is_over: true },
      ],
    },
  },
  async run({ developer }) {
    return { faults: developer.faults.list().map(presentFault) };
  },
});
