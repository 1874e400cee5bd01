/** The end of sessions that an OpenID provider has opened, when the provider says so. */
import type { Tx } from "../../store/db.ts";
import { lockPerson } from "../../store/queries/accounts/people.ts";
import { sessionsOfProvider, useToken } from "../../store/queries/accounts/provider-sessions.ts";
import { record } from "../../store/queries/service/audit.ts";
import { endSession } from "./sessions.ts";

/** A logout token whose signature and claims were checked. */
export interface ProviderSignOut {
  readonly issuer: string;
  /** The provider's id in the settings. */
  readonly provider_id: string;
  readonly subject: string | undefined;
  readonly sid: string | undefined;
  /** The hash by which the token is recognised, and until when it is remembered, in Unix seconds. */
  readonly hash: string;
  readonly expires_at: number;
}

/** Ends the sessions of the provider's session, or all of the person that it has opened. @returns false for a token that was used */
export async function signOutByProvider(tx: Tx, sign_out: ProviderSignOut, now_s: number): Promise<boolean> {
  const { issuer, provider_id, subject, sid, hash, expires_at } = sign_out;
  if (!(await useToken(tx, hash, expires_at))) return false;
  const named = { issuer, ...(subject === undefined ? {} : { subject }), ...(sid === undefined ? {} : { sid }) };
  const ended = new Set<number>();
  // Behind the locks: a device that one of them lets in meanwhile ends with it.
  const people = new Set((await sessionsOfProvider(tx, named)).map(({ person_id }) => person_id));
  for (const id of [...people].sort((one, other) => one - other)) await lockPerson(tx, id);
  for (const { person_id, session_id } of await sessionsOfProvider(tx, named)) {
    await endSession(tx, person_id, session_id);
    ended.add(person_id);
  }
  for (const id of ended) {
    const entry = { by: "operator", action: "provider_sign_out", detail: { provider: provider_id } } as const;
    await record(tx, { ...entry, subject: { kind: "person", id } }, now_s);
  }
  return true;
}

/** Notes that an attempt to sign in is used. @returns false if it was used before */
export function useAttempt(tx: Tx, hash: string, expires_at: number): Promise<boolean> {
  return useToken(tx, hash, expires_at);
}
