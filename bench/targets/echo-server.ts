/**
 * The baseline: the cost of `node:http` alone for the same bytes. It parses JSON bodies, discards other bodies, and sends the
 * response that it was given. It serves a big file from memory and never answers a long poll.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { FILE_BYTES, CHUNK } from "../load/big-file.ts";
import type { CannedResponse } from "./forked-targets.ts";

const KEEP_ALIVE_MS = 75_000;

let headers: CannedResponse["headers"] = {};
let body: Buffer = Buffer.alloc(0);

function respond(req: IncomingMessage, res: ServerResponse): void {
  const isJson = req.headers["content-type"] === "application/json";
  const chunks: Buffer[] = [];
  req.on("data", (chunk: Buffer) => isJson && chunks.push(chunk));
  req.on("end", () => {
    if (isJson) JSON.parse(Buffer.concat(chunks).toString());
    res.writeHead(200, headers);
    res.end(body);
  });
}

function sendFile(res: ServerResponse): void {
  res.writeHead(200, { "Content-Type": "application/octet-stream", "Content-Length": FILE_BYTES });
  let left = FILE_BYTES / CHUNK.length;
  const more = () => {
    while (left > 0) {
      left -= 1;
      if (!res.write(CHUNK)) {
        res.once("drain", more);
        return;
      }
    }
    res.end();
  };
  more();
}

const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (req, res) => {
  if (req.method === "POST") respond(req, res);
  else if (req.url === "/file") sendFile(res);
});
process.on("message", (response: CannedResponse) => {
  headers = response.headers;
  body = Buffer.from(response.body);
});
process.on("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => process.send!((server.address() as AddressInfo).port));
