/** What a person gives to let a device in, checked before the transaction that uses it. */
import { deviceProof, type GivenProof } from "../../app/accounts/device-proof.ts";
import { waitingDevice } from "../../app/accounts/device-codes.ts";
import { takeTry } from "../../app/accounts/second-factor.ts";
import type { Assertion } from "@heliogram/shared/passkeys.ts";
import { refuse } from "../../domain/refusals.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import type { Client } from "../engine/client.ts";
import type { Deps } from "../engine/deps.ts";
import { isDeviceChallenge } from "../engine/device-challenge.ts";
import type { Person } from "../engine/method.ts";
import { checkGiven, requireOne } from "./given-second-factor.ts";
import { proveSelf } from "./proven-password.ts";
import { showingSession } from "./showing-session.ts";

interface GivenParameters {
  /** Of the device. */
  readonly number: string;
  readonly password: string | undefined;
  readonly challenge: string | undefined;
  readonly code: string | undefined;
  readonly passkey: Assertion | undefined;
}

/** Attempts are counted as those of a sign-in, and none where no such device waits. @throws RefusalError, ParameterError */
export async function checkDeviceProof(
  deps: Deps,
  client: Client,
  actor: Person,
  given: GivenParameters,
): Promise<GivenProof> {
  const now_s = Math.floor(deps.clock.now() / 1000);
  const session = showingSession(actor);
  const asked = await deps.db.read(async (tx) =>
    (await waitingDevice(tx, session, given.number, now_s)) ? deviceProof(tx, session, now_s) : "DEVICE_NOT_WAITING",
  );
  switch (asked) {
    case "DEVICE_NOT_WAITING":
    case "SECOND_FACTOR_MISSING":
      return refuse(asked);
    case "sign_in":
      return refuse("SIGN_IN_AGAIN");
    case "none":
      return { kind: "none" };
    case "password":
      return { kind: "password", password_hash: await proveSelf(deps, actor, given.password) };
    case "second_factor":
      return { kind: "second_factor", given: await checkFactor(deps, client, actor, given, now_s) };
  }
}

async function checkFactor(
  deps: Deps,
  client: Client,
  { id, session_id }: Person,
  { number, challenge = "", code, passkey }: GivenParameters,
  now_s: number,
) {
  if (code === undefined && passkey === undefined) return refuse("SECOND_FACTOR_WRONG");
  requireOne({ code, passkey });
  const isAsked = isDeviceChallenge(deps.seal, challenge, { session_id, number }, now_s);
  if (passkey !== undefined && !isAsked) return refuse("CHALLENGE_INVALID");
  const wait_s = await deps.db.write((tx) => takeTry(tx, id, now_s));
  if (wait_s > 0) throw new TooManyRequests(wait_s);
  return checkGiven(deps, client, id, { challenge, code, passkey }, now_s);
}
