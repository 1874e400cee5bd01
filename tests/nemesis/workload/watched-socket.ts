/** A web socket that only records what comes on it. */
import { WebSocket } from "ws";
import type { Json } from "../../support/json.ts";
import type { History } from "../history.ts";

export interface WatchedSocketOptions {
  readonly url: string;
  readonly access_token: string;
  readonly by: string;
  /** What will be taken away from it. */
  readonly subject: string;
  /** The chat whose frames are recorded; without one, all. */
  readonly chat_id?: number;
}

export interface WatchedSocket {
  /** Resolves when it is open, or has failed. */
  readonly opened: Promise<void>;
  readonly close: () => void;
}

let sockets = 1_000_000;

export function watchSocket(history: History, options: WatchedSocketOptions): WatchedSocket {
  const { url, access_token, by, subject, chat_id } = options;
  const socket = ++sockets;
  const ws = new WebSocket(`${url.replace("http", "ws")}/api/stream`, {
    headers: { authorization: `Bearer ${access_token}` },
    handshakeTimeout: 3000,
  });
  let isOver = false;
  const end = () => {
    if (!isOver) history.add({ type: "close", socket });
    isOver = true;
  };
  const opened = new Promise<void>((done) => {
    ws.on("error", () => done());
    ws.once("close", () => {
      end();
      done();
    });
    ws.on("message", (data: Buffer) => {
      const frame: Json = JSON.parse(data.toString());
      if (frame.type === "hello") {
        history.add({ type: "open", socket, by, subject });
        done();
      } else if (chat_id === undefined || frame.chat_id === chat_id) {
        history.add({ type: "frame", socket, frame: frame.type, chat_id: frame.chat_id, seq: frame.seq });
      }
    });
  });
  return {
    opened,
    close: () => {
      end();
      ws.terminate();
    },
  };
}
