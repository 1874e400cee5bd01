/** What a bot that waits costs in memory. */
import { connect, type Socket } from "node:net";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rssOf } from "../load/drive.ts";

/** Opens so many long polls, each of a bot of its own. @returns KiB of memory for each, and how many really wait */
export async function idlePolls(count: number): Promise<{ readonly kib: number; readonly waiting: number }> {
  const dir = mkdtempSync(join(tmpdir(), "heliogram-bench-"));
  const bots = Array.from({ length: count }, (_, i) => ({ name: `Bot ${i}`, username: `n${i}_bot` }));
  writeFileSync(join(dir, "world.json"), JSON.stringify({ bots }));
  const main = new URL("../../server/main.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [main, "dev", "--port", "0", "--json", "--world", join(dir, "world.json")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  while (!text.includes("\n")) await new Promise((done) => setTimeout(done, 50));
  const { url, bots: made } = JSON.parse(text) as { url: string; bots: { token: string }[] };
  const port = Number(new URL(url).port);
  const before = rssOf(child.pid!);
  const sockets: Socket[] = [];
  for (const { token } of made) {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.on("error", () => {});
    await new Promise((done) => socket.once("connect", done));
    socket.write(`GET /bot${token}/getUpdates?timeout=50 HTTP/1.1\r\nHost: bench\r\n\r\n`);
    sockets.push(socket);
  }
  await new Promise((done) => setTimeout(done, 1500));
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const waiting = Number(/heliogram_waiting_polls (\d+)/.exec(metrics)?.[1]);
  const kib = (rssOf(child.pid!) - before) / count;
  for (const socket of sockets) socket.destroy();
  const exited = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  await exited;
  rmSync(dir, { recursive: true, force: true });
  return { kib, waiting };
}
