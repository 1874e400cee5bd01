/** The interface's own description: `/openapi.json` and the page `/reference`. */
import { BOT_METHODS } from "../methods/bot/index.ts";
import { openApi } from "../methods/documents/openapi.ts";
import { referencePage } from "../methods/documents/reference.ts";
import { WEB_METHODS } from "../methods/web/index.ts";
import type { Door } from "./server.ts";

/** Both are made once, when first asked for. */
export function documentsDoor(): Door {
  let document: Buffer | undefined;
  let page: Buffer | undefined;
  return ({ url, res, req, trace_id }) => {
    if (req.method !== "GET") return undefined;
    const path = url.split("?", 1)[0];
    if (path === "/openapi.json") {
      document ??= Buffer.from(JSON.stringify(openApi(BOT_METHODS, WEB_METHODS)));
      res.writeHead(200, {
        "Content-Type": "application/json",
        "Content-Length": document.length,
        "X-Trace-Id": trace_id,
      });
      res.end(document);
      return Promise.resolve("done" as const);
    }
    if (path !== "/reference") return undefined;
    page ??= Buffer.from(referencePage(BOT_METHODS, WEB_METHODS));
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
