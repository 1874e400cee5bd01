/** The service goes on when strangers use up its file descriptors. */
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startProcess, type OwnProcess } from "../kit/own-process.ts";
import { end } from "../kit/programs.ts";

/** Few enough to be used up at once, and enough for the service to start. */
const DESCRIPTORS = 80;
const STRANGERS = 200;

let dir: string;
let service: OwnProcess;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "heliogram-descriptors-"));
  service = await startProcess({ dir, before: `ulimit -n ${DESCRIPTORS}` });
});
afterEach(async () => {
  await end(service.program, "SIGTERM");
  rmSync(dir, { recursive: true, force: true });
});

const answers = async () => (await fetch(`${service.url}/healthz`)).status === 200;

test("more connections than it has descriptors for end nothing", async () => {
  const { port, hostname } = new URL(service.url);
  const strangers = Array.from({ length: STRANGERS }, () => connect(Number(port), hostname));
  const settled = (stranger: Socket) =>
    new Promise<void>((done) => stranger.once("connect", done).once("error", () => done()));
  await Promise.all(strangers.map(settled));
  // One of those that were let in has its answer: the others have been dealt with before it.
  const [first] = strangers;
  const answer = new Promise<string>((done) => first!.once("data", (chunk: Buffer) => done(chunk.toString())));
  first!.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  expect(await answer).toContain("200 OK");
  for (const stranger of strangers) stranger.on("error", () => {}).destroy();
  while (!(await answers().catch(() => false)));
  expect(service.program.exitCode).toBeNull();
});
