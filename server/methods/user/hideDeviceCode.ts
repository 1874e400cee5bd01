/** hideDeviceCode: ends the code of the caller's session that no device has claimed. */
import { hideDeviceCode as hide } from "../../app/accounts/device-codes.ts";
import { described, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { showingSession } from "./showing-session.ts";

export const hideDeviceCode = userMethod({
  name: "hideDeviceCode",
  summary: "Ends this session's code, unless a device has claimed it.",
  effect: "write",
  locksCaller: true,
  access: { scope: "self" },
  fields: { code: described(text({ max: 128 }), "From showDeviceCode. One that is not valid any more is no error.") },
  example: { request: { code: "Vd2k…" }, result: true },
  async run({ tx, deps, actor, now }, { code }) {
    await hide(tx, deps.hashes, showingSession(actor), code, now);
    return true;
  },
});
