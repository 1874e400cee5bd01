/** Logout tokens that providers send: they end sessions (OpenID Connect Back-Channel Logout 1.0, 2.5 to 2.8). */
import { signOutByProvider } from "../../app/accounts/provider-sign-out.ts";
import { failure, type ApiResponse } from "../../methods/engine/api-response.ts";
import type { ProviderClient } from "../../oidc/provider-client.ts";
import { ProviderError } from "../../oidc/provider-error.ts";
import { noteClient } from "../../store/queries/service/transaction-client.ts";
import { readCall } from "../body/read-call.ts";
import { callerErrorResponse } from "../error-response.ts";
import type { ApiDeps } from "../routes/api-deps.ts";
import type { RouteRequest } from "../server.ts";

const MAX_BYTES = 32 * 1024;
const LIMITS = {
  json_bytes: MAX_BYTES,
  field_bytes: MAX_BYTES,
  files: 0,
  files_bytes: 0,
  file_bytes: () => 0,
  skipped_bytes: MAX_BYTES,
};

export async function backChannelLogout(
  deps: ApiDeps,
  provider: ProviderClient,
  { req, trace_id }: RouteRequest,
): Promise<ApiResponse> {
  if (req.method !== "POST") return { ...failure(405, "use POST", trace_id), allow: "POST" };
  try {
    const { params } = await readCall(req, "", LIMITS, null);
    const token = params.get("logout_token");
    if (typeof token !== "string") return refused("there is no logout_token");
    return await endSessions(deps, provider, req, token);
  } catch (error) {
    if (!(error instanceof ProviderError)) return callerErrorResponse(error, trace_id);
    deps.providers.refused(provider.options.id, error);
    return refused("the logout_token is not valid");
  }
}

async function endSessions(
  deps: ApiDeps,
  provider: ProviderClient,
  req: RouteRequest["req"],
  token: string,
): Promise<ApiResponse> {
  const { issuer, id } = provider.options;
  const { subject, sid, jti, expires_at } = await provider.readLogoutToken(token);
  const hash = deps.hashes.of(`logout ${issuer} ${jti}`);
  const sign_out = { issuer, provider_id: id, subject, sid, hash, expires_at };
  const isNew = await deps.db.write((tx) => {
    noteClient(tx, deps.clientAddress(req));
    return signOutByProvider(tx, sign_out, Math.floor(deps.clock.now() / 1000));
  });
  if (!isNew) return refused("the logout_token was used before");
  deps.providers.ended("signed_out");
  return { status: 200, body: "" };
}

/** In the form that the specification names. */
function refused(description: string): ApiResponse {
  return { status: 400, body: JSON.stringify({ error: "invalid_request", error_description: description }) };
}
