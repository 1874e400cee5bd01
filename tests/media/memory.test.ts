/** A hundred megabytes pass through the service, up and down, without ever being in its memory (ARCHITECTURE.md, Media). */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { call, startProcess } from "../kit/own-process.ts";
import { end } from "../kit/programs.ts";
import type { Json } from "../kit/service.ts";

const PIECE = Buffer.alloc(1_000_000, "0123456789abcdef");
const PIECES = 100;
const GROWTH_KB = 64 * 1024;

/** A figure of a process in kB, as the kernel has it. */
function figure(pid: number, name: "VmRSS" | "VmHWM"): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]);
}

/** Uploads so many pieces as one document, no faster than they are taken. @returns the answer */
async function upload(bot: string, chat_id: number, pieces: number): Promise<Json> {
  const head = `--b\r\nContent-Disposition: form-data; name="chat_id"\r\n\r\n${chat_id}\r\n--b\r\nContent-Disposition: form-data; name="document"; filename="big"\r\n\r\n`;
  const tail = "\r\n--b--\r\n";
  const headers = {
    "content-type": "multipart/form-data; boundary=b",
    "content-length": head.length + pieces * PIECE.length + tail.length,
  };
  const req = request(`${bot}/sendDocument`, { method: "POST", headers });
  const answer = new Promise<string>((resolve, reject) => {
    req.once("response", (res) => text(res).then(resolve, reject)).once("error", reject);
  });
  await pipeline(function* () {
    yield head;
    for (let n = 0; n < pieces; n++) yield PIECE;
    yield tail;
  }, req);
  return JSON.parse(await answer);
}

// The highest memory of a process is known where there is /proc.
test.runIf(existsSync("/proc/self/clear_refs"))(
  "100 MB up and down in less than 64 MB",
  { timeout: 120_000 },
  async () => {
    const dir = mkdtempSync(join(tmpdir(), "heliogram-memory-"));
    const world = {
      people: [{ name: "Alice", username: "alice" }],
      bots: [{ name: "Load", username: "load_bot" }],
      chats: [{ title: "Team", creator: "alice", members: ["load_bot"] }],
    };
    const service = await startProcess({ dir, world });
    const pid = service.program.pid!;
    const bot = `${service.url}/bot${service.bots[0]!.token}`;
    const chat_id = service.chats[0]!.id;
    // Whatever is loaded at the first file is not what a large one takes.
    await upload(bot, chat_id, 1);
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
    const before = figure(pid, "VmRSS");

    const { result } = await upload(bot, chat_id, PIECES);
    expect(result.document.file_size).toBe(PIECES * PIECE.length);
    const { file_path } = await call<Json>(`${bot}/getFile`, { file_id: result.document.file_id });
    const path = `${service.url}/file/${bot.split("/").at(-1)}/${file_path}`;
    const [came, whole] = [createHash("sha256"), createHash("sha256")];
    for await (const piece of (await fetch(path)).body!) came.update(piece);
    for (let n = 0; n < PIECES; n++) whole.update(PIECE);
    expect(came.digest("hex")).toBe(whole.digest("hex"));

    expect(figure(pid, "VmHWM") - before).toBeLessThan(GROWTH_KB);
    await end(service.program, "SIGTERM");
    rmSync(dir, { recursive: true, force: true });
  },
);
