/** The web client: its files, and its page at the address of every screen. */
import type { ServerResponse } from "node:http";
import sirv from "sirv";
import { failure, type ApiResponse } from "../../methods/engine/api-response.ts";
import { COMMON_HEADERS, PAGE_HEADERS } from "../security-headers.ts";
import type { RouteHandler, RouteRequest } from "../server.ts";

/** Paths of the client's screens, which `web/routes.tsx` declares. */
const SCREENS =
  /^\/(?:sign-in|sign-up|chat\/.*|invite\/[^/]*|join\/[^/]*|reset(?:\/[^/]*)?|mail\/[^/]*|device|settings(?:\/.*)?|owner(?:\/.*)?|directory(?:\/chats)?|@[^/]*)?$/;

/** Paths of the developer's pages that only show what is recorded. */
const CONSOLE_SCREENS = /^\/developer(?:\/(?:updates|webhooks|findings))?$/;
/** Those that exist in developer mode alone. */
const DEVELOPER_SCREENS = /^\/developer\/(?:faults|people|clock|worlds|as\/[^/]+)$/;

/** The developer's pages that exist: none while the developer console is off. */
export type DeveloperPages = "all" | "console" | "none";

/** Files with a content hash in their name never change. */
const HASHED = /^\/assets\//;
const YEAR_S = 31_536_000;

/** The files of a built web client. */
export interface ClientFiles {
  readonly dir: string;
  /** The bytes of its page. */
  readonly page: Buffer;
}

/** Serves a built client, or explains how to build it. This is the last route, so it hides no other. */
export function webClientRoute(built: ClientFiles | undefined, developerPages: () => DeveloperPages): RouteHandler {
  const isScreen = screenTest(developerPages);
  if (built === undefined) return (request) => (isScreen(request) ? Promise.resolve(sendNotBuilt(request)) : undefined);
  const options = { etag: true, brotli: true, gzip: true };
  const files = sirv(built.dir, options);
  const page = sirv(built.dir, { ...options, single: true, ignores: false });
  return (request) => {
    if (request.req.method !== "GET" && request.req.method !== "HEAD") return undefined;
    if (isScreen(request)) return serve(page, request, notFound);
    return serve(files, request, acceptsHtml(request) ? (each) => sendNotFoundPage(each, built.page) : notFound);
  };
}

function screenTest(developerPages: () => DeveloperPages): (request: RouteRequest) => boolean {
  return ({ req, url }) => {
    if (req.method !== "GET" && req.method !== "HEAD") return false;
    const path = url.split("?", 1)[0]!;
    if (SCREENS.test(path)) return true;
    if (CONSOLE_SCREENS.test(path)) return developerPages() !== "none";
    return DEVELOPER_SCREENS.test(path) && developerPages() === "all";
  };
}

function serve(
  files: ReturnType<typeof sirv>,
  request: RouteRequest,
  otherwise: (request: RouteRequest) => ApiResponse | "done",
): Promise<ApiResponse | "done"> {
  const { req, res, url } = request;
  // Also with 304, because a browser replaces the stored headers by those of a 304.
  setHeaders(res, PAGE_HEADERS);
  res.setHeader("Cache-Control", HASHED.test(url) ? `public, max-age=${YEAR_S}, immutable` : "no-cache");
  return new Promise((resolve) => {
    res.once("close", () => resolve("done"));
    files(req, res, () => {
      for (const name in PAGE_HEADERS) res.removeHeader(name);
      setHeaders(res, COMMON_HEADERS);
      resolve(otherwise(request));
    });
  });
}

/** Whether the client accepts HTML: browsers do when they open a page, programs do not. */
function acceptsHtml({ req }: RouteRequest): boolean {
  return /(?:^|,)\s*text\/html\b/i.test(req.headers.accept ?? "");
}

function notFound({ trace_id }: RouteRequest): ApiResponse {
  return failure(404, "there is nothing at this address", trace_id);
}

/** The client's page, which displays that the address does not exist. */
function sendNotFoundPage({ res, trace_id }: RouteRequest, page: Buffer): "done" {
  res.writeHead(404, {
    ...PAGE_HEADERS,
    "Cache-Control": "no-store",
    "Content-Type": "text/html;charset=utf-8",
    "Content-Length": page.length,
    "X-Trace-Id": trace_id,
  });
  res.end(page);
  return "done";
}

function setHeaders(res: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
}

function sendNotBuilt({ res }: RouteRequest): "done" {
  const text = "The web client is not built. Run “npm run build” and start the service again.\n";
  res.writeHead(503, {
    ...PAGE_HEADERS,
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": Buffer.byteLength(text),
  });
  res.end(text);
  return "done";
}
