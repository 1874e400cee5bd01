/** setRecording: whether parameters and responses of calls are recorded. */
import { described, bool } from "../engine/fields.ts";
import { developerMethod } from "./developer-method.ts";
import { schemas } from "../engine/schemas.ts";

export const setRecording = developerMethod({
  name: "setRecording",
  summary: "Sets whether parameters and responses of calls are recorded from now on. They are at first.",
  effect: "read",
  fields: { bodies: described(bool(), "Whether they are; otherwise calls have neither `params` nor `response`.") },
  result: schemas.True,
  example: { request: { bodies: false }, result: true },
  async run({ developer }, { bodies }) {
    developer.calls.keepsBodies = bodies;
    return true;
  },
});
