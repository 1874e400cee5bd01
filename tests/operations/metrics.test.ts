/** What `/metrics` says: every declared metric with its labels, true figures, and never more of them than there is room for. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CallTimes } from "heliogram/operations/call-times.ts";
import { Histogram, MAX_SERIES } from "heliogram/operations/histogram.ts";
import { METRICS, metric, type MetricName } from "heliogram/operations/metric-table.ts";
import { Receiver } from "../support/receiver.ts";
import { engines, startWorld, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { families, type Family } from "./exposition.ts";

/** Metrics that a service alone, with the files in its folder, does not have. */
const OF_NODES = /^heliogram_(nodes|lease|bus|sweep|redis)/;

describe.each(engines())("metrics on %s", (engine) => {
  let t: TestService;
  const receiver = new Receiver();
  beforeAll(async () => {
    t = await startWorld(engine, undefined, { link_previews: true });
    const url = await receiver.listen();
    await t.ok("guard_bot", "setWebhook", { url });
    await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "hello" });
    await until(() => receiver.deliveries.length > 0, "a delivery");
    await until(async () => (await read()).has("heliogram_webhook_lag_seconds"), "a counted delivery");
    await t.bot("echo_bot", "sendMessage", { chat_id: t.id("Team"), text: "" });
    await t.post(`/bot${t.token("guard_bot")}/noSuchMethod`, {});
    await t.post("/bot1:unknown/sendMessage", {});
  });
  afterAll(async () => {
    await receiver.close();
    await t.stop();
  });

  async function read(): Promise<Map<string, Family>> {
    return families(String((await t.fetch("/metrics")).body));
  }

  test("each family is declared, with its type, help and labels", async () => {
    for (const [name, family] of await read()) {
      expect(Object.keys(METRICS)).toContain(name);
      const { type, help, labels = [] } = metric(name as MetricName);
      expect([name, family.type, family.help]).toEqual([name, type, help]);
      for (const sample of family.samples)
        expect([name, Object.keys(sample.labels).filter((label) => label !== "le")]).toEqual([name, [...labels]]);
    }
  });

  test("each declared metric of a process alone is there", async () => {
    const found = await read();
    const seldom = [
      // Of a service that sends mail.
      "heliogram_mails_total",
      "heliogram_waiting_mails",
      "heliogram_oldest_mail_age_seconds",
      "heliogram_link_previews_total",
      "heliogram_provider_sign_ins_total",
      "heliogram_search_lag_messages",
    ];
    seldom.push("heliogram_push_attempts_total", "heliogram_push_attempt_duration_seconds");
    if (engine === "sqlite")
      seldom.push(...Object.keys(METRICS).filter((name) => name.startsWith("heliogram_database_")));
    const missing = Object.keys(METRICS).filter(
      (name) => !found.has(name) && !OF_NODES.test(name) && !seldom.includes(name),
    );
    expect(missing).toEqual([]);
  });

  test("calls are timed by API, method and status; what a caller makes up has no name", async () => {
    const { samples } = (await read()).get("heliogram_request_duration_seconds")!;
    const counts = samples.filter(({ name }) => name.endsWith("_count")).map(({ labels }) => labels);
    expect(counts).toContainEqual({ api: "bot", method: "setWebhook", status: "200" });
    expect(counts).toContainEqual({ api: "bot", method: "sendMessage", status: "400" });
    expect(counts).toContainEqual({ api: "bot", method: "other", status: "404" });
    expect(counts).toContainEqual({ api: "user", method: "sendMessage", status: "200" });
    expect(JSON.stringify(samples)).not.toMatch(/nosuchmethod/i);
  });

  test("buckets are cumulative, and the last one has all", async () => {
    const { samples } = (await read()).get("heliogram_transaction_duration_seconds")!;
    const ofCommits = samples.filter(({ labels }) => labels.outcome === "committed");
    const buckets = ofCommits.filter(({ name }) => name.endsWith("_bucket")).map(({ value }) => value);
    expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
    expect(buckets.at(-1)).toBe(ofCommits.find(({ name }) => name.endsWith("_count"))!.value);
    expect(buckets.at(-1)).toBeGreaterThan(0);
  });

  test("what waits in queues is counted, with the age of the oldest", async () => {
    // Other tests have read the queues; what was read is kept for ten seconds.
    await t.as("alice", "sendMessage", { chat_id: t.id("Team"), text: "@echo_bot one" });
    t.clock.advance(70_000);
    const found = await read();
    const value = (name: string) => found.get(name)!.samples[0]!.value;
    expect(value("heliogram_queued_updates")).toBeGreaterThan(0);
    expect(value("heliogram_oldest_update_age_seconds")).toBeGreaterThanOrEqual(70);
    expect(value("heliogram_disk_size_bytes")).toBeGreaterThan(value("heliogram_disk_free_bytes"));
    expect(value("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
  });
});

test("no caller can make more series than there is room for", () => {
  const histogram = new Histogram([1], ["api", "method", "status"]);
  const times = new CallTimes(histogram, new Set(["sendMessage"]));
  for (let i = 0; i < 5000; i++) times.observe("bot", `made up ${i}`, 404, 1);
  expect([...histogram.all].map(({ labels }) => labels)).toEqual([["bot", "other", "404"]]);
  for (let i = 0; i < 5000; i++) histogram.of("bot", `name ${i}`, "200").observe(2);
  const all = [...histogram.all];
  expect(all).toHaveLength(MAX_SERIES + 1);
  expect(all.at(-1)!.labels).toEqual(["other", "other", "other"]);
  const counted = all.reduce((sum, { counts }) => sum + counts.reduce((a, b) => a + b), 0);
  expect(counted).toBe(10_000);
});
