/** `npm run nodes`: several nodes on this machine that can be used, go on when one is killed, and leave nothing behind. */
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Caller } from "../support/caller.ts";
import { end, said } from "../support/programs.ts";
import { until } from "../support/until.ts";

const MAIN = new URL("../../tools/nodes/main.ts", import.meta.url).pathname;
const LIMIT_MS = 240_000;

test(
  "two nodes serve what was sent to either, also after one is killed, and end with all that they use",
  { timeout: LIMIT_MS },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "heliogram-nodes-test-"));
    // PostgreSQL runs as another account where we are root.
    chmodSync(folder, 0o755);
    const program = spawn(process.execPath, [MAIN, "2", "--port", "0"], {
      env: { ...process.env, TMPDIR: folder },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output = await said(program, (text) => (text.includes("Ctrl-C ends everything") ? text : undefined));
    const url = /listens on (\S+)/.exec(output)![1]!;
    const token = /@alice {2}(\S+)/.exec(output)![1]!;
    const chat_id = Number(/(-\d+) {2}supergroup {2}Team/.exec(output)![1]);
    const killed = Number(/node 1 .*process (\d+)/.exec(output)![1]);
    const caller = new Caller(url);
    const sent: string[] = [];
    const send = async (text: string) => {
      if ((await caller.person(token, "sendMessage", { chat_id, text })).status === 200) sent.push(text);
    };
    for (let n = 1; n <= 4; n++) await send(`before ${n}`);
    expect(sent).toHaveLength(4);
    process.kill(killed, "SIGKILL");
    await until(async () => {
      await send(`after ${sent.length}`);
      return sent.length >= 8;
    }, "eight messages");
    const { result } = await caller.person(token, "getHistory", { chat_id, limit: 50 });
    const texts = result.messages.map((message: { text?: string }) => message.text);
    expect(texts).toEqual(expect.arrayContaining(sent));
    await end(program, "SIGINT");
    expect(readdirSync(folder).filter((name) => name.startsWith("heliogram-"))).toEqual([]);
    rmSync(folder, { recursive: true });
  },
);
