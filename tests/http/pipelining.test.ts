/** Clients that pipeline without reading, and heads that do not end: what they send takes little memory. */
import { readdirSync, readlinkSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collectGarbage } from "../support/collect-garbage.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { startWorld, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { Wire } from "./fast-path/wire.ts";

const CONNECTIONS = 30;
const REQUESTS = 2200;

/** The stored files that this process, which is the service, has open. */
function openBlobs(): string[] {
  return readdirSync("/proc/self/fd").flatMap((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).match(/.*\/blobs\/.*/) ?? [];
    } catch {
      // That of the folder itself is closed by now.
      return [];
    }
  });
}

describe.each(LONG_RUN ? (["own", "node"] as const) : (["own"] as const))("reader: %s", (http_reader) => {
  let t: TestService;
  beforeAll(async () => (t = await startWorld("memory", undefined, { http_reader })));
  afterAll(() => t.stop());

  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const post = (lines: string, body: string) => `POST /nope HTTP/1.1\r\nHost: x\r\n${lines}\r\n\r\n${body}`;

  function memory(): NodeJS.MemoryUsage {
    collectGarbage();
    return process.memoryUsage();
  }

  test.each([
    ["at no address", get("/nope")],
    ["with an invalid token", get("/bot1:x/getMe")],
    ["with a body", post("Content-Length: 4", "\r\n\r\n")],
    ["with a body in chunks", post("Transfer-Encoding: chunked", "1\r\nx\r\n0\r\n\r\n")],
  ])("requests %s take no memory while they wait", async (_what, request) => {
    const bytes = Buffer.from(request.repeat(REQUESTS));
    const wires = Array.from({ length: CONNECTIONS }, () => new Wire(t.url));
    for (const wire of wires) {
      wire.send(get("/healthz"));
      await wire.hears("HTTP/1.1 200");
      wire.socket.pause();
    }
    const before = memory();
    await Promise.all(wires.map(({ socket }) => new Promise((sent) => socket.write(bytes, sent))));
    // The service has read what it reads when it answers another client.
    for (let n = 0; n < 3; n += 1) expect((await t.fetch("/healthz")).status).toBe(200);
    const after = memory();
    for (const wire of wires) wire.socket.resetAndDestroy();
    // Each request that waits in a parsed form takes 3 kB, all of a connection 6 MB.
    expect((after.heapUsed - before.heapUsed) / CONNECTIONS).toBeLessThan(200_000);
    // A socket reads up to 64 KiB at a time, and a few times more until it is paused and what it has read is freed.
    expect((after.arrayBuffers - before.arrayBuffers) / CONNECTIONS).toBeLessThan(bytes.length + 400_000);
    await Promise.all(wires.map(({ closed }) => closed));
    expect((await t.fetch("/healthz")).status).toBe(200);
  });

  test("downloads of a client that leaves without reading close their file", async () => {
    const form = new FormData();
    form.append("chat_id", String(t.id("Team")));
    form.append("document", new Blob([new Uint8Array(8_000_000)]), "a.bin");
    const { document } = await t.ok("guard_bot", "sendDocument", form);
    const { file_path } = await t.ok("guard_bot", "getFile", { file_id: document.file_id });
    const wire = new Wire(t.url);
    wire.socket.pause();
    wire.send(get(`/file/bot${t.token("guard_bot")}/${file_path}`).repeat(3));
    await until(() => openBlobs().length > 0, "a file that is being sent");
    wire.socket.resetAndDestroy();
    await until(() => openBlobs().length === 0, "its end");
  });

  test("many pipelined requests are all answered, and the connection stays", async () => {
    const wire = new Wire(t.url);
    wire.send(get("/nope").repeat(300) + get("/healthz"));
    expect(await wire.hears("HTTP/1.1 200")).toBe(true);
    expect(wire.said.split("HTTP/1.1 404")).toHaveLength(301);
    wire.said = "";
    wire.send(get("/healthz"));
    expect(await wire.hears("HTTP/1.1 200")).toBe(true);
    wire.leave();
  });

  test("a request may have a hundred headers", async () => {
    for (const [count, status] of [
      [99, 200],
      [100, 431],
      [5000, 431],
    ] as const) {
      const wire = new Wire(t.url);
      wire.send(`GET /healthz HTTP/1.1\r\nHost: x\r\n${"A: b\r\n".repeat(count)}\r\n`);
      expect([count, await wire.hears(`HTTP/1.1 ${status}`)]).toEqual([count, true]);
      wire.leave();
    }
  });

  test("long heads that do not end are limited over all connections", async () => {
    const long = `GET /nope?${"x".repeat(250_000)}`;
    const wires = Array.from({ length: 350 }, () => new Wire(t.url));
    for (const wire of wires) wire.send(long);
    // 64 MiB are room for 286 of them.
    await Promise.race(wires.map(({ closed }) => closed));
    expect((await t.fetch("/healthz")).status).toBe(200);
    expect(wires.filter(({ ended }) => !ended).length).toBeGreaterThan(200);
    for (const wire of wires) wire.socket.resetAndDestroy();
    for (let status = 0; status !== 404;) {
      status = (await t.fetch(long.slice("GET ".length)).catch(() => ({ status: 0 }))).status;
    }
  });
});
