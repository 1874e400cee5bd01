/** How the people of sessions have proven who they are: by the sign-in, by a second factor that they have set up since, or by the proof of the session that has let this one in. */
import type { SignInWay } from "@heliogram/shared/sign-in.ts";
import { EXEMPT_WAYS } from "../../../domain/second-factor-rule.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";

export interface SessionProof {
  /** "": of a session of an earlier version, which is taken for none. */
  readonly way: SignInWay | "";
  /** In Unix seconds. */
  readonly at: number;
}

const IS_NOTED = "(way = 'approved' or proven_way <> '')";
const PROVEN_WAY = `(case when ${IS_NOTED} then proven_way else way end)`;

/** The condition that a rule about second factors is about a session. */
export const IS_NOT_EXEMPT = `${PROVEN_WAY} not in (${EXEMPT_WAYS.map((way) => `'${way}'`).join(", ")})`;

const PROOF = read<SessionProof>("session")`
  select ${PROVEN_WAY} as way, case when ${IS_NOTED} then proven_at else created_at end as at from session where id = ?`;

export async function sessionProof(tx: ReadTx, session_id: number): Promise<SessionProof> {
  return (await tx.get(PROOF, session_id)) ?? { way: "", at: 0 };
}

const SAVE = write("session")`update session set proven_way = ?, proven_at = ? where id = ?`;

/** Notes a proof in place of the sign-in. */
export async function saveSessionProof(tx: Tx, session_id: number, { way, at }: SessionProof): Promise<void> {
  await tx.run(SAVE, way, at, session_id);
}

const WAY = read<{ way: SignInWay | "" }>("session")`select way from session where id = ?`;

/** How a session itself was opened; "" for sessions of earlier versions. */
export async function wayOfSession(tx: ReadTx, session_id: number): Promise<SignInWay | ""> {
  return (await tx.get(WAY, session_id))?.way ?? "";
}
