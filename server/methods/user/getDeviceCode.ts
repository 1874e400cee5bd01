/** getDeviceCode: what has become of the code that the caller's session shows. */
import { deviceCodeOfSession } from "../../store/queries/accounts/device-codes.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const getDeviceCode = userMethod({
  name: "getDeviceCode",
  summary:
    "Returns the state of this session's code, and the device that has claimed it. An event of the kind session tells of changes.",
  effect: "read",
  access: { scope: "self" },
  fields: {},
  result: schemas.DeviceCode,
  example: {
    request: {},
    result: {
      state: "claimed",
      expires_at: 1_767_225_780,
      device: { number: "0417", label: "Chrome, Android", client_address: "203.0.113.9" },
    },
  },
  async run({ tx, actor, now }) {
    const found = await deviceCodeOfSession(tx, actor.session_id, now);
    if (!found) return { state: "none" } as const;
    const { state, expires_at, number, label, client_address } = found;
    return { state, expires_at, ...(state === "shown" ? {} : { device: { number, label, client_address } }) };
  },
});
