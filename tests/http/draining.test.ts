/** A service that is about to stop answers calls, says so to balancers, and keeps no connection. */
import { describe, expect, inject, test } from "vitest";
import { startNodes } from "../support/nodes.ts";
import { startWorld, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
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

test.runIf(inject("postgresUrl") !== "")("a process that is replaced drains only where other nodes live", async () => {
  const nodes = await startNodes(2);
  const [first, second] = nodes.running as [TestService, TestService];
  const live = (count: number) =>
    nodes.until(() => nodes.running.every(({ service }) => service.cluster.liveNodes() === count));
  await live(2);
  /** How far the clock has to be advanced until it is replaced, in steps. */
  const replace = async ({ service, clock }: TestService) => {
    let isOver = false;
    const begun_ms = clock.now();
    void service.retire(() => {}, 300).then(() => (isOver = true));
    return async () => {
      await until(() => {
        clock.advance(500);
        return isOver;
      }, "the replacement");
      return clock.now() - begun_ms;
    };
  };
  const replaced = await replace(second);
  const answers = [await second.fetch("/readyz"), await second.bot("guard_bot", "getMe")];
  expect(answers.map(({ status }) => status)).toEqual([503, 200]);
  second.clock.advance(29_500);
  expect((await second.bot("guard_bot", "getMe")).status).toBe(200);
  // Half a minute is the most.
  expect(await replaced()).toBeGreaterThanOrEqual(30_000);
  await second.restart();
  await nodes.remove(second);
  await live(1);
  expect(await (await replace(first))()).toBeLessThan(10_000);
  await first.restart();
  await nodes.stop();
});
