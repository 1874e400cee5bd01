/** An upload and a download of a hundred megabytes are streamed and never held in memory. */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { call, startProcess } from "../support/own-process.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { end } from "../support/programs.ts";
import { takeBucket } from "../support/s3.ts";
import { HAS_S3 } from "../support/s3-store.ts";
import type { Json } from "../support/service.ts";

const PIECE = Buffer.alloc(1_000_000, "0123456789abcdef");
const PIECES = 100;
/** Of the first file: enough for a bucket to take it in parts. */
const FIRST_PIECES = 20;
/** Half of the file. Up to 17 MB are measured, with a bucket, to which three parts are sent at a time. */
const GROWTH_KB = 48 * 1024;

/** A memory figure of a process in kB, from /proc. */
function figure(pid: number, name: "VmRSS" | "VmHWM"): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]);
}

/** Uploads so many chunks as one document, with backpressure. @returns the response */
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
test.runIf(existsSync("/proc/self/clear_refs")).each(LONG_RUN && HAS_S3 ? ["a folder", "a bucket"] : ["a folder"])(
  "100 MB up and down are never held in memory, with files in %s",
  { timeout: 120_000 },
  async (place) => {
    const dir = mkdtempSync(join(tmpdir(), "heliogram-memory-"));
    const world = {
      people: [{ name: "Alice", username: "alice" }],
      bots: [{ name: "Load", username: "load_bot" }],
      chats: [{ title: "Team", creator: "alice", members: ["load_bot"] }],
    };
    const service = await startProcess({ dir, world, bucket: place === "a bucket" ? await takeBucket() : undefined });
    const pid = service.program.pid!;
    const bot = `${service.url}/bot${service.bots[0]!.token}`;
    const chat_id = service.chats[0]!.id;
    // The first file loads modules and starts the thread that hashes, which must not count as memory of the large one.
    await upload(bot, chat_id, FIRST_PIECES);
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
