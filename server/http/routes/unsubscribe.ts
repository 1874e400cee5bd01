/** The end of digests by the link in a mail, without signing in: `/unsubscribe/…`. GET asks, POST ends them (RFC 8058). */
import { DIGEST_END_PREFIX, personOfDigestEnd, unsubscribeFromDigest } from "../../app/mail/mail-digests.ts";
import { mailLanguage } from "../../domain/mail.ts";
import { failure, type ApiResponse } from "../../methods/engine/api-response.ts";
import { findPerson } from "../../store/queries/accounts/people.ts";
import { noteClient } from "../../store/queries/service/transaction-client.ts";
import { callerErrorResponse } from "../error-response.ts";
import type { RouteHandler, RouteRequest } from "../server.ts";
import type { ApiDeps } from "./api-deps.ts";
import { sendUnsubscribePage } from "./unsubscribe-page.ts";

/** Strangers may call it, so it is limited by address and in all. */
export function unsubscribeRoute(deps: ApiDeps): RouteHandler {
  return (request) => {
    if (!request.url.startsWith(DIGEST_END_PREFIX)) return undefined;
    const sealed = request.url.slice(DIGEST_END_PREFIX.length).split("?", 1)[0]!;
    return respond(deps, request, sealed).catch((error: unknown) => callerErrorResponse(error, request.trace_id));
  };
}

async function respond(deps: ApiDeps, request: RouteRequest, sealed: string): Promise<ApiResponse | "done"> {
  const { req, res, trace_id } = request;
  const { method = "" } = req;
  if (!["GET", "HEAD", "POST"].includes(method))
    return { ...failure(405, "use GET or POST", trace_id), allow: "GET, HEAD, POST" };
  const page = { service: new URL(deps.addresses.public_url).host, isHead: method === "HEAD", trace_id };
  const asked = mailLanguage(req.headers["accept-language"]?.split(",", 1)[0] ?? "");
  const client = deps.clientAddress(req);
  const retry_after = await deps.unsubscribes.take(client.network);
  if (retry_after > 0) return send(res, { ...page, state: "busy", language: asked, retry_after });
  const person_id = personOfDigestEnd(deps.seal, sealed);
  const person = person_id === undefined ? undefined : await deps.db.read((tx) => findPerson(tx, person_id));
  if (!person) return send(res, { ...page, state: "unknown", language: asked });
  const language = mailLanguage(person.language_code);
  if (method !== "POST") return send(res, { ...page, state: "asks", language });
  await deps.db.write((tx) => {
    noteClient(tx, client);
    return unsubscribeFromDigest(tx, person.id, Math.floor(deps.clock.now() / 1000));
  });
  return send(res, { ...page, state: "done", language });
}

function send(...page: Parameters<typeof sendUnsubscribePage>): "done" {
  sendUnsubscribePage(...page);
  return "done";
}
