/** The second listener: off by default, it says why the service takes no calls, and serves metrics to nobody else. */
import { afterEach, expect, test } from "vitest";
import { exchange } from "../support/http-client.ts";
import { startWorld, type TestService } from "../support/service.ts";

let t: TestService | undefined;
afterEach(() => t?.stop());

async function get(url: string): Promise<{ readonly status: number; readonly body: string }> {
  const { status, text } = await exchange(url);
  return { status, body: text };
}

test("it is off by default", async () => {
  t = await startWorld("memory");
  expect(t.service.metrics_url).toBeUndefined();
});

test("it serves metrics and probes alone, and the address of the service serves no metrics", async () => {
  t = await startWorld("memory", undefined, { metrics: false, metrics_address: "127.0.0.1:0" });
  const url = t.service.metrics_url!;
  expect(await get(`${url}/healthz`)).toEqual({ status: 200, body: '{"ok":true}' });
  expect(await get(`${url}/readyz`)).toEqual({ status: 200, body: '{"ok":true}' });
  const metrics = await get(`${url}/metrics`);
  expect(metrics.status).toBe(200);
  expect(metrics.body).toContain("heliogram_ready 1\n");
  expect(metrics.body).toContain("nodejs_eventloop_lag_seconds");
  expect((await get(`${url}/`)).status).toBe(404);
  expect((await get(`${url}/bot${t.token("guard_bot")}/getMe`)).status).toBe(404);
  expect((await t.fetch("/metrics")).status).toBe(404);
});

test("it says what is not ready, and why", async () => {
  t = await startWorld("memory", undefined, { metrics_address: "127.0.0.1:0" });
  const url = t.service.metrics_url!;
  void t.service.drain(1);
  const { status, body } = await get(`${url}/readyz`);
  expect([status, JSON.parse(body)]).toEqual([
    503,
    {
      ok: false,
      reason: "draining",
      not_ready: [{ reason: "draining", why: expect.stringContaining("about to stop") }],
    },
  ]);
  expect((await get(`${url}/metrics`)).body).toContain("heliogram_ready 0\n");
});

test("an address that is in use ends the start with a sentence", async () => {
  t = await startWorld("memory", undefined, { metrics_address: "127.0.0.1:0" });
  const metrics_address = new URL(t.service.metrics_url!).host;
  await expect(startWorld("memory", undefined, { metrics_address })).rejects.toThrow(
    `cannot listen on the metrics_address ${metrics_address}`,
  );
});
