/** The addresses of a sign-in with a provider: `/api/oidc/<provider>/start`, `/callback` and `/logout`. */
import { failure, tooManyRequests, type ApiResponse } from "../../methods/engine/api-response.ts";
import type { ApiDeps } from "../routes/api-deps.ts";
import type { RouteHandler, RouteRequest } from "../server.ts";
import { backChannelLogout } from "./back-channel-logout.ts";
import { finishSignIn } from "./callback.ts";
import type { ProviderPhotos } from "./photos.ts";
import { pageOfFault, redirect } from "./redirect.ts";
import { startSignIn } from "./start.ts";

const PATH = /^\/api\/oidc\/([a-z0-9-]{1,32})\/(start|callback|logout)(?:\?|$)/;

/** Strangers may call all of it, so all of it is limited by address and in all. */
export function providerRoute(deps: ApiDeps, photos: ProviderPhotos): RouteHandler {
  return (request) => {
    const [, id, step] = PATH.exec(request.url) ?? [];
    return id === undefined ? undefined : respond(deps, photos, request, id, step!);
  };
}

async function respond(
  deps: ApiDeps,
  photos: ProviderPhotos,
  request: RouteRequest,
  id: string,
  step: string,
): Promise<ApiResponse | "done"> {
  const { req, res, trace_id } = request;
  const provider = deps.providers.find(id);
  if (!provider) return failure(404, "there is no provider of this name", trace_id);
  const { network } = deps.clientAddress(req);
  const limit = step === "logout" ? deps.logoutTokens : deps.providerCalls;
  const wait_s = await limit.take(network);
  if (step === "logout")
    return wait_s > 0 ? tooManyRequests(wait_s, trace_id) : backChannelLogout(deps, provider, request);
  if (req.method !== "GET") return { ...failure(405, "use GET", trace_id), allow: "GET" };
  if (wait_s > 0) {
    deps.providers.ended("too_many");
    return redirect(res, trace_id, pageOfFault("too_many", false));
  }
  if (step === "start") return startSignIn(deps, provider, request);
  return finishSignIn({ deps, provider, photos, request });
}
