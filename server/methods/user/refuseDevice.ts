/** refuseDevice: refuses the device that has claimed the code of the caller's session. */
import { refuseDevice as action } from "../../app/accounts/device-codes.ts";
import { userMethod } from "../engine/method.ts";
import { deviceNumberField, showingSession } from "./showing-session.ts";

export const refuseDevice = userMethod({
  name: "refuseDevice",
  summary: "Refuses the device that has claimed the code of this session.",
  effect: "write",
  locksCaller: true,
  access: { scope: "self" },
  fields: { number: deviceNumberField() },
  refusals: ["DEVICE_NOT_WAITING"],
  example: { request: { number: "0417" }, result: true },
  async run({ tx, actor, now, fail }, { number }) {
    const refusal = await action(tx, showingSession(actor), number, now);
    return refusal === undefined || fail(refusal);
  },
});
