/** setRecording: whether parameters and responses of calls are recorded. */
import { described, bool } from "../engine/fields.ts";
import { developerMethod } from "./developer-method.ts";

export const setRecording = developerMethod({
  name: "setRecording",
  summary: "Sets whether parameters and responses of calls are recorded from now on. They are at first.",
  effect: "read",
  fields: { bodies: described(bool(), "Whether they are; otherwise calls have neither `params` nor `response`.") },
  example: { request: { bodies: false }, result: true },
  async run({ developer }, { bodies }) {
    developer.calls.keepsBodies = bodies;
    return true;
  },
});
