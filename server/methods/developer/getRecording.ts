/** getRecording: whether parameters and responses of calls are recorded. */
import { consoleMethod } from "./developer-method.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";

export const getRecording = consoleMethod({
  name: "getRecording",
  summary:
    "Tells whether parameters and responses of calls are recorded, and whether the developer API has only methods that read.",
  effect: "read",
  fields: {},
  result: objectOfSchema(
    {
      bodies: schemas.Boolean,
      read_only: { ...schemas.True, description: "The service does not run in developer mode." },
    },
    ["read_only"],
  ),
  example: { request: {}, result: { bodies: true } },
  async run({ logs, deps }) {
    return { bodies: logs.calls.keepsBodies, ...(deps.developer ? {} : { read_only: true as const }) };
  },
});
