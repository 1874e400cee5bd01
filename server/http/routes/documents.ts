/** The documents of the interface: `/openapi.json` and the page `/reference`. */
import { BOT_METHODS } from "../../methods/bot/index.ts";
import { DEVELOPER_METHODS } from "../../methods/developer/index.ts";
import { USER_METHODS } from "../../methods/user/index.ts";
import type { RouteHandler } from "../server.ts";

interface Document {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** By the path. What makes a document is loaded with its first request, because a start does not need it. */
const DOCUMENTS: Readonly<Record<string, (version: string) => Promise<Document>>> = {
  "/openapi.json": async (version) => {
    const { openApi } = await import("../../methods/api-docs/openapi.ts");
    return {
      headers: { "Content-Type": "application/json" },
      body: Buffer.from(JSON.stringify(openApi(version, BOT_METHODS, USER_METHODS, DEVELOPER_METHODS))),
    };
  },
  "/reference": async () => {
    const { referencePage } = await import("../../methods/api-docs/reference.ts");
    return {
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy":
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      },
      body: Buffer.from(referencePage(BOT_METHODS, USER_METHODS, DEVELOPER_METHODS)),
    };
  },
};

/**
 * Each document is made once, at its first request.
 * @param version - of this program
 */
export function documentsRoute(version: string): RouteHandler {
  const made = new Map<string, Promise<Document>>();
  return ({ url, res, req, trace_id }) => {
    if (req.method !== "GET") return undefined;
    const path = url.split("?", 1)[0]!;
    if (!Object.hasOwn(DOCUMENTS, path)) return undefined;
    const document = made.get(path) ?? DOCUMENTS[path]!(version);
    made.set(path, document);
    return document.then(({ headers, body }) => {
      res.writeHead(200, { ...headers, "Content-Length": body.length, "X-Trace-Id": trace_id });
      res.end(body);
      return "done" as const;
    });
  };
}
