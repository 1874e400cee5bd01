/** Opens people's web sockets: `GET /api/stream`. */
import { STATUS_CODES, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import type { Frame } from "@heliogram/shared/wire.ts";
import { languageCode, type Account } from "../../domain/accounts.ts";
import { ConcurrencyLimit } from "../../concurrency/concurrency-limit.ts";
import { SESSION_ENDED, UserSocket, type SocketConnection, type SocketDeps } from "../../live/sockets/user-socket.ts";
import type { FailedCall } from "../failed-call.ts";
import type { CallerTraces } from "../trace-id.ts";
import { authenticateSocket } from "../authentication/user-authentication.ts";
import type { Caller } from "../../methods/engine/call.ts";
import { StoreUnavailable } from "../../store/db.ts";
import { keepLanguage } from "../../app/accounts/profile.ts";
import type { ApiDeps } from "./api-deps.ts";
import { COMMON_HEADER_LINES } from "../security-headers.ts";

const PATH = /^\/api\/stream(?:\?|$)/;
/** Clients send no data on the socket: they call methods over HTTP. */
const MAX_FRAME = 4 * 1024;
/**
 * Frames of a client between two heartbeats. It answers each ping with a pong, and some clients send pings of their
 * own.
 */
const MAX_FRAMES = 100;
/** Milliseconds between heartbeats. A client that does not answer one before the next is disconnected. */
const HEARTBEAT_MS = 20_000;
const HEARTBEAT = JSON.stringify({ type: "beat" } satisfies Frame);

/** Open sockets per person. Each gets every event of all their chats. */
const MAX_SOCKETS = 50;
/** Seconds within which a dead socket is detected. */
const RETRY_AFTER_S = 40;

/**
 * Sockets that are opened at a time. After a restart all clients reconnect at once; opening one takes half a
 * millisecond, and other work runs in between.
 */
const MAX_OPENING = 4;
/** Openings of one address that wait, of which all addresses with waiting ones take turns. An office may share one. */
const MAX_WAITING_FROM_ONE = 1000;
/** Seconds after which an address with that many may try again. */
const OPENING_RETRY_AFTER_S = 2;

/** Whether a request target is the stream's. */
export function isStream(url: string): boolean {
  return PATH.test(url);
}

/** The web sockets of people. */
export interface WebSockets {
  /** Handles the event `upgrade` of a server. */
  readonly upgrade: (req: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Sockets that are open. */
  readonly open: number;
  /** Closes every socket, and tells clients whether another process takes over at once. */
  close(why: "end" | "restart"): void;
}

/** Who is notified of refusals. */
interface Refusals {
  readonly makeTraceId: () => string;
  readonly traces: CallerTraces;
  readonly onFailure: (failed: FailedCall) => void;
}

export function webSockets(api: ApiDeps, deps: SocketDeps, refusals: Refusals): WebSockets {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME, perMessageDeflate: false });
  const refuse = refuser(refusals);
  sockets.on("wsClientError", (_error, socket, req) => refuse(req, socket, 400));
  const openOf = new Map<number, number>();
  const openings = new ConcurrencyLimit<string>({
    max_running: MAX_OPENING,
    max_waiting_per_key: MAX_WAITING_FROM_ONE,
    afterEach: deps.yieldToEventLoop,
  });
  const upgrade = (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    const opening = () =>
      open(req, socket, head).catch((error: unknown) => {
        deps.onError(error);
        refuse(req, socket, error instanceof StoreUnavailable ? 503 : 500);
      });
    const { network } = api.clientAddress(req);
    if (openings.isFull(network)) return refuse(req, socket, 429, { retry_after: OPENING_RETRY_AFTER_S });
    void openings.run(network, async () => {
      if (!socket.destroyed) await opening();
    });
  };
  const open = async (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    const caller = await authenticateSocket(api, req);
    if (caller === "cross-site") return refuse(req, socket, 403);
    if (!caller && req.headers.origin === undefined) return refuse(req, socket, 401);
    if (!caller) return closeSession(sockets, req, socket, head);
    const { id } = caller.account;
    if ((openOf.get(id) ?? 0) >= MAX_SOCKETS)
      return refuse(req, socket, 429, { account_id: id, retry_after: RETRY_AFTER_S });
    const wait_s = await api.rates.takeOfPerson(id, [{ kind: "sockets", count: 1 }]);
    if (wait_s > 0) return refuse(req, socket, 429, { account_id: id, retry_after: wait_s });
    const ws = await completeUpgrade(sockets, req, socket, head);
    if (!ws) return;
    await noteLanguage(api, caller.account, req.url!);
    await serve({ ws, raw: socket }, caller);
  };
  const serve = (connection: SocketConnection, caller: Caller) => {
    const { ws } = connection;
    countSocket(openOf, caller.account.id, ws);
    startHeartbeat(ws, deps, caller.expires_at ?? Infinity);
    const isSessionValid = async () => (await deps.db.read(caller.reload)) !== undefined;
    const stream = new UserSocket(deps, connection, caller.account, isSessionValid);
    return stream.start().catch((error: unknown) => {
      deps.onError(error);
      // Code 1013, "try again later", makes the client reconnect.
      if (error instanceof StoreUnavailable) ws.close(1013, "the database does not answer");
      else ws.close(1011, "internal error");
    });
  };
  return {
    upgrade,
    get open() {
      return sockets.clients.size;
    },
    close: (why) => closeAll(sockets, why),
  };
}

