/** signInDevice: waits for the answer of the session whose code the device has claimed, and opens a session. */
import { claimHash, signInDevice as signIn } from "../../app/accounts/device-codes.ts";
import { presentUser } from "../../present/users.ts";
import { findDeviceClaim } from "../../store/queries/accounts/device-codes.ts";
import { noteClient } from "../../store/queries/service/transaction-client.ts";
import { SessionOpened } from "../engine/api-response.ts";
import { described, text } from "../engine/fields.ts";
import { publicMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { takeDeviceCall } from "./device-call.ts";

/** Milliseconds that a call waits: less than the time after which proxies give up. */
const WAIT_MS = 25_000;

export const signInDevice = publicMethod({
  name: "signInDevice",
  summary: "Waits up to 25 seconds for the answer of the session whose code was claimed, and opens a session.",
  effect: "wait",
  polls: true,
  access: { scope: "anyone" },
  fields: { claim: described(text({ max: 128 }), "From claimDeviceCode.") },
  result: schemas.DeviceSignIn,
  refusals: ["DEVICE_CODE_INVALID", "DEVICE_REFUSED", "USER_DEACTIVATED"],
  example: {
    request: { claim: "h7Qw…" },
    result: { access_token: "kB3x…", user: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" } },
  },
  prepare: async ({ deps, client }) => {
    await takeDeviceCall(deps, client);
    return client;
  },
  async run({ deps, signal, fail }, { claim }, client) {
    const { db, hashes, settings, clock } = deps;
    const claim_hash = claimHash(hashes, claim);
    const now_s = () => Math.floor(clock.now() / 1000);
    const find = () => db.read((tx) => findDeviceClaim(tx, claim_hash, now_s()));
    const { person_id } = (await find()) ?? fail("DEVICE_CODE_INVALID");
    const answer = await deps.streamWaits.firstOf(
      person_id,
      { key: claim_hash, wait_ms: WAIT_MS, signal },
      async () => {
        const state = (await find())?.state;
        return state === "claimed" ? undefined : (state ?? "gone");
      },
    );
    if (answer === undefined) return { waiting: true };
    if (answer === "refused") return fail("DEVICE_REFUSED");
    const opened = await db.write((tx) => {
      noteClient(tx, client);
      const session = { lasts_s: settings.session_s, from: client.network };
      return signIn(tx, deps, claim, session, now_s());
    }, "signInDevice");
    if (typeof opened === "string") return fail(opened);
    return new SessionOpened(opened.access_token, { user: presentUser(opened.person) });
  },
});
