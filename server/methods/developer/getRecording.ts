/** getRecording: whether parameters and responses of calls are recorded. */
import { developerMethod } from "../engine/method.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";

export const getRecording = developerMethod({
  name: "getRecording",
  summary: "Tells whether parameters and responses of calls are recorded.",
  effect: "read",
  fields: {},
  result: objectOfSchema({ bodies: schemas.Boolean }),
  codes: [],
  refusals: [],
  example: { request: {}, result: { bodies: true } },
  async run({ developer }) {
    return { bodies: developer.calls.keepsBodies };
  },
});
