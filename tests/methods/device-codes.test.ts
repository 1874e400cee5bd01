/** Signing in another device by a code that an open session shows (behaviour.md §2). */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SignInWay } from "@heliogram/shared/sign-in.ts";
import { openSession } from "heliogram/app/accounts/sessions.ts";
import { engines, startWorld, WORLD, type Answer, type Json, type TestService } from "../support/service.ts";
import { sqlRead } from "../support/sql.ts";
import { until } from "../support/until.ts";
import { DeviceCodeModel, reasonOf, STEPS } from "./device-code-model.ts";

const CODE_LIFE_S = 60;
const ANSWER_LIFE_S = 180;
const PHONE =
  "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36";

const ELSEWHERE = { "user-agent": PHONE, "x-forwarded-for": "203.0.113.9" };
const DEVICE = "Chrome, Android";

describe.each(engines())("codes for other devices on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine, WORLD);
  });
  afterAll(() => t.stop());

  const now_s = () => Math.floor(t.service.deps.clock.now() / 1000);

  /** Opens a session. @returns what calls a method in it */
  async function session(username: string, way: SignInWay = "password") {
    const { db, hashes, deps } = t.service;
    const options = { person_id: t.id(username), label: "laptop", lasts_s: 90 * 86_400, way, from: "198.51.100.7" };
    const { access_token } = await db.write((tx) => openSession(tx, hashes, deps.random.bytes, options, now_s()));
    return (method: string, params: object = {}): Promise<Answer> =>
      t.post(`/api/${method}`, params, { authorization: `Bearer ${access_token}` });
  }
  type Session = Awaited<ReturnType<typeof session>>;

  const show = async (open: Session): Promise<string> => (await open("showDeviceCode")).body.result.code;
  const claim = (code: string): Promise<Answer> => t.post("/api/claimDeviceCode", { code }, ELSEWHERE);
  const wait = (claimed: string): Promise<Answer> => t.post("/api/signInDevice", { claim: claimed }, ELSEWHERE);
  /** The result of a call that may wait. */
  const waited = (claimed: string) => t.advanceUntil(wait(claimed), 30_000);
  const claimed = async (open: Session): Promise<Json> => (await claim(await show(open))).body.result;

  test("the session sees the device and its number, confirms it, and the device gets a session of its own", async () => {
    const open = await session("bob");
    expect((await open("getDeviceCode")).body.result).toEqual({ state: "none" });
    const { code, expires_at } = (await open("showDeviceCode")).body.result;
    expect(expires_at).toBe(now_s() + CODE_LIFE_S);
    expect((await open("getDeviceCode")).body.result).toEqual({ state: "shown", expires_at });
    const device = (await claim(code)).body.result;
    expect(device.number).toMatch(/^\d{4}$/);
    expect((await open("getDeviceCode")).body.result).toEqual({
      state: "claimed",
      expires_at: now_s() + ANSWER_LIFE_S,
      device: { number: device.number, label: DEVICE, client_address: "203.0.113.9" },
    });
    const outcome = wait(device.claim);
    await t.waiting(1);
    expect(reasonOf(await open("confirmDevice", { number: device.number }))).toBe("ok");
    const { access_token, user } = (await outcome).body.result;
    expect(user.username).toBe("bob");
    const own = { authorization: `Bearer ${access_token}` };
    const [newest] = (await t.post("/api/listSessions", {}, own)).body.result;
    expect(newest).toMatchObject({ label: DEVICE, way: "approved", current: true });
    expect((await open("getDeviceCode")).body.result).toEqual({ state: "none" });
    expect(reasonOf(await wait(device.claim))).toBe("DEVICE_CODE_INVALID");
    const { entries } = await t.as("alice", "listAudit", { action: "signed_in", actor_id: t.id("bob") });
    expect(entries[0]).toMatchObject({ client_address: "203.0.113.9", detail: { device: DEVICE } });
  });

  test("a place that is new is told as that of other sign-ins is", async () => {
    const open = await session("dave");
    const device = await claimed(open);
    await open("confirmDevice", { number: device.number });
    await wait(device.claim);
    const { chats } = (await open("listChats")).body.result;
    const texts = chats.map(({ last_message }: Json) => last_message?.text);
    expect(texts).toContainEqual(expect.stringContaining("203.0.113.9"));
  });

  test("an event of the person's stream tells of each change", async () => {
    const open = await session("bob");
    const seq = async () => {
      const [row] = await t.service.db.read((tx) =>
        tx.all(sqlRead("select last_seq from stream where id = ?"), t.id("bob")),
      );
      return (row as { last_seq: number }).last_seq;
    };
    const code = await show(open);
    const first = await seq();
    const { number } = (await claim(code)).body.result;
    expect(await seq()).toBe(first + 1);
    await open("confirmDevice", { number });
    expect(await seq()).toBe(first + 2);
  });

  test("a refused device gets nothing, and it is on record", async () => {
    const open = await session("carla");
    const device = await claimed(open);
    const outcome = wait(device.claim);
    await t.waiting(1);
    expect(reasonOf(await open("refuseDevice", { number: device.number }))).toBe("ok");
    expect(reasonOf(await outcome)).toBe("DEVICE_REFUSED");
    expect(reasonOf(await open("confirmDevice", { number: device.number }))).toBe("DEVICE_NOT_WAITING");
    const { entries } = await t.as("alice", "listAudit", { action: "device_refused" });
    expect(entries[0]).toMatchObject({ actor: { username: "carla" }, detail: { device: DEVICE } });
  });

  test("of two devices with one code one claims it, of two answers one counts, and one session is opened", async () => {
    const open = await session("dave");
    const code = await show(open);
    const claims = await Promise.all(Array.from({ length: 4 }, () => claim(code)));
    expect(claims.map(reasonOf).sort()).toEqual([...Array<string>(3).fill("DEVICE_CODE_INVALID"), "ok"]);
    const device = claims.find(({ status }) => status === 200)!.body.result;
    const { number } = device;
    const answers = await Promise.all([
      open("confirmDevice", { number }),
      open("refuseDevice", { number }),
      open("confirmDevice", { number }),
    ]);
    expect(answers.map(reasonOf).filter((reason) => reason === "ok")).toHaveLength(1);
    const again = await claimed(open);
    await open("confirmDevice", { number: again.number });
    const outcomes = await Promise.all(Array.from({ length: 3 }, () => wait(again.claim)));
    expect(outcomes.map(reasonOf).sort()).toEqual(["DEVICE_CODE_INVALID", "DEVICE_CODE_INVALID", "ok"]);
  });

  test("another session of the person cannot answer, and neither can another person", async () => {
    const open = await session("bob");
    const code = await show(open);
    const others = [await session("bob"), await session("carla")];
    for (const other of others) await other("hideDeviceCode", { code });
    const { number } = (await claim(code)).body.result;
    for (const other of others) {
      expect((await other("getDeviceCode")).body.result).toEqual({ state: "none" });
      expect(reasonOf(await other("confirmDevice", { number }))).toBe("DEVICE_NOT_WAITING");
      expect(reasonOf(await other("refuseDevice", { number }))).toBe("DEVICE_NOT_WAITING");
    }
    expect(reasonOf(await open("refuseDevice", { number }))).toBe("ok");
    const hidden = await show(open);
    await open("hideDeviceCode", { code: hidden });
    expect(reasonOf(await claim(hidden))).toBe("DEVICE_CODE_INVALID");
  });

  test("the end of the session and a suspension end its code, also after it was confirmed", async () => {
    for (const end of [
      async (open: Session) => void (await open("signOut")),
      async () => {
        await t.as("alice", "suspendPerson", { user_id: t.id("dave") });
        await t.as("alice", "restorePerson", { user_id: t.id("dave") });
      },
    ]) {
      const [shown, open, confirmed] = [await session("dave"), await session("dave"), await session("dave")];
      const code = await show(shown);
      const [waiting, ready] = [await claimed(open), await claimed(confirmed)];
      await confirmed("confirmDevice", { number: ready.number });
      for (const each of [shown, open, confirmed]) await end(each);
      expect(reasonOf(await claim(code))).toBe("DEVICE_CODE_INVALID");
      for (const device of [waiting, ready]) expect(reasonOf(await wait(device.claim))).toBe("DEVICE_CODE_INVALID");
    }
  });

  test("a wait ends when another one begins, when the client leaves, and with the service's time", async () => {
    const { claim: own } = await claimed(await session("bob"));
    const first = wait(own);
    await t.waiting(1);
    const second = wait(own);
    expect((await first).body.result).toEqual({ waiting: true });
    expect((await t.advanceUntil(second, 30_000)).body.result).toEqual({ waiting: true });
    const leaving = new AbortController();
    const third = t.fetch("/api/signInDevice", {
      ...{ method: "POST", body: JSON.stringify({ claim: own }), signal: leaving.signal },
      headers: { "content-type": "application/json" },
    });
    await t.waiting(1);
    leaving.abort();
    await expect(third).rejects.toThrow("aborted");
    await t.waiting(0);
  });

  test("neither the code nor the claim is stored, and expired rows are removed", async () => {
    const open = await session("bob");
    const code = await show(open);
    const device = (await claim(code)).body.result;
    const rows = () => t.service.db.read((tx) => tx.all(sqlRead("select * from device_code")));
    const stored = JSON.stringify(await rows());
    for (const secret of [code, device.claim]) expect(stored).not.toContain(secret);
    t.clock.advance(600_000);
    await until(async () => {
      t.clock.advance(60_000);
      return (await rows()).length === 0;
    }, "maintenance has removed the codes");
    const person_id = t.id("dave");
    await show(await session("dave"));
    await t.as("alice", "erasePerson", { user_id: person_id });
    expect(await rows()).toEqual([]);
  });

  test("whatever happens in whatever order, a device is let in by one confirmed claim of a code that counts", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEPS, { maxLength: 14 }), async (steps) => {
        const model = new DeviceCodeModel({ t, session: () => session("bob"), claim, waited });
        await model.begin();
        for (const step of steps) expect([step, await model.run(step)]).toEqual([step, model.expected]);
      }),
      { numRuns: 25 },
    );
  });
});

test("calls of devices are limited by address, also guesses", async () => {
  const t = await startWorld("sqlite", WORLD, { rate_limits: "default" });
  const guess = () => t.post("/api/claimDeviceCode", { code: "x".repeat(43) });
  const seen = new Set<number>();
  for (let n = 0; n < 301; n++) {
    seen.add((await guess()).status);
    t.clock.advance(100);
  }
  expect([...seen]).toEqual([403, 429]);
  expect((await t.post("/api/signInDevice", { claim: "x" })).status).toBe(429);
  await t.stop();
});
