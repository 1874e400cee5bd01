/**
 * The floor: what `node:http` alone costs for the same bytes. It parses JSON and throws other bodies away, and gives the
 * answer it has been taught; it gives a big file out of memory, and lets a long poll wait for ever.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { FILE_BYTES, PIECE } from "../load/file.ts";
import type { Answer } from "./script.ts";

const KEEP_ALIVE_MS = 75_000;

let headers: Answer["headers"] = {};
let body: Buffer = Buffer.alloc(0);

function answer(req: IncomingMessage, res: ServerResponse): void {
  const isJson = req.headers["content-type"] === "application/json";
  const chunks: Buffer[] = [];
  req.on("data", (chunk: Buffer) => isJson && chunks.push(chunk));
  req.on("end", () => {
    if (isJson) JSON.parse(Buffer.concat(chunks).toString());
    res.writeHead(200, headers);
    res.end(body);
  });
}

function give(res: ServerResponse): void {
  res.writeHead(200, { "Content-Type": "application/octet-stream", "Content-Length": FILE_BYTES });
  let left = FILE_BYTES / PIECE.length;
  const more = () => {
    while (left > 0) {
      left -= 1;
      if (!res.write(PIECE)) {
        res.once("drain", more);
        return;
      }
    }
    res.end();
  };
  more();
}

const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (req, res) => {
  if (req.method === "POST") answer(req, res);
  else if (req.url === "/file") give(res);
});
process.on("message", (taught: Answer) => {
  headers = taught.headers;
  body = Buffer.from(taught.body);
});
process.on("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => process.send!((server.address() as AddressInfo).port));
