/** disconnectIdentity: the person does not sign in with a provider any more. */
import { disconnectIdentity as disconnect } from "../../app/accounts/identities.ts";
import { userMethod } from "../engine/method.ts";
import { PROVIDER_FIELD } from "./provider-field.ts";
import { signInMeans } from "./sign-in-means.ts";

export const disconnectIdentity = userMethod({
  name: "disconnectIdentity",
  summary: "Disconnects the person's account from an OpenID provider, unless it is the only way to sign in.",
  effect: "write",
  locksCaller: true,
  access: { scope: "self" },
  fields: { provider: PROVIDER_FIELD },
  refusals: ["PROVIDER_NOT_FOUND", "IDENTITY_NOT_FOUND", "ONLY_SIGN_IN"],
  example: { request: { provider: "company" }, result: true },
  async run({ tx, deps, actor, now, fail }, { provider }) {
    const { options } = deps.providers.find(provider) ?? fail("PROVIDER_NOT_FOUND");
    const refusal = await disconnect(
      tx,
      deps.app,
      actor.id,
      { issuer: options.issuer, provider_id: options.id, label: options.label },
      signInMeans(deps),
      now,
    );
    return refusal ? fail(refusal) : true;
  },
});
