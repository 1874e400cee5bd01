/** claimDeviceCode: a device that has no session claims the code that a session shows. */
import { claim, codeHash } from "../../app/accounts/device-codes.ts";
import { sessionLabel } from "../../app/accounts/sessions.ts";
import { mayStep } from "../../domain/device-code.ts";
import { refuse } from "../../domain/refusals.ts";
import { findDeviceCode } from "../../store/queries/accounts/device-codes.ts";
import { described, optional, text } from "../engine/fields.ts";
import { publicMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { takeDeviceCall } from "./device-call.ts";

export const claimDeviceCode = publicMethod({
  name: "claimDeviceCode",
  summary: "Claims the code that an open session shows. That session is then asked whether this device may sign in.",
  effect: "write",
  access: { scope: "anyone" },
  fields: {
    code: described(text({ max: 128 }), "What the QR code's address has after the #."),
    device: described(
      optional(text({ max: 64 })),
      "What the person is shown before they confirm, and in the list of sessions; without it, what the header User-Agent tells.",
    ),
  },
  result: schemas.DeviceClaim,
  refusals: ["DEVICE_CODE_INVALID"],
  example: {
    request: { code: "Vd2k…" },
    result: { claim: "h7Qw…", number: "0417", expires_at: 1_767_225_780 },
  },
  prepare: async ({ deps, params: { code }, client }) => {
    await takeDeviceCall(deps, client);
    const now_s = Math.floor(deps.clock.now() / 1000);
    // Guesses cost a read, and no transaction that writes.
    const found = await deps.db.read((tx) => findDeviceCode(tx, codeHash(deps.hashes, code), now_s));
    return mayStep(found?.state, "claim") ? client.user_agent : refuse("DEVICE_CODE_INVALID");
  },
  async run({ tx, deps, now, fail }, { code, device }, user_agent) {
    const claimed = await claim(tx, deps, code, sessionLabel(device, user_agent), now);
    return claimed ?? fail("DEVICE_CODE_INVALID");
  },
});
