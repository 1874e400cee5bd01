/** Codes by which open sessions let another device sign in. A row counts only while its session has not ended. */
import type { DeviceCodeState } from "../../../domain/device-code.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";
import { deletesOldest } from "../service/oldest-rows.ts";
import type { SessionProof } from "./session-proofs.ts";

export interface DeviceCode {
  readonly session_id: number;
  readonly person_id: number;
  readonly state: DeviceCodeState;
  /** What both screens show; empty until a device has claimed the code. */
  readonly number: string;
  /** The name and the network address of the device that has claimed it. */
  readonly label: string;
  readonly client_address: string;
  readonly expires_at: number;
}

const COLUMNS = ["session_id", "person_id", "state", "number", "label", "client_address", "expires_at"] as const;
const LIVE = `select ${COLUMNS.map((name) => `c.${name}`).join(", ")} from device_code c
  join session s on s.id = c.session_id and s.person_id = c.person_id`;

const OF_SESSION = read<DeviceCode>("device_code", "session")`
  ${LIVE} where c.session_id = ? and c.expires_at > ? and s.expires_at > ?`;

/** The code that a session shows, or what has become of it. */
export function deviceCodeOfSession(tx: ReadTx, session_id: number, now_s: number): Promise<DeviceCode | undefined> {
  return tx.get(OF_SESSION, session_id, now_s, now_s);
}

const BY_CODE = read<DeviceCode>("device_code", "session")`
  ${LIVE} where c.code_hash = ? and c.expires_at > ? and s.expires_at > ?`;

export function findDeviceCode(tx: ReadTx, code_hash: string, now_s: number): Promise<DeviceCode | undefined> {
  return tx.get(BY_CODE, code_hash, now_s, now_s);
}

const BY_CLAIM = read<DeviceCode>("device_code", "session")`
  ${LIVE} where c.claim_hash = ? and c.expires_at > ? and s.expires_at > ?`;

export function findDeviceClaim(tx: ReadTx, claim_hash: string, now_s: number): Promise<DeviceCode | undefined> {
  return tx.get(BY_CLAIM, claim_hash, now_s, now_s);
}

const DELETE = write("device_code")`delete from device_code where session_id = ?`;

export async function deleteDeviceCode(tx: Tx, session_id: number): Promise<void> {
  await tx.run(DELETE, session_id);
}

const INSERT = write("device_code")`
  insert into device_code (session_id, person_id, code_hash, state, expires_at) values (?, ?, ?, 'shown', ?)`;

/** Replaces the code of a session. */
export async function saveDeviceCode(
  tx: Tx,
  { session_id, person_id, expires_at }: Pick<DeviceCode, "session_id" | "person_id" | "expires_at">,
  code_hash: string,
): Promise<void> {
  await tx.run(DELETE, session_id);
  await tx.run(INSERT, session_id, person_id, code_hash, expires_at);
}

const CLAIM = write("device_code")`
  update device_code set state = 'claimed', claim_hash = ?, number = ?, label = ?, client_address = ?, expires_at = ?
  where session_id = ?`;

/** Notes the device that has used the code of a session. */
export async function claimDeviceCode(
  tx: Tx,
  session_id: number,
  device: Pick<DeviceCode, "number" | "label" | "client_address" | "expires_at">,
  claim_hash: string,
): Promise<void> {
  await tx.run(CLAIM, claim_hash, device.number, device.label, device.client_address, device.expires_at, session_id);
}

const CONFIRM = write("device_code")`
  update device_code set state = 'confirmed', expires_at = ?, proven_way = ?, proven_at = ? where session_id = ?`;

/** @param proof - by which the person of the session has proven who they are */
export async function confirmClaim(tx: Tx, session_id: number, proof: SessionProof, expires_at: number): Promise<void> {
  await tx.run(CONFIRM, expires_at, proof.way, proof.at, session_id);
}

const REFUSE = write("device_code")`update device_code set state = 'refused', expires_at = ? where session_id = ?`;

export async function refuseClaim(tx: Tx, session_id: number, expires_at: number): Promise<void> {
  await tx.run(REFUSE, expires_at, session_id);
}

const PROOF_OF_CLAIM = read<SessionProof>("device_code")`
  select proven_way as way, proven_at as at from device_code where session_id = ?`;

/** The proof with which a device was confirmed. */
export async function proofOfClaim(tx: ReadTx, session_id: number): Promise<SessionProof> {
  return (await tx.get(PROOF_OF_CLAIM, session_id))!;
}

/** Deletes codes that have expired. */
export const deleteExpiredDeviceCodes = deletesOldest({
  table: "device_code",
  key: "session_id",
  time: "expires_at",
  until: "<=",
});
