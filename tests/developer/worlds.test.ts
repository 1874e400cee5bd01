/** Further worlds of a process: each has its own store, clock, limits and records behind the same address. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startWorld, WORLD, type TestService } from "../support/service.ts";
import { digestEndPath } from "heliogram/app/mail/mail-digests.ts";
import { worldSchema } from "heliogram/world/schema.ts";
import { develop } from "./developer-calls.ts";
import { newWorld, waitingIn } from "./developer-worlds.ts";
import { until } from "../support/until.ts";

let t: TestService;
beforeEach(async () => {
  t = await startWorld("memory", WORLD, { developer: true });
});
afterEach(() => t.stop());

const refusal = async (method: string, params: object) => (await t.post(`/developer/${method}`, params)).body.reason;

describe("a further world", () => {
  test("has the content of a world file, and tokens of its own", async () => {
    const one = await newWorld(t, { content: WORLD });
    const two = await newWorld(t, { content: WORLD });
    expect(one.people.map(({ id, username }) => [id, username])).toEqual(
      t.world.people.map(({ id, username }) => [id, username]),
    );
    expect(one.bots.map(({ token }) => token)).not.toEqual(two.bots.map(({ token }) => token));
    for (const world of [one, two]) {
      const { body } = await world.bot("echo_bot", "getMe");
      expect(body.result).toMatchObject({ id: t.id("echo_bot"), username: "echo_bot" });
      await world.person("alice", "sendMessage", { chat_id: world.id("echo_bot"), text: `in ${world.world}` });
      expect((await world.person("alice", "getProfile")).body.result.world).toBe(world.world);
    }
    for (const world of [one, two]) {
      const { body } = await world.bot("echo_bot", "getUpdates");
      expect(body.result.map(({ message }: { message: { text: string } }) => message.text)).toEqual([
        `in ${world.world}`,
      ]);
    }
    expect(await t.ok("echo_bot", "getUpdates")).toEqual([]);
  });

  test("replaces fixed tokens, and has what the service was started with by default", async () => {
    await t.stop();
    const world = { people: [{ name: "Eve", username: "eve", access_token: "the-token-of-eve" }], bots: [], chats: [] };
    t = await startWorld("memory", world, { developer: true, world: parsed(world) });
    const made = await newWorld(t);
    expect(made.people).toMatchObject([{ username: "eve", access_token: expect.stringMatching(/^w1-[\w-]{43}$/) }]);
    expect((await made.person("eve", "listSessions")).status).toBe(200);
  });

  test("leaves the links of mails, which have no token, to the world that the service was started with", async () => {
    await newWorld(t);
    expect((await t.fetch(digestEndPath(t.service.deps.seal, t.id("alice")))).status).toBe(200);
  });

  test("has its own records and its own clock", async () => {
    const world = await newWorld(t, { content: WORLD });
    await develop(t, "freezeClock", { world: world.world });
    await develop(t, "advanceClock", { world: world.world, seconds: 3600 });
    await world.bot("echo_bot", "sendMessage", { chat_id: world.id("alice"), text: "later" });
    await t.ok("echo_bot", "sendMessage", { chat_id: t.id("alice"), text: "now" });
    const dates = async (name?: string) => {
      const { calls } = await develop(t, "listCalls", { world: name, method: "sendMessage", with_bodies: true });
      return calls.map(({ response }: { response: { result: { date: number } } }) => response.result.date);
    };
    const now_s = Math.floor(t.clock.now() / 1000);
    expect([await dates(world.world), await dates()]).toEqual([[now_s + 3600], [now_s]]);
    expect(await develop(t, "getClock")).toMatchObject({ ahead_ms: 0, is_frozen: false });
    expect(await develop(t, "getClock", { world: world.world })).toMatchObject({
      ahead_ms: 3_600_000,
      is_frozen: true,
    });
  });

  test("has its own rate limits", async () => {
    await t.stop();
    t = await startWorld("memory", WORLD, { developer: true, rate_limits: "telegram" });
    const [one, two] = [await newWorld(t, { content: WORLD }), await newWorld(t, { content: WORLD })];
    const send = (world: typeof one) => world.bot("echo_bot", "sendMessage", { chat_id: world.id("alice"), text: "x" });
    await until(async () => (await send(one)).status !== 200, "the limit of one world");
    expect((await send(one)).status).toBe(429);
    expect((await send(two)).status).toBe(200);
  });

  test("is gone when it is dropped, and its polls end", async () => {
    const world = await newWorld(t, { name: "short", content: WORLD });
    expect((await develop(t, "listWorlds")).worlds).toEqual([
      { world: "main", snapshots: [] },
      { world: "short", snapshots: [] },
    ]);
    const poll = world.bot("echo_bot", "getUpdates", { timeout: 50 });
    await waitingIn(t, "short");
    expect(await develop(t, "dropWorld", { world: "short" })).toBe(true);
    expect((await poll).body.result).toEqual([]);
    expect((await world.bot("echo_bot", "getMe")).status).toBe(401);
    expect((await world.person("alice", "listSessions")).status).toBe(401);
    expect(await refusal("getClock", { world: "short" })).toBe("WORLD_NOT_FOUND");
    await newWorld(t, { name: "short", content: WORLD });
    expect((await world.bot("echo_bot", "getMe")).status).toBe(401);
  });

  test("is refused under a name that is taken or no name, and with an invalid content", async () => {
    await newWorld(t, { name: "one" });
    expect(await refusal("newWorld", { name: "one" })).toBe("WORLD_EXISTS");
    expect(await refusal("newWorld", { name: "main" })).toBe("WORLD_EXISTS");
    expect(await refusal("dropWorld", { world: "main" })).toBe("MAIN_WORLD");
    expect(await refusal("dropWorld", { world: "two" })).toBe("WORLD_NOT_FOUND");
    const { status, body } = await t.post("/developer/newWorld", { name: "no/name" });
    expect([status, body.description]).toEqual([400, expect.stringContaining("invalid name")]);
    const wrong = await t.post("/developer/newWorld", { content: { people: [{ username: "x" }], dogs: [] } });
    expect(wrong.body.description).toMatch(/invalid content: .*dogs.*people\[0\]|invalid content: .*people\[0\].*dogs/);
    const nobody = { people: [], bots: [], chats: [{ title: "Team", creator: "nobody" }] };
    expect((await t.post("/developer/newWorld", { content: nobody })).status).toBe(400);
    expect((await develop(t, "listWorlds")).worlds).toHaveLength(2);
  });
});

function parsed(world: object) {
  return worldSchema.parse(world);
}
