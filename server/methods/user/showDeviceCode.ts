/** showDeviceCode: makes the code by which the caller's session lets another device sign in. */
import { showDeviceCode as show } from "../../app/accounts/device-codes.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { showingSession } from "./showing-session.ts";

export const showDeviceCode = userMethod({
  name: "showDeviceCode",
  summary:
    "Makes a code with which one other device may sign in after this session has confirmed it, in place of the session's earlier code.",
  effect: "write",
  locksCaller: true,
  rate: "device_codes",
  access: { scope: "self" },
  fields: {},
  result: schemas.ShownDeviceCode,
  refusals: ["SECOND_FACTOR_MISSING", "SIGN_IN_AGAIN", "DEVICE_WAITING"],
  example: { request: {}, result: { code: "Vd2k…", expires_at: 1_767_225_660 } },
  async run({ tx, deps, actor, now, fail }) {
    const shown = await show(tx, deps, showingSession(actor), now);
    return typeof shown === "string" ? fail(shown) : shown;
  },
});
