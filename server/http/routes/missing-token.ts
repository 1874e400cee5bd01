/** Addresses of methods of the bot API without a token in its place (interface.md, Authentication). */
import { failure } from "../../methods/engine/api-response.ts";
import { percentDecode } from "../percent-decoding.ts";
import type { RouteHandler } from "../server.ts";

/** APIs with methods and credentials of their own. */
const OTHER_APIS = /^\/(?:api|developer)\//;

/**
 * Answers 401 to every request target whose last segment is the name of a method, such as `/getMe`, or `/<token>/getMe`
 * without `bot`. It comes after the routes that take their own addresses.
 * @param isMethod - whether a name in lower case is one of a method
 */
export function missingTokenRoute(isMethod: (name: string) => boolean): RouteHandler {
  return ({ url, trace_id }) => {
    const path = url.split("?", 1)[0]!.replace(/\/$/, "");
    if (OTHER_APIS.test(path)) return undefined;
    const name = percentDecode(path.slice(path.lastIndexOf("/") + 1)).toLowerCase();
    return isMethod(name) ? Promise.resolve(failure(401, "Unauthorized", trace_id)) : undefined;
  };
}
