/** By what a person proves who they are before their session lets a device in (behaviour.md §2). */
import { askedProof, type DeviceProof } from "../../domain/device-code.ts";
import { EXEMPT_WAYS } from "../../domain/second-factor-rule.ts";
import type { ReadTx, Tx } from "../../store/db.ts";
import { passwordHashOf } from "../../store/queries/accounts/people.ts";
import { sessionProof, type SessionProof } from "../../store/queries/accounts/session-proofs.ts";
import { spendGivenFactor, type GivenFactor } from "./given-factor.ts";
import { needsSecondFactor } from "./second-factor-rule.ts";
import { hasSecondFactor, type SecondFactorMint } from "./second-factor.ts";

/** A session that shows a code, and its person. */
export interface ShowingSession {
  readonly id: number;
  readonly is_owner: boolean;
  readonly session_id: number;
}

/** What was given and checked before the transaction; `password_hash` is what the password was compared with. */
export type GivenProof =
  | { readonly kind: "none" }
  | { readonly kind: "password"; readonly password_hash: string | null }
  | { readonly kind: "second_factor"; readonly given: GivenFactor };

/** What is asked for, or why the session lets nobody in. */
export async function deviceProof(
  tx: ReadTx,
  session: ShowingSession,
  now_s: number,
): Promise<DeviceProof | "SECOND_FACTOR_MISSING"> {
  return (await standingOf(tx, session, now_s)).asked;
}

interface Standing {
  readonly own: SessionProof;
  readonly password_hash: string | null;
  readonly asked: DeviceProof | "SECOND_FACTOR_MISSING";
}

async function standingOf(tx: ReadTx, session: ShowingSession, now_s: number): Promise<Standing> {
  const { id, session_id } = session;
  const own = await sessionProof(tx, session_id);
  const password_hash = await passwordHashOf(tx, id);
  const has_second_factor = await hasSecondFactor(tx, id);
  const isBound = !has_second_factor && !EXEMPT_WAYS.includes(own.way) && (await needsSecondFactor(tx, session));
  const given = { has_second_factor, has_password: password_hash !== null, proven_at: own.at };
  return { own, password_hash, asked: isBound ? "SECOND_FACTOR_MISSING" : askedProof(given, now_s) };
}

/**
 * Uses up what was given. The person is locked.
 * @returns the proof of the session that is let in. A second factor replaces that of this session, unless no rule is
 * about this one
 */
export async function spendProof(
  tx: Tx,
  mint: SecondFactorMint,
  session: ShowingSession,
  proof: GivenProof,
  now_s: number,
): Promise<
  | SessionProof
  | "SECOND_FACTOR_MISSING"
  | "SECOND_FACTOR_WRONG"
  | "CHALLENGE_INVALID"
  | "PASSWORD_WRONG"
  | "SIGN_IN_AGAIN"
> {
  const { own, password_hash, asked } = await standingOf(tx, session, now_s);
  if (asked === "SECOND_FACTOR_MISSING") return asked;
  if (asked === "sign_in") return "SIGN_IN_AGAIN";
  if (asked === "second_factor") {
    if (proof.kind !== "second_factor") return "SECOND_FACTOR_WRONG";
    const way = await spendGivenFactor(tx, mint, session.id, proof.given, now_s);
    if (way === "SECOND_FACTOR_WRONG" || way === "CHALLENGE_INVALID") return way;
    return { way: EXEMPT_WAYS.includes(own.way) ? own.way : way, at: now_s };
  }
  if (asked === "none") return own;
  const isSame = proof.kind === "password" && proof.password_hash === password_hash;
  return isSame ? { way: own.way, at: now_s } : "PASSWORD_WRONG";
}
