/** confirmDevice: lets the device sign in that has claimed the code of the caller's session. */
import { confirmDevice as confirm } from "../../app/accounts/device-codes.ts";
import { userMethod } from "../engine/method.ts";
import { deviceNumberField, showingSession } from "./showing-session.ts";

export const confirmDevice = userMethod({
  name: "confirmDevice",
  summary: "Lets the device sign in that has claimed the code of this session.",
  effect: "write",
  locksCaller: true,
  access: { scope: "self" },
  fields: { number: deviceNumberField() },
  refusals: ["DEVICE_NOT_WAITING", "SESSION_WITHOUT_SECOND_FACTOR"],
  example: { request: { number: "0417" }, result: true },
  async run({ tx, actor, now, fail }, { number }) {
    const refusal = await confirm(tx, showingSession(actor), number, now);
    return refusal === undefined || fail(refusal);
  },
});
