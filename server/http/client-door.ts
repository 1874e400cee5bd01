/** The web client: its files, and its page under every address that the client itself understands. */
import type { ServerResponse } from "node:http";
import sirv from "sirv";
import { failure, type Answer } from "../methods/answer.ts";
import { COMMON_HEADERS, PAGE_HEADERS } from "./headers.ts";
import type { Door, Request } from "./server.ts";

/** Addresses of the client's screens; `web/routes.tsx` has the screens. */
const SCREENS =
  /^\/(?:sign-in|sign-up|chat\/.*|invite\/[^/]*|join\/[^/]*|reset\/[^/]*|settings(?:\/.*)?|owner(?:\/.*)?|directory(?:\/chats)?|@[^/]*)?$/;

/** What the build names after its content never changes. */
const HASHED = /^\/assets\//;
const YEAR_S = 31_536_000;

/** A built client. */
export interface ClientFiles {
  readonly dir: string;
  /** Its page, as the file says it. */
  readonly page: Buffer;
}

/** Serves a built client, or says how to build it. It comes after all other doors, and so never hides one. */
export function clientDoor(built: ClientFiles | undefined): Door {
  if (built === undefined)
    return (request) => (isScreen(request) ? Promise.resolve(sayHowToBuild(request)) : undefined);
  const options = { etag: true, brotli: true, gzip: true };
  const files = sirv(built.dir, options);
  const page = sirv(built.dir, { ...options, single: true, ignores: false });
  return (request) => {
    if (request.req.method !== "GET" && request.req.method !== "HEAD") return undefined;
    if (isScreen(request)) return serve(page, request, nothing);
    return serve(files, request, takesPages(request) ? (each) => showNowhere(each, built.page) : nothing);
  };
}

function isScreen({ req, url }: Request): boolean {
  return (req.method === "GET" || req.method === "HEAD") && SCREENS.test(url.split("?", 1)[0]!);
}

function serve(
  files: ReturnType<typeof sirv>,
  request: Request,
  otherwise: (request: Request) => Answer | "done",
): Promise<Answer | "done"> {
  const { req, res, url } = request;
  // Also where nothing has changed: a browser then puts the headers of the 304 in the place of those that it has kept.
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

/** Whether somebody looks at the answer: browsers ask for pages by this name, programs do not. */
function takesPages({ req }: Request): boolean {
  return /(?:^|,)\s*text\/html\b/i.test(req.headers.accept ?? "");
}

function nothing({ trace_id }: Request): Answer {
  return failure(404, "there is nothing at this address", trace_id);
}

/** The client's own page, which finds no screen for the address and says so. */
function showNowhere({ res, trace_id }: Request, page: Buffer): "done" {
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

function sayHowToBuild({ res }: Request): "done" {
  const text = "The web client is not built. Run “npm run build” and start the service again.\n";
  res.writeHead(503, {
    ...PAGE_HEADERS,
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": Buffer.byteLength(text),
  });
  res.end(text);
  return "done";
}
