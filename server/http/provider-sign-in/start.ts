/** The start of a sign-in with a provider: leads the browser there, and seals what it has to bring back. */
import { openTicket } from "../../methods/engine/connect-ticket.ts";
import type { ProviderClient } from "../../oidc/provider-client.ts";
import { ProviderError } from "../../oidc/provider-error.ts";
import { keepAttempt } from "../authentication/session-cookie.ts";
import type { ApiDeps } from "../routes/api-deps.ts";
import type { RouteRequest } from "../server.ts";
import { ATTEMPT_LIFE_S, safePath, sealAttempt, type StoredAttempt } from "./attempt.ts";
import { pageOfFault, redirect } from "./redirect.ts";
import { callbackOf } from "./callback-address.ts";

export async function startSignIn(
  deps: ApiDeps,
  provider: ProviderClient,
  { res, url, trace_id }: RouteRequest,
): Promise<"done"> {
  const { public_url } = deps.addresses;
  const { searchParams } = new URL(url, public_url);
  const now_s = Math.floor(deps.clock.now() / 1000);
  const { id } = provider.options;
  const ticket = searchParams.get("connect");
  const connect = ticket === null ? undefined : openTicket(deps.seal, ticket, now_s);
  if (ticket !== null && connect?.provider_id !== id) return redirect(res, trace_id, pageOfFault("expired", true));
  try {
    const { url: location, ...attempt } = await provider.begin(callbackOf(public_url, id), searchParams.has("another"));
    const stored: StoredAttempt = {
      ...attempt,
      provider_id: id,
      return_to: safePath(searchParams.get("return_to"), public_url),
      until_s: now_s + ATTEMPT_LIFE_S,
      ...(connect ? { connect: { person_id: connect.person_id, session_id: connect.session_id } } : {}),
    };
    const cookie = keepAttempt(sealAttempt(deps.seal, stored), public_url, ATTEMPT_LIFE_S);
    return redirect(res, trace_id, location, [cookie]);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.providers.refused(id, error);
    return redirect(res, trace_id, pageOfFault(error.fault, connect !== undefined));
  }
}
