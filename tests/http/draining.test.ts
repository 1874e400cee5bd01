/** A service that is about to stop answers calls, says so to balancers, and keeps no connection. */
import { describe, expect, test } from "vitest";
import { startWorld } from "../support/service.ts";
import { Wire } from "./fast-path/wire.ts";

describe.each(["own", "node"] as const)("reader: %s", (http_reader) => {
  test("it drains for the time that it is given, then closes", async () => {
    const t = await startWorld("memory", undefined, { http_reader });
    const call = (method: string) => `GET /bot${t.token("stranger_bot")}/${method} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const [kept, poll] = [new Wire(t.url), new Wire(t.url)];
    kept.send(call("getMe"));
    await kept.hears("stranger_bot");
    poll.send(call("getUpdates?timeout=50"));
    await t.waiting(1);

    let isOver = false;
    const drained = t.service.drain(5).then(() => (isOver = true));
    const ready = await t.fetch("/readyz");
    const why = "the service is about to stop: it answers calls, and takes no new clients";
    expect([ready.status, ready.body]).toEqual([
      503,
      { ok: false, reason: "draining", not_ready: [{ reason: "draining", why }] },
    ]);
    const answers = [
      ready,
      await t.bot("guard_bot", "getMe"),
      await t.person("bob", "listSessions"),
      // The route writes this response by itself.
      await t.fetch("/metrics"),
    ];
    expect(answers.map(({ headers }) => headers.get("connection"))).toEqual(["close", "close", "close", "close"]);
    expect(answers.map(({ status }) => status)).toEqual([503, 200, 200, 200]);
    kept.send(call("getMe"));
    const heard = await kept.end();
    expect(heard.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    expect(heard.match(/Connection: (?:keep-alive|close)/g)).toEqual(["Connection: keep-alive", "Connection: close"]);
    t.clock.advance(4999);
    await t.waiting(1);
    expect(isOver).toBe(false);
    t.clock.advance(1);
    await drained;

    await t.stop();
    expect(await poll.end()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*Connection: close\r\n\r\n\{"ok":true,"result":\[\]\}$/);
    for (const wire of [kept, poll]) wire.leave();
  });
});
