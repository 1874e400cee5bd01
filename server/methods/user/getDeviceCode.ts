/** getDeviceCode: what has become of the code that the caller's session shows. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { deviceProof } from "../../app/accounts/device-proof.ts";
import type { ReadTx } from "../../store/db.ts";
import { deviceCodeOfSession, type DeviceCode } from "../../store/queries/accounts/device-codes.ts";
import type { Deps } from "../engine/deps.ts";
import { sealDeviceChallenge } from "../engine/device-challenge.ts";
import { userMethod, type Person } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { askFactor } from "./asked-second-factor.ts";
import { showingSession } from "./showing-session.ts";

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
  async run({ tx, deps, actor, now }): Promise<Wire.DeviceCode> {
    const found = await deviceCodeOfSession(tx, actor.session_id, now);
    if (!found) return { state: "none" };
    const { state, expires_at, number, label, client_address } = found;
    if (state === "shown") return { state, expires_at };
    const device = { number, label, client_address };
    if (state !== "claimed") return { state, expires_at, device };
    return { state, expires_at, device: { ...device, ...(await proofFor(tx, deps, actor, found, now)) } };
  },
});

/** What confirmDevice asks for. */
async function proofFor(tx: ReadTx, deps: Deps, actor: Person, { number, expires_at }: DeviceCode, now_s: number) {
  const asked = await deviceProof(tx, showingSession(actor), now_s);
  if (asked === "password") return { proof: { password: true as const } };
  if (asked !== "second_factor") return {};
  const challenge = sealDeviceChallenge(deps.seal, { session_id: actor.session_id, number }, expires_at);
  return { proof: { second_factor: { challenge, ...(await askFactor(tx, deps, actor.id, challenge)) } } };
}
