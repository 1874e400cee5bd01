/** Clients that disconnect before their response, with both readers. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type TestService } from "../../support/service.ts";
import { Wire } from "./wire.ts";

describe.each(["own", "node"] as const)("reader: %s", (http_reader) => {
  let t: TestService;
  beforeAll(async () => (t = await startWorld("memory", undefined, { http_reader })));
  afterAll(() => t.stop());

  const get = (bot: string, method: string) => `GET /bot${t.token(bot)}/${method} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const POLL = "getUpdates?timeout=50";

  test.each<[string, (wire: Wire) => void]>([
    ["closes", (wire) => wire.leave()],
    ["stops sending", (wire) => wire.halfClose()],
    ["breaks off", (wire) => void wire.socket.resetAndDestroy()],
  ])("a poll ends when its client %s", async (_how, leave) => {
    const wire = new Wire(t.url);
    wire.send(get("stranger_bot", POLL));
    await t.waiting(1);
    leave(wire);
    await t.waiting(0);
    await wire.closed;
  });

  test("a poll whose client disconnects before it waits ends", async () => {
    for (let n = 0; n < 50; n += 1) {
      const wire = new Wire(t.url);
      wire.send(get("stranger_bot", "getMe") + get("stranger_bot", POLL));
      if (n % 2 === 0) wire.halfClose();
      else await wire.hears("HTTP/1.1 200");
      wire.leave();
      await wire.closed;
    }
    await t.waiting(0);
    // None of the polls begins to wait afterwards either.
    for (let n = 0; n < 20; n += 1) await t.bot("guard_bot", "getMe");
    await t.waiting(0);
  });

  test("polls on a half-closed connection get their responses, including those that had not begun", async () => {
    const wire = new Wire(t.url);
    wire.send(get("stranger_bot", POLL) + get("guard_bot", POLL));
    await t.waiting(1);
    wire.halfClose();
    expect(await wire.end()).toMatch(/^(HTTP\/1\.1 200 OK\r\n[^{]*\{"ok":true,"result":\[\]\}){2}$/);
  });

  test("many polls on one connection leave no listeners behind", async () => {
    const warnings: Error[] = [];
    const keep = (warning: Error) => warnings.push(warning);
    process.on("warning", keep);
    const wire = new Wire(t.url);
    for (let n = 0; n < 30; n += 1) {
      wire.said = "";
      wire.send(get("stranger_bot", "getUpdates?timeout=1"));
      await t.waiting(1);
      t.clock.advance(1000);
      await wire.hears('"result":[]}');
    }
    await new Promise((soon) => setImmediate(soon));
    process.off("warning", keep);
    expect(warnings).toEqual([]);
    wire.leave();
  });

  test("a connection that breaks during a response affects no other", async () => {
    for (let n = 0; n < 30; n += 1) {
      await t.as("alice", "sendMessage", { chat_id: t.id("Team"), text: `/x@echo_bot ${"😀".repeat(4000)}` });
    }
    for (let n = 0; n < 20; n += 1) {
      const wire = new Wire(t.url);
      wire.send(get("echo_bot", "getUpdates").repeat(20));
      await wire.hears("HTTP/1.1 200");
      wire.socket.resetAndDestroy();
      await wire.closed;
    }
    expect((await t.bot("echo_bot", "getMe")).status).toBe(200);
    expect(t.log.filter((line) => line.includes("unexpected error"))).toEqual([]);
  });

  test("a call with an incomplete body does nothing", async () => {
    const before = await t.as("alice", "getHistory", { chat_id: t.id("Team") });
    const body = JSON.stringify({ chat_id: t.id("Team"), text: "never" });
    const head = `POST /bot${t.token("guard_bot")}/sendMessage HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`;
    for (const cut of [0, 1, body.length - 1]) {
      for (const leave of ["halfClose", "leave"] as const) {
        const wire = new Wire(t.url);
        wire.socket.write(head + body.slice(0, cut), () => wire[leave]());
        await wire.end();
        wire.leave();
      }
    }
    expect(await t.as("alice", "getHistory", { chat_id: t.id("Team") })).toEqual(before);
    expect(t.log.filter((line) => line.includes("unexpected error"))).toEqual([]);
  });
});