function closeAll(sockets: WebSocketServer, why: "end" | "restart"): void {
  // Code 1012, "service restart", makes the client reconnect at once.
  for (const ws of sockets.clients)
    if (why === "restart") ws.close(1012, "the service restarts");
    else ws.close(1001, "the service is going down");
  for (const ws of sockets.clients) ws.terminate();
  sockets.close();
}

/** Keeps the language that the client names. */
async function noteLanguage({ db }: ApiDeps, { id, language_code }: Account, url: string): Promise<void> {
  const code = languageCode(new URLSearchParams(url.split("?", 2)[1]).get("language") ?? "");
  if (code !== "" && code !== language_code) await db.write((tx) => keepLanguage(tx, id, code));
}

/** @returns `undefined` if the client has left or its handshake is invalid, to which `ws` itself responds */
function completeUpgrade(
  sockets: WebSocketServer,
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<WebSocket | undefined> {
  return new Promise((done) => {
    socket.once("close", () => done(undefined));
    sockets.handleUpgrade(req, socket, head, done);
  });
}

/**
 * Opens the socket of a browser without a valid session, and closes it with the code for that. A browser, whose request has
 * an `Origin`, does not tell a page the status of a refused handshake.
 */
async function closeSession(
  sockets: WebSocketServer,
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  const ws = await completeUpgrade(sockets, req, socket, head);
  ws?.close(...SESSION_ENDED);
  endAtOnce(socket);
}

/** Of a refusal. */
interface Refused {
  /** Who is refused, if that is known. */
  readonly account_id?: number;
  /** Seconds after which the client may try again. */
  readonly retry_after?: number;
}

/** @returns the function that refuses an upgrade, and reports it */
function refuser({ makeTraceId, traces, onFailure }: Refusals) {
  return (req: IncomingMessage, socket: Duplex, status: number, more: Refused = {}): void => {
    const trace_id = traces.idOf(req.headers.traceparent as string | undefined, makeTraceId);
    refuseUpgrade(socket, status, trace_id, more.retry_after);
    const caller = more.account_id === undefined ? undefined : { account_id: more.account_id, method: "" };
    onFailure({ api: "user", status, body: "", trace_id, caller, from: req });
  };
}

function refuseUpgrade(socket: Duplex, status: number, trace_id: string, retry_after: number | undefined): void {
  const phrase = STATUS_CODES[status];
  const retryAfter = retry_after === undefined ? "" : `Retry-After: ${retry_after}\r\n`;
  socket.write(
    `HTTP/1.1 ${status} ${phrase}\r\n${COMMON_HEADER_LINES}X-Trace-Id: ${trace_id}\r\n${retryAfter}Content-Length: 0\r\nConnection: close\r\n\r\n`,
  );
  endAtOnce(socket);
}

/** Closes a connection when all has been written to it. It does not wait for the client, for which there is no timeout. */
function endAtOnce(socket: Duplex): void {
  socket.once("finish", () => socket.destroy());
  socket.end();
}

function countSocket(open: Map<number, number>, person_id: number, ws: WebSocket): void {
  open.set(person_id, (open.get(person_id) ?? 0) + 1);
  ws.once("close", () => {
    const left = open.get(person_id)! - 1;
    if (left === 0) open.delete(person_id);
    else open.set(person_id, left);
  });
}

/** @param expires_at - when the session ends, in Unix seconds. Nothing else tells an open socket. */
function startHeartbeat(ws: WebSocket, { clock }: SocketDeps, expires_at: number): void {
  let alive = true;
  let frames = 0;
  let cancel = () => {};
  const beat = () => {
    if (!alive) {
      ws.terminate();
      return;
    }
    if (clock.now() >= expires_at * 1000) {
      ws.close(...SESSION_ENDED);
      return;
    }
    alive = false;
    frames = 0;
    ws.ping();
    ws.send(HEARTBEAT);
    cancel = clock.after(HEARTBEAT_MS, beat);
  };
  // Each frame costs time, and a ping an answer that is buffered until it is read.
  const countFrame = () => {
    frames += 1;
    if (frames > MAX_FRAMES) ws.terminate();
  };
  ws.on("pong", () => (alive = true));
  for (const kind of ["message", "ping", "pong"] as const) ws.on(kind, countFrame);
  ws.once("close", () => cancel());
  cancel = clock.after(HEARTBEAT_MS, beat);
}
