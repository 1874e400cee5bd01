/** What the doctor says about Redis, the certificate of the port for HTTPS, and the limit of open files. */
import { describe, expect, test } from "vitest";
import { checkCertificate } from "heliogram/runtime/doctor/certificate.ts";
import { descriptorLimit, limitIn } from "heliogram/runtime/descriptor-limit.ts";
import { checkDescriptors } from "heliogram/runtime/doctor/descriptors.ts";
import { checkRedis, findingsOf } from "heliogram/runtime/doctor/redis.ts";
import { settingsSchema, type Settings } from "heliogram/settings/settings.ts";
import { freePort } from "../../tools/free-port.ts";
import { CERTIFICATE, KEY, OTHER_CERTIFICATE } from "../support/certificate.ts";
import { hasRedis, TestRedis } from "../support/redis.ts";

const settingsOf = (values: object): Settings => settingsSchema.parse(values);

describe("the certificate", () => {
  const DAY_MS = 86_400_000;
  const NOW_MS = Date.parse("2026-01-01T00:00:00Z");
  /** The end of the certificate in `tests/support/certificate.ts`. */
  const END_MS = Date.parse("2120-01-01T00:00:00Z");
  const own = { tls_port: 8443, tls_certificate: CERTIFICATE, tls_key: KEY };
  const check = (values: object, now_ms = NOW_MS) => checkCertificate(settingsOf(values), now_ms);

  test("is not looked at without a port", () => {
    expect(check({})).toEqual([]);
  });

  test("is well where it names the public URL", () => {
    for (const public_url of ["https://bots.example", "https://127.0.0.1:8443", undefined])
      expect(check({ ...own, public_url })).toMatchObject([{ level: "ok", message: expect.stringContaining("2120") }]);
  });

  test.each([
    ["names another host", { ...own, public_url: "https://chat.example" }, "warning", "does not name chat.example"],
    ["names another address", { ...own, public_url: "https://[::1]" }, "warning", "does not name ::1"],
    ["has the key of another one", { ...own, tls_certificate: OTHER_CERTIFICATE }, "problem", "another certificate"],
    ["has no key", { ...own, tls_key: undefined }, "problem", "needs a certificate and its key"],
    ["is none", { ...own, tls_certificate: CERTIFICATE.slice(0, 200) }, "problem", "cannot be read"],
  ])("%s", (_what, values, level, message) => {
    expect(check(values)).toMatchObject([
      { check: "certificate", level, message: expect.stringContaining(message), advice: expect.any(String) },
    ]);
  });

  test.each([
    [31, "ok"],
    [29, "warning"],
    [8, "warning"],
    [6, "problem"],
    [-1, "problem"],
  ])("that lasts %d days more is %s", (days, level) => {
    expect(check(own, END_MS - days * DAY_MS)).toMatchObject([{ level }]);
  });

  test("that is not valid yet is a problem", () => {
    expect(check(own, 0)).toMatchObject([{ level: "problem", advice: expect.stringContaining("clock") }]);
  });
});

describe("the limit of open files", () => {
  test.each([
    [undefined, undefined],
    [65_536, "ok"],
    [4096, "warning"],
    [1024, "problem"],
  ])("of %s is %s", (limit, level) => {
    expect(checkDescriptors(settingsOf({}), limit)[0]?.level).toBe(level);
  });

  test("is read from the system", () => {
    expect(limitIn("Max open files            1024                 4096                 files")).toBe(1024);
    expect(limitIn("Max open files            unlimited            unlimited            files")).toBeUndefined();
    expect(limitIn("nothing")).toBeUndefined();
    expect(descriptorLimit() ?? Infinity).toBeGreaterThan(0);
  });
});

describe("Redis", () => {
  const database = "postgres://127.0.0.1/heliogram";
  const WELL = { version: "7.2.4", latency_ms: 1, used_bytes: 0, max_bytes: 0, eviction: "noeviction" };

  test.each([
    [{}, []],
    [{ version: "6.2.1" }, ["problem"]],
    [{ latency_ms: 30 }, ["warning"]],
    [{ used_bytes: 95, max_bytes: 100 }, ["warning"]],
    [{ used_bytes: 95, max_bytes: 100, eviction: "volatile-ttl" }, []],
  ])("that is %o", (change, levels) => {
    expect(findingsOf({ ...WELL, ...change }).map(({ level }) => level)).toEqual(levels);
  });

  test("that is not there is a problem, and one on SQLite is not asked", async () => {
    const redis_url = `redis://:hidden-word@127.0.0.1:${await freePort()}`;
    expect(await checkRedis(settingsOf({ redis_url }))).toEqual([]);
    const found = await checkRedis(settingsOf({ redis_url, database }));
    expect(found).toMatchObject([{ level: "problem", message: expect.stringContaining("ECONNREFUSED") }]);
    expect(JSON.stringify(found)).not.toContain("hidden-word");
  });

  test.runIf(hasRedis())("that answers says its version; a wrong password is a problem", async () => {
    const redis = await TestRedis.start({ requirepass: "right" });
    try {
      expect(await checkRedis(settingsOf({ redis_url: redis.url, database }))).toMatchObject([
        { check: "redis", message: expect.stringMatching(/^Redis \d+\.\d+\.\d+ answers in \d/) },
      ]);
      const wrong = redis.url.replace("right", "wrong");
      expect(await checkRedis(settingsOf({ redis_url: wrong, database }))).toMatchObject([
        { level: "problem", message: expect.stringMatching(/WRONGPASS|password/) },
      ]);
    } finally {
      await redis.stop();
    }
  });
});
