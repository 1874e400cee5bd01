/** Signing in another device by a code that an open session shows, and confirms (behaviour.md §2). */
import { ANSWER_LIFE_S, CODE_LIFE_S, deviceNumber, mayStep, OUTCOME_LIFE_S } from "../../domain/device-code.ts";
import {
  claimDeviceCode,
  confirmClaim,
  deleteDeviceCode,
  deviceCodeOfSession,
  findDeviceClaim,
  findDeviceCode,
  proofOfClaim,
  refuseClaim,
  saveDeviceCode,
  type DeviceCode,
} from "../../store/queries/accounts/device-codes.ts";
import { lockPerson } from "../../store/queries/accounts/people.ts";
import { findProviderSession, insertProviderSession } from "../../store/queries/accounts/provider-sessions.ts";
import { saveSessionProof } from "../../store/queries/accounts/session-proofs.ts";
import { record } from "../../store/queries/service/audit.ts";
import { clientAddressOf } from "../../store/queries/service/transaction-client.ts";
import type { ReadTx, Tx } from "../../store/db.ts";
import { deviceProof, spendProof, type GivenProof, type ShowingSession } from "./device-proof.ts";
import type { SecondFactorMint } from "./second-factor.ts";
import type { SessionOptions } from "./sessions.ts";
import { letIn, type SignedIn, type SignInMint } from "./sign-in.ts";
import { secret, type Hashes } from "./tokens.ts";

type Mint = Omit<SignInMint, "app">;

export const codeHash = (hashes: Hashes, code: string) => hashes.of(`device code ${code}`);
export const claimHash = (hashes: Hashes, claim: string) => hashes.of(`device claim ${claim}`);

/** Wakes the session that shows the code, and the device that waits. */
function notify(tx: Tx, { person_id, session_id }: Pick<DeviceCode, "person_id" | "session_id">): void {
  tx.append({ stream: person_id, kind: "session", ref: session_id, body: "" });
}

/**
 * Makes a code for a session, in place of its earlier one. While a device waits for the answer there is none, so that a
 * page which renews its code does not drop that device. The person is locked.
 */
export async function showDeviceCode(
  tx: Tx,
  { hashes, random }: Mint,
  session: ShowingSession,
  now_s: number,
): Promise<
  { readonly code: string; readonly expires_at: number } | "SECOND_FACTOR_MISSING" | "SIGN_IN_AGAIN" | "DEVICE_WAITING"
> {
  const before = await deviceCodeOfSession(tx, session.session_id, now_s);
  if (before?.state === "claimed") return "DEVICE_WAITING";
  const asked = await deviceProof(tx, session, now_s);
  if (asked === "SECOND_FACTOR_MISSING") return asked;
  // Sooner than after the device has scanned it.
  if (asked === "sign_in") return "SIGN_IN_AGAIN";
  const code = secret(random.bytes);
  const expires_at = now_s + CODE_LIFE_S;
  const { session_id, id: person_id } = session;
  await saveDeviceCode(tx, { session_id, person_id, expires_at }, codeHash(hashes, code));
  return { code, expires_at };
}

/** What a device that has claimed a code waits with. */
export interface DeviceClaim {
  readonly claim: string;
  readonly number: string;
  readonly expires_at: number;
}

/** Claims a code for a device. @returns `undefined` for one that is not valid any more: each is claimed once */
export async function claim(
  tx: Tx,
  { hashes, random }: Mint,
  code: string,
  label: string,
  now_s: number,
): Promise<DeviceClaim | undefined> {
  const code_hash = codeHash(hashes, code);
  const known = await findDeviceCode(tx, code_hash, now_s);
  if (!known || (await lockPerson(tx, known.person_id)) === undefined) return undefined;
  // Once more, behind the lock: of two devices with one code, one is refused.
  const found = await findDeviceCode(tx, code_hash, now_s);
  if (!found || !mayStep(found.state, "claim")) return undefined;
  const secret_claim = secret(random.bytes);
  const [number, expires_at] = [deviceNumber(random.bytes(2)), now_s + ANSWER_LIFE_S];
  const device = { number, label, client_address: clientAddressOf(tx), expires_at };
  await claimDeviceCode(tx, found.session_id, device, claimHash(hashes, secret_claim));
  notify(tx, found);
  return { claim: secret_claim, number, expires_at };
}

