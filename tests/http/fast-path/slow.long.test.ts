/** Slow clients, with both readers: no connection is held for ever. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type TestService } from "../../support/service.ts";
import { Wire } from "./wire.ts";

const DEADLINES = { headers_ms: 300, request_ms: 700, keep_alive_ms: 300, silence_ms: 500, check_ms: 50 };
/** Both readers keep a connection a second longer than they announce. */
const KEPT_MS = DEADLINES.keep_alive_ms + 1000;

describe.each(["own", "node"] as const)("reader: %s", (http_reader) => {
  let t: TestService;
  let getMe: string;
  beforeAll(async () => {
    t = await startWorld("memory", undefined, { http_reader, deadlines: DEADLINES });
    getMe = `/bot${t.token("guard_bot")}/getMe`;
  });
  afterAll(() => t.stop());

  /** Sends a byte at intervals until the server ends the connection. @returns what the server sent */
  async function trickle(wire: Wire, byte: string): Promise<string> {
    const timer = setInterval(() => wire.send(byte), 20);
    const said = await wire.end();
    clearInterval(timer);
    wire.leave();
    return said;
  }

  /** A connection that has had a request. */
  async function used(): Promise<Wire> {
    const wire = new Wire(t.url);
    wire.send(`GET ${getMe} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await wire.hears("guard_bot");
    wire.said = "";
    return wire;
  }

  test("a client that sends nothing gets 408", async () => {
    expect(await new Wire(t.url).end()).toMatch(
      /^HTTP\/1\.1 408 [^]*Connection: close\r\n\r\n\{"ok":false,"error_code":408/,
    );
  });

  test("a head that arrives byte by byte times out", async () => {
    const wire = new Wire(t.url);
    wire.send(`GET ${getMe} HTTP/1.1\r\nHost: x\r\nX: `);
    expect(await trickle(wire, "y")).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("an incomplete head times out", async () => {
    const wire = new Wire(t.url);
    wire.send(`GET ${getMe} HTTP/1.1\r\nHost`);
    expect(await wire.end()).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("a second head, byte by byte or incomplete, times out like the first", async () => {
    const slow = await used();
    slow.send(`GET ${getMe} HTTP/1.1\r\nHost: x\r\nX: `);
    expect(await trickle(slow, "y")).toMatch(/^HTTP\/1\.1 408 /);
    const stuck = await used();
    stuck.send(`GET ${getMe} HTTP/1.1\r\nHost`);
    // The fast path looks for incomplete requests every five seconds.
    expect(await t.advanceUntil(stuck.end(), 5000)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("a body that arrives byte by byte times out", async () => {
    const wire = await used();
    wire.send(`POST ${getMe.replace("getMe", "getChat")} HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n`);
    expect(await trickle(wire, "y")).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("an incomplete body times out", async () => {
    const wire = await used();
    wire.send(`POST ${getMe.replace("getMe", "getChat")} HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n{`);
    // Either the idle timeout or the deadline of the request ends it.
    expect(await t.advanceUntil(wire.end(), 5000)).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });

  test("an idle keep-alive connection is closed, and not before its announced time", async () => {
    const wire = await used();
    const from = performance.now();
    expect(await wire.end()).toBe("");
    expect(performance.now() - from).toBeGreaterThan(DEADLINES.keep_alive_ms);
  });

  test("a long poll may be silent for longer, and its client gets its response", async () => {
    const wire = new Wire(t.url);
    wire.send(`GET ${getMe.replace("getMe", "getUpdates")}?timeout=50 HTTP/1.1\r\nHost: x\r\n\r\n`);
    await t.waiting(1);
    await new Promise((later) => setTimeout(later, KEPT_MS + 100));
    expect(wire.ended).toBe(false);
    t.clock.advance(50_000);
    expect(await wire.hears('{"ok":true,"result":[]}')).toBe(true);
    wire.leave();
  });

  test("a client that does not read its response is disconnected", async () => {
    // More than the system buffers for a socket.
    for (let n = 0; n < 100; n += 1) {
      await t.as("alice", "sendMessage", { chat_id: t.id("Team"), text: `/x@echo_bot ${"😀".repeat(4000)}` });
    }
    const path = `/bot${t.token("echo_bot")}/getUpdates`;
    const wire = new Wire(t.url);
    wire.socket.pause();
    wire.send(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(60));
    const asked = async () => /api="bot",status="200"\} (\d+)/.exec((await t.fetch("/metrics")).body)?.[1];
    for (let before: string | undefined = "", now = await asked(); before !== now; now = await asked()) {
      before = now;
      await new Promise((later) => setTimeout(later, 400));
    }
    // Node waits once more for a socket with unwritten data.
    await new Promise((later) => setTimeout(later, 2 * KEPT_MS + 500));
    wire.socket.resume();
    const said = await wire.end();
    const answers = said.split("HTTP/1.1 200 OK").length - 1;
    expect(answers).toBeGreaterThan(0);
    expect(answers).toBeLessThan(60);
  });
});
