/** Opens people's web sockets: `GET /api/stream`. */
import { STATUS_CODES, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import type { Frame } from "@heliogram/shared/frames.ts";
import { FewAtOnce } from "../live/few-at-once.ts";
import { PersonStream, type Connection, type StreamDeps } from "../live/socket.ts";
import { listenerOf } from "./callers.ts";
import type { Caller } from "../methods/call.ts";
import { StoreUnavailable } from "../store/db.ts";
import type { FaceDeps } from "./face.ts";
import { COMMON_LINES } from "./headers.ts";

const PATH = /^\/api\/stream(?:\?|$)/;
/** Clients have nothing to say here: what they do over HTTP they do by methods. */
const MAX_FRAME = 4 * 1024;
/** Frames of a client between two beats. It answers a beat with one; some send pings of their own. */
const MAX_FRAMES = 100;
/** Milliseconds between signs of life; a client that gives none in between is gone. */
const BEAT_MS = 20_000;
const BEAT = JSON.stringify({ type: "beat" } satisfies Frame);

/** Sockets that one person may have open: each is told everything that happens in all their chats. */
const MOST_SOCKETS = 50;
/** Seconds within which a socket whose client is gone is found dead. */
const FULL_WAIT_S = 40;

/**
 * Sockets that are being opened at a time. After a restart all come at once: each takes half a millisecond, and others get
 * their turn after so many.
 */
const OPENINGS = 4;

/** Whether an address is the stream's. */
export function isStream(url: string): boolean {
  return PATH.test(url);
}

/** Attaches the door to a server. @returns a function that closes every socket */
export function openStreamDoor(server: Server, face: FaceDeps, deps: StreamDeps): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME, perMessageDeflate: false });
  sockets.on("wsClientError", (_error, socket) => refuseUpgrade(socket, 400));
  const openOf = new Map<number, number>();
  const openings = new FewAtOnce(OPENINGS, deps.turn);
  server.on("upgrade", (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    const opening = () =>
      open(req, socket, head).catch((error: unknown) => {
        deps.onFault(error);
        refuseUpgrade(socket, error instanceof StoreUnavailable ? 503 : 500);
      });
    openings.add(opening, () => !socket.destroyed);
  });
  const open = async (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    const caller = await listenerOf(face, req);
    if (caller === "foreign") return refuseUpgrade(socket, 403);
    if (!caller) return refuseUpgrade(socket, 401);
    const { id } = caller.account;
    if ((openOf.get(id) ?? 0) >= MOST_SOCKETS) return refuseUpgrade(socket, 429, FULL_WAIT_S);
    const wait_s = face.rates.takeOfPerson(id, [{ kind: "sockets", count: 1 }]);
    if (wait_s > 0) return refuseUpgrade(socket, 429, wait_s);
    const ws = await new Promise<WebSocket | undefined>((done) => {
      // A handshake that is none is answered by `ws` itself.
      socket.once("close", () => done(undefined));
      sockets.handleUpgrade(req, socket, head, done);
    });
    if (ws) await serve({ ws, raw: socket }, caller);
  };
  const serve = (connection: Connection, caller: Caller) => {
    const { ws } = connection;
    count(openOf, caller.account.id, ws);
    watchLife(ws, deps);
    const stillThere = async () => (await deps.db.read(caller.reload)) !== undefined;
    const stream = new PersonStream(deps, connection, caller.account, stillThere);
    return stream.start().catch((error: unknown) => {
      deps.onFault(error);
      // "Try again later": the client does.
      if (error instanceof StoreUnavailable) ws.close(1013, "the database does not answer");
      else ws.close(1011, "internal error");
    });
  };
  return () => {
    for (const ws of sockets.clients) ws.close(1001, "the service is going down");
    for (const ws of sockets.clients) ws.terminate();
    sockets.close();
  };
}

/** @param retry_after - seconds after which another try is worth it */
function refuseUpgrade(socket: Duplex, status: number, retry_after?: number): void {
  const phrase = STATUS_CODES[status];
  const again = retry_after === undefined ? "" : `Retry-After: ${retry_after}\r\n`;
  socket.end(`HTTP/1.1 ${status} ${phrase}\r\n${COMMON_LINES}${again}Content-Length: 0\r\nConnection: close\r\n\r\n`);
  // Nobody watches over this connection any more: it must not wait for its client.
  socket.once("finish", () => socket.destroy());
}

function count(open: Map<number, number>, person_id: number, ws: WebSocket): void {
  open.set(person_id, (open.get(person_id) ?? 0) + 1);
  ws.once("close", () => {
    const left = open.get(person_id)! - 1;
    if (left === 0) open.delete(person_id);
    else open.set(person_id, left);
  });
}

function watchLife(ws: WebSocket, { clock }: StreamDeps): void {
  let alive = true;
  let frames = 0;
  let cancel = () => {};
  const beat = () => {
    if (!alive) {
      ws.terminate();
      return;
    }
    alive = false;
    frames = 0;
    ws.ping();
    ws.send(BEAT);
    cancel = clock.after(BEAT_MS, beat);
  };
  // Each costs time, and a ping an answer that is kept until it is taken.
  const countFrame = () => {
    frames += 1;
    if (frames > MAX_FRAMES) ws.terminate();
  };
  ws.on("pong", () => (alive = true));
  for (const kind of ["message", "ping", "pong"] as const) ws.on(kind, countFrame);
  ws.once("close", () => cancel());
  cancel = clock.after(BEAT_MS, beat);
}
