/**
 * Records the requests of real bot libraries, for tests/http/corpus.test.ts. Run: `node tools/record-bodies.ts`.
 * The recorded programs, one per library, are in tests/http/recording-programs.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { nodeFor } from "./machine-node.ts";

/** A request as received. Multipart boundaries are random, so they are replaced by a fixed one. */
interface Recorded {
  readonly call: string;
  readonly verb: string;
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

const LIBRARIES = ["grammy", "telegraf", "node-telegram-bot-api", "node-telegram-bot-api-0", "gramio", "puregram"];
const TESTS = new URL("../tests/http/", import.meta.url);

let recorded: Recorded[] = [];
/** The call that the program has announced. Only its first request is recorded. */
let next: string | undefined;

const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on("data", (chunk: Buffer) => chunks.push(chunk));
  req.on("end", () => {
    const { method: verb, url, headers } = req;
    const { pathname, searchParams } = new URL(url!, "http://localhost");
    if (pathname === "/next") next = searchParams.get("name")!;
    else if (next !== undefined) {
      const { type, body } = nameBoundary(headers["content-type"] ?? "", Buffer.concat(chunks));
      const path = url!.replace(/bot[^/]+/, "botTOKEN");
      recorded.push({ call: next, verb: verb!, path, type, body: body.toString("base64") });
      next = undefined;
    }
    res.setHeader("content-type", "application/json");
    res.end(JSON.stringify({ ok: true, result: answerTo(pathname) }));
  });
});
server.listen(0, "127.0.0.1");
await once(server, "listening");

/** A response that every library accepts. */
function answerTo(path: string): object {
  const chat = { id: 5, type: "private", first_name: "A" };
  const message = { message_id: 1, date: 1, chat, id: 1, is_bot: true, first_name: "B", username: "b_bot" };
  return /updates$/i.test(path) ? [] : message;
}

function nameBoundary(type: string, body: Buffer): { type: string; body: Buffer } {
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1];
  if (boundary === undefined) return { type, body };
  const text = body.toString("latin1").replaceAll(boundary, "boundary");
  return { type: type.replace(boundary, "boundary"), body: Buffer.from(text, "latin1") };
}

for (const library of LIBRARIES) {
  const node = nodeFor(library);
  if (node === undefined) throw new Error(`this machine has no Node that ${library} sends uploads with`);
  recorded = [];
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const script = new URL(`recording-programs/${library}.mjs`, TESTS).pathname;
  const program = spawn(node, [script], { env: { BASE: base }, stdio: ["ignore", "inherit", "inherit"] });
  const [code] = await once(program, "exit");
  if (code !== 0) throw new Error(`${library} ended with ${code}`);
  writeFileSync(new URL(`corpus/${library}.json`, TESTS), `${JSON.stringify(recorded, null, 2)}\n`);
  process.stdout.write(`${library}: ${recorded.length} requests\n`);
}
server.close();
