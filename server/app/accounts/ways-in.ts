/** By what a person can sign in, so that nobody removes the last of it (behaviour.md §2). */
import type { ReadTx } from "../../store/db.ts";
import { identitiesOf } from "../../store/queries/accounts/identities.ts";
import { passkeysOf } from "../../store/queries/accounts/passkeys.ts";
import { isPasswordSignInOn } from "../../store/queries/accounts/password-sign-in.ts";
import { passwordHashOf } from "../../store/queries/accounts/people.ts";

/** What the service offers. */
export interface SignInMeans {
  /** Of the providers with which people can sign in. */
  readonly issuers: readonly string[];
  /** The domain of passkeys; `undefined` where there are none. */
  readonly rp_id: string | undefined;
}

/** What is about to be removed. */
export interface Removed {
  readonly issuer?: string;
  readonly passkey_id?: number;
}

/** Whether a person can sign in without a password. */
export async function signsInWithoutPassword(
  tx: ReadTx,
  person_id: number,
  { issuers, rp_id }: SignInMeans,
  { issuer, passkey_id }: Removed = {},
): Promise<boolean> {
  const isLeft = (each: { readonly issuer: string }) => each.issuer !== issuer && issuers.includes(each.issuer);
  if ((await identitiesOf(tx, person_id)).some(isLeft)) return true;
  return (await passkeysOf(tx, person_id)).some((each) => each.id !== passkey_id && each.rp_id === rp_id);
}

/** Whether a person can still sign in without what is removed. */
export async function hasOtherWayIn(
  tx: ReadTx,
  person_id: number,
  means: SignInMeans,
  removed: Removed,
): Promise<boolean> {
  const hasPassword = (await passwordHashOf(tx, person_id)) !== null && (await isPasswordSignInOn(tx));
  return hasPassword || signsInWithoutPassword(tx, person_id, means, removed);
}
