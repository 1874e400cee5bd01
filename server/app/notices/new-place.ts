/** Tells people of sign-ins from a place that is new for them (behaviour.md §2). */
import { placesOf } from "../../store/queries/accounts/sign-in-places.ts";
import type { Tx } from "../../store/db.ts";
import type { Hashes } from "../accounts/tokens.ts";
import type { AppContext } from "../app-context.ts";
import { tellPerson } from "./tell-person.ts";

/** A place at which the person was not signed in for as long counts as new. */
const KNOWN_FOR_S = 90 * 86_400;

/** As 2026-11-27 15:30, which people read alike in every language. */
const MINUTE = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone: "UTC" });

interface SignInFacts {
  readonly person_id: number;
  /** The name of the session. */
  readonly label: string;
  /** The network address of the client, if known. */
  readonly from?: string;
}

/**
 * Before the session is opened, which makes its place known. The first sign-in tells nothing: no place is known to a new
 * account, and after a reset of the password, of which the person is told anyway.
 */
export async function tellOfNewPlace(
  tx: Tx,
  { app, hashes }: { readonly app: AppContext; readonly hashes: Hashes },
  { person_id, label, from }: SignInFacts,
  now_s: number,
): Promise<void> {
  if (from === undefined) return;
  const places = await placesOf(tx, person_id);
  const here = hashes.ofPlace(person_id, from);
  if (places.length === 0 || places.some(({ place, used_at }) => place === here && used_at > now_s - KNOWN_FOR_S))
    return;
  const at = `${MINUTE.format(now_s * 1000)} UTC`;
  await tellPerson(tx, app, person_id, { kind: "new_place", device: label || "—", place: from, at }, now_s);
}
