/** A body is refused as soon as it exceeds the limit, even if its sender stops sending (behaviour.md §5). */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineIndependent, startWorld, type TestService } from "../support/service.ts";
import { Wire } from "../http/fast-path/wire.ts";
import { until } from "../support/until.ts";

const LIMIT = 10 * 1024 * 1024;
/** The limit of all fields together that are not files. */
const PARAMETERS = 1024 * 1024;
const PART = '--b\r\nContent-Disposition: form-data; name="text"\r\n\r\n';
const PIECE = "x".repeat(64 * 1024);

describe.each(engineIndependent())("on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());

  /** Begins a request that says it is a good deal longer than its limit. */
  function begin(method: string, type: string, limit: number): Wire {
    const wire = new Wire(t.url);
    const path = `/bot${t.token("guard_bot")}/${method}`;
    wire.send(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${2 * limit}\r\n\r\n`);
    return wire;
  }

  function send(wire: Wire, bytes: number): void {
    for (let left = bytes; left > 0; left -= PIECE.length) wire.send(PIECE.slice(0, left));
  }

  const folder = () => join(t.dir, "media", "tmp");
  /** Bytes of each upload that is not finished. */
  const temporary = () => readdirSync(folder()).map((name) => statSync(join(folder(), name)).size);

  test("a file that exceeds its limit by one byte, after which the sender pauses", async () => {
    const wire = begin("sendPhoto", "multipart/form-data; boundary=b", LIMIT);
    wire.send(`--b\r\nContent-Disposition: form-data; name="chat_id"\r\n\r\n${t.id("Team")}\r\n`);
    wire.send('--b\r\nContent-Disposition: form-data; name="photo"; filename="f"\r\n\r\n');
    send(wire, LIMIT);
    // All bytes have arrived, and the limit is not exceeded yet.
    await until(() => (temporary()[0] ?? 0) >= LIMIT - 1024, "all bytes");
    expect(wire.said).toBe("");
    wire.send("x");
    expect(await wire.hears("Request Entity Too Large: file is too big")).toBe(true);
    expect(wire.said).toMatch(/^HTTP\/1\.1 413 /);
    expect(temporary()).toEqual([]);
    wire.leave();
  });

  test.each([
    ["the parameters are too long", "multipart/form-data; boundary=b", PART, PARAMETERS],
    ["the body is too long", "application/json", '{"text":"', PARAMETERS - '{"text":"'.length],
    ["the body is too long", "application/x-www-form-urlencoded", "text=", PARAMETERS - "text=".length],
  ])("parameters: %s (%s)", async (words, type, head, bytes) => {
    const wire = begin("sendMessage", type, PARAMETERS);
    wire.send(head);
    send(wire, bytes + 1);
    expect(await wire.hears(words)).toBe(true);
    expect(wire.said).toMatch(/^HTTP\/1\.1 413 /);
    wire.leave();
  });
});
