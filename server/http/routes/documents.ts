/** The documents of the interface: `/openapi.json` and the page `/reference`. */
import { BOT_METHODS } from "../../methods/bot/index.ts";
import { openApi } from "../../methods/api-docs/openapi.ts";
import { referencePage } from "../../methods/api-docs/reference.ts";
import { DEVELOPER_METHODS } from "../../methods/developer/index.ts";
import { USER_METHODS } from "../../methods/user/index.ts";
import type { RouteHandler } from "../server.ts";

/** Both documents are made once, at the first request. */
export function documentsRoute(): RouteHandler {
  let document: Buffer | undefined;
  let page: Buffer | undefined;
  return ({ url, res, req, trace_id }) => {
    if (req.method !== "GET") return undefined;
    const path = url.split("?", 1)[0];
    if (path === "/openapi.json") {
      document ??= Buffer.from(JSON.stringify(openApi(BOT_METHODS, USER_METHODS, DEVELOPER_METHODS)));
      res.writeHead(200, {
        "Content-Type": "application/json",
        "Content-Length": document.length,
        "X-Trace-Id": trace_id,
      });
      res.end(document);
      return Promise.resolve("done" as const);
    }
    if (path !== "/reference") return undefined;
    page ??= Buffer.from(referencePage(BOT_METHODS, USER_METHODS, DEVELOPER_METHODS));
    res.writeHead(200, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Length": page.length,
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "X-Trace-Id": trace_id,
    });
    res.end(page);
    return Promise.resolve("done" as const);
  };
}
