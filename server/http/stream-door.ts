/** Opens people's web sockets: `GET /api/stream`. */
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { PersonStream, type StreamDeps } from "../live/socket.ts";
import type { FaceDeps } from "./face.ts";
import { accessToken, findCaller } from "./web-face.ts";

const PATH = /^\/api\/stream(?:\?|$)/;
const MAX_FRAME = 64 * 1024;
/** Milliseconds between signs of life; a client that gives none in between is gone. */
const HEARTBEAT_MS = 30_000;

/** Whether an address is the stream's. */
export function isStream(url: string): boolean {
  return PATH.test(url);
}

/** Attaches the door to a server. @returns a function that closes every socket */
export function openStreamDoor(server: Server, face: FaceDeps, deps: StreamDeps): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME, perMessageDeflate: false });
  server.on("upgrade", (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    void admitSocket(face, req)
      .then((caller) => {
        if (!caller) return refuseUpgrade(socket, 401);
        sockets.handleUpgrade(req, socket, head, (ws) => serve(ws, caller));
      })
      .catch((error: unknown) => {
        deps.onFault(error);
        refuseUpgrade(socket, 500);
      });
  });
  const serve = (ws: WebSocket, caller: NonNullable<Awaited<ReturnType<typeof admitSocket>>>) => {
    watchLife(ws, deps);
    const stillThere = async () => (await deps.db.read(caller.reload)) !== undefined;
    const stream = new PersonStream(deps, ws, caller.account, stillThere);
    stream.start().catch((error: unknown) => {
      deps.onFault(error);
      ws.close(1011, "internal error");
    });
  };
  return () => {
    for (const ws of sockets.clients) ws.close(1001, "the service is going down");
    for (const ws of sockets.clients) ws.terminate();
    sockets.close();
  };
}

/** Browsers cannot set headers here: the token may come as a sub-protocol, `access_token, <token>`. */
async function admitSocket(face: FaceDeps, req: IncomingMessage) {
  const offered = (req.headers["sec-websocket-protocol"] ?? "").split(",").map((each) => each.trim());
  const token = accessToken(req) ?? (offered[0] === "access_token" ? offered[1] : undefined);
  return findCaller(face, token);
}

function refuseUpgrade(socket: Duplex, status: number): void {
  const phrase = status === 401 ? "Unauthorized" : "Internal Server Error";
  socket.end(`HTTP/1.1 ${status} ${phrase}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  // Nobody watches over this connection any more: it must not wait for its client.
  socket.once("finish", () => socket.destroy());
}

function watchLife(ws: WebSocket, { clock }: StreamDeps): void {
  let alive = true;
  let cancel = () => {};
  const beat = () => {
    if (!alive) {
      ws.terminate();
      return;
    }
    alive = false;
    ws.ping();
    cancel = clock.after(HEARTBEAT_MS, beat);
  };
  ws.on("pong", () => (alive = true));
  ws.once("close", () => cancel());
  cancel = clock.after(HEARTBEAT_MS, beat);
}
