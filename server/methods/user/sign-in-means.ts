/** By what people can sign in here without a password. */
import { relyingPartyOf } from "../../app/accounts/relying-party.ts";
import type { SignInMeans } from "../../app/accounts/ways-in.ts";
import type { Deps } from "../engine/deps.ts";

export function signInMeans({ providers, addresses }: Deps): SignInMeans {
  const issuers = providers.all.map(({ options }) => options.issuer);
  return { issuers, rp_id: relyingPartyOf(addresses)?.rp_id };
}
