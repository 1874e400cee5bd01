/** The end of digests by the link in a mail, without signing in: `/unsubscribe/…`. GET asks, POST ends them (RFC 8058). */
import { DIGEST_END_PREFIX, personOfDigestEnd, unsubscribeFromDigest } from "../../app/mail/mail-digests.ts";
import { directionOf, mailLanguage, type MailLanguage } from "../../domain/mail.ts";
import { failure, tooManyRequests, type ApiResponse } from "../../methods/engine/api-response.ts";
import { findPerson } from "../../store/queries/accounts/people.ts";
import { noteClient } from "../../store/queries/service/transaction-client.ts";
import { callerErrorResponse } from "../error-response.ts";
import type { RouteHandler, RouteRequest } from "../server.ts";
import type { ApiDeps } from "./api-deps.ts";

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const WORDS: Readonly<Record<MailLanguage, Readonly<Record<"asks" | "button" | "done", string>>>> = {
  en: {
    asks: "End the mails about mentions that you have not read?",
    button: "End these mails",
    done: "You get no more mails about mentions. They can be turned on again in the settings.",
  },
  ar: {
    asks: "هل تريد إيقاف الرسائل عن الإشارات التي لم تقرأها؟",
    button: "إيقاف هذه الرسائل",
    done: "لن تصلك رسائل عن الإشارات بعد الآن. يمكن تفعيلها من جديد في الإعدادات.",
  },
};

/** Strangers may call it, so it is limited by address and in all. */
export function unsubscribeRoute(deps: ApiDeps): RouteHandler {
  return (request) => {
    if (!request.url.startsWith(DIGEST_END_PREFIX)) return undefined;
    const sealed = request.url.slice(DIGEST_END_PREFIX.length).split("?", 1)[0]!;
    return respond(deps, request, sealed).catch((error: unknown) => callerErrorResponse(error, request.trace_id));
  };
}

async function respond(deps: ApiDeps, request: RouteRequest, sealed: string): Promise<ApiResponse | "done"> {
  const { req, trace_id } = request;
  const { method = "" } = req;
  if (!["GET", "HEAD", "POST"].includes(method))
    return { ...failure(405, "use GET or POST", trace_id), allow: "GET, HEAD, POST" };
  const client = deps.clientAddress(req);
  const wait_s = await deps.unsubscribes.take(client.network);
  if (wait_s > 0) return tooManyRequests(wait_s, trace_id);
  const person_id = personOfDigestEnd(deps.seal, sealed);
  const person = person_id === undefined ? undefined : await deps.db.read((tx) => findPerson(tx, person_id));
  if (!person) return failure(404, "the link is not one of this service", trace_id);
  const language = mailLanguage(person.language_code);
  if (method !== "POST") return sendPage(request, language, "asks");
  await deps.db.write((tx) => {
    noteClient(tx, client);
    return unsubscribeFromDigest(tx, person.id, Math.floor(deps.clock.now() / 1000));
  });
  return sendPage(request, language, "done");
}

/** A page without a script, because a mail may be read where the client does not run. */
function sendPage({ req, res, trace_id }: RouteRequest, language: MailLanguage, state: "asks" | "done"): "done" {
  const words = WORDS[language];
  const form = `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button style="font-size:16px;min-height:44px;padding:8px 18px">${words.button}</button></form>`;
  const page = Buffer.from(`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${words.button}</title></head>
<body style="font-family:sans-serif;font-size:16px;line-height:1.5;max-width:560px;margin:24px auto;padding:0 16px">
<main><h1 style="font-size:20px">${words[state]}</h1>
${state === "asks" ? form : ""}</main>
</body>
</html>
`);
  res.writeHead(200, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": POLICY,
    "Content-Length": page.length,
    "X-Trace-Id": trace_id,
  });
  res.end(req.method === "HEAD" ? undefined : page);
  return "done";
}
