/** Shutdown: pending responses are sent, and no open connection delays the end. */
import { Agent, request } from "node:http";
import { describe, expect, test } from "vitest";
import { startWorld, type TestService } from "../support/service.ts";
import { Wire } from "./fast-path/wire.ts";

describe.each(["own", "node"] as const)("reader: %s", (http_reader) => {
  const world = () => startWorld("memory", undefined, { http_reader });
  const get = (t: TestService, method: string) =>
    `GET /bot${t.token("stranger_bot")}/${method} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const upload = (t: TestService) =>
    `POST /bot${t.token("guard_bot")}/sendDocument HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n` +
    `Content-Length: 1000\r\n\r\n--b\r\nContent-Disposition: form-data; name="document"; filename="f"\r\n\r\nhalf`;

  test("an idle keep-alive connection does not delay the shutdown", async () => {
    const t = await world();
    const agent = new Agent({ keepAlive: true });
    const poll = new Promise<string>((resolve, reject) => {
      const req = request(`${t.url}/bot${t.token("stranger_bot")}/getUpdates?timeout=50`, { agent }, (res) => {
        res.setEncoding("utf8");
        res.once("data", (text: string) => resolve(`${res.headers.connection} ${text}`));
        res.resume();
      });
      req.once("error", reject);
      req.end();
    });
    await t.waiting(1);
    await t.stop();
    expect(await poll).toBe('close {"ok":true,"result":[]}');
    agent.destroy();
  });

  test("connections without a response in progress are closed at once", async () => {
    const t = await world();
    const wires = Array.from({ length: 5 }, () => new Wire(t.url));
    const [silent, used, begun, mixed, broken] = wires as [Wire, Wire, Wire, Wire, Wire];
    used.send(get(t, "getMe"));
    begun.send(`${get(t, "getMe")}GET /bo`);
    mixed.send(`${get(t, "getMe").replace("Host", "Expect: x\r\nHost")}GET /bo`);
    broken.send(`${get(t, "getMe")}x\r\n\r\n`);
    for (const wire of [used, begun, mixed]) await wire.hears("stranger_bot");
    await broken.hears("error_code");
    // The clock stands still, so no timeout closes anything.
    await t.stop();
    expect(await silent.end()).toBe("");
    for (const wire of wires) {
      await wire.end();
      wire.leave();
    }
  });

  test("the response to a waiting poll is the last on its connection", async () => {
    const t = await world();
    const wire = new Wire(t.url);
    wire.send(get(t, "getUpdates?timeout=50") + get(t, "getMe"));
    await t.waiting(1);
    await t.stop();
    expect(await wire.end()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*Connection: close\r\n\r\n\{"ok":true,"result":\[\]\}$/);
    wire.leave();
  });

  test("incomplete requests and unread responses delay the shutdown for a limited time only", async () => {
    const t = await world();
    for (let n = 0; n < 30; n += 1) {
      await t.as("alice", "sendMessage", { chat_id: t.id("Team"), text: `/x@echo_bot ${"😀".repeat(4000)}` });
    }
    const slow = new Wire(t.url);
    slow.send(upload(t));
    const deaf = new Wire(t.url);
    deaf.socket.pause();
    deaf.send(get(t, "getUpdates").replace(t.token("stranger_bot"), t.token("echo_bot")).repeat(100));
    await new Promise((later) => setTimeout(later, 300));
    let stopped = false;
    const stopping = t.stop().then(() => (stopped = true));
    await new Promise((later) => setTimeout(later, 200));
    t.clock.advance(7000);
    await new Promise((later) => setTimeout(later, 100));
    expect(stopped).toBe(false);
    t.clock.advance(1000);
    await stopping;
    slow.leave();
    deaf.leave();
  });
});