/** The device that waits for the answer of a session, if it is the one with this number. */
export async function waitingDevice(
  tx: ReadTx,
  { session_id }: Pick<ShowingSession, "session_id">,
  number: string,
  now_s: number,
): Promise<DeviceCode | undefined> {
  const found = await deviceCodeOfSession(tx, session_id, now_s);
  return found && mayStep(found.state, "confirm") && found.number === number ? found : undefined;
}

/** Lets the device in that the session shows. The person is locked. @param number - of the device that they have seen */
export async function confirmDevice(
  tx: Tx,
  mint: SecondFactorMint,
  session: ShowingSession,
  { number, proof }: { readonly number: string; readonly proof: GivenProof },
  now_s: number,
): Promise<"DEVICE_NOT_WAITING" | Extract<Awaited<ReturnType<typeof spendProof>>, string> | undefined> {
  const found = await waitingDevice(tx, session, number, now_s);
  if (!found) return "DEVICE_NOT_WAITING";
  const proven = await spendProof(tx, mint, session, proof, now_s);
  if (typeof proven === "string") return proven;
  await confirmClaim(tx, found.session_id, proven, now_s + OUTCOME_LIFE_S);
  notify(tx, found);
  return undefined;
}

/** Refuses the device that the session shows, on record. The person is locked. */
export async function refuseDevice(
  tx: Tx,
  session: ShowingSession,
  number: string,
  now_s: number,
): Promise<"DEVICE_NOT_WAITING" | undefined> {
  const found = await waitingDevice(tx, session, number, now_s);
  if (!found) return "DEVICE_NOT_WAITING";
  await refuseClaim(tx, found.session_id, now_s + OUTCOME_LIFE_S);
  const entry = { by: session.id, action: "device_refused", subject: { kind: "person", id: session.id } } as const;
  await record(tx, { ...entry, detail: found.label === "" ? {} : { device: found.label } }, now_s);
  notify(tx, found);
  return undefined;
}

/** Ends a code that no device has claimed, because nobody looks at it any more. The person is locked. */
export async function hideDeviceCode(
  tx: Tx,
  hashes: Hashes,
  session: ShowingSession,
  code: string,
  now_s: number,
): Promise<void> {
  const found = await findDeviceCode(tx, codeHash(hashes, code), now_s);
  if (found?.session_id === session.session_id && found.state === "shown") await deleteDeviceCode(tx, found.session_id);
}

/** Opens the session of a device that was confirmed, once. */
export async function signInDevice(
  tx: Tx,
  mint: SignInMint,
  given: string,
  session: Pick<SessionOptions, "lasts_s" | "from">,
  now_s: number,
): Promise<SignedIn | "DEVICE_CODE_INVALID" | "USER_DEACTIVATED"> {
  const claim_hash = claimHash(mint.hashes, given);
  const known = await findDeviceClaim(tx, claim_hash, now_s);
  const person = known && (await lockPerson(tx, known.person_id));
  const found = await findDeviceClaim(tx, claim_hash, now_s);
  if (!person || !found || !mayStep(found.state, "sign_in")) return "DEVICE_CODE_INVALID";
  if (person.suspended_at !== null) return "USER_DEACTIVATED";
  const proof = await proofOfClaim(tx, found.session_id);
  await deleteDeviceCode(tx, found.session_id);
  const signedIn = await letIn(tx, mint, person, { ...session, label: found.label, way: "approved" }, now_s);
  const { session_id } = signedIn;
  await saveSessionProof(tx, session_id, proof);
  // It ends when the provider ends what it has opened. Its browser has no session at the provider that it could end itself.
  const opened = await findProviderSession(tx, found.session_id);
  if (opened)
    await insertProviderSession(tx, { ...opened, session_id, id_token: "", expires_at: now_s + session.lasts_s });
  return signedIn;
}
