/** The time of a start does not depend on the size of the store: it reads as many bytes of a large store as of a small one. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { call, startProcess, type OwnProcess } from "../support/own-process.ts";
import { end } from "../support/programs.ts";

const WORLD = {
  people: [{ name: "Alice", username: "alice" }],
  bots: [{ name: "Sender", username: "sender_bot" }],
  chats: [{ title: "Own", creator: "alice", members: ["sender_bot"] }],
};
/** The longest texts, so that few of them make a store large. */
const TEXT = "x".repeat(4096);
const COUNT = 2500;
const CROWD = 32;
/** The random difference in bytes read between two starts; on a busy machine more modules are read by then. */
const APART_BYTES = 1_000_000;

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), "heliogram-start-"))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** The bytes that a process has read, including its program. */
function bytesRead({ program }: OwnProcess): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${program.pid}/io`, "utf8"))![1]);
}

async function sendMany({ url, bots, chats }: OwnProcess): Promise<void> {
  let sent = 0;
  const one = async () => {
    while (sent++ < COUNT) await call(`${url}/bot${bots[0]!.token}/sendMessage`, { chat_id: chats[0]!.id, text: TEXT });
  };
  await Promise.all(Array.from({ length: CROWD }, one));
}

// The kernel tells what a process reads where there is /proc.
test.runIf(existsSync("/proc/self/io"))("a start reads as much of a large store as of a small one", async () => {
  const first = await startProcess({ dir, world: WORLD });
  await end(first.program, "SIGTERM");
  const small = await startProcess({ dir });
  const bytes = bytesRead(small);
  await sendMany({ ...first, url: small.url });
  await end(small.program, "SIGTERM");
  expect(statSync(join(dir, "heliogram.db")).size).toBeGreaterThan(10 * APART_BYTES);
  const large = await startProcess({ dir });
  expect(bytesRead(large)).toBeLessThan(bytes + APART_BYTES);
  await end(large.program, "SIGTERM");
});
