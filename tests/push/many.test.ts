/** Pushes to somebody in many chats, and to many people: nothing recent is left out, and no push service holds up another. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TestPushService, type Device } from "../support/push-service.ts";
import { enginesInTurn, startWorld, type TestService } from "../support/service.ts";

/** More than are looked at together. */
const ROOMS = Array.from({ length: 52 }, (_, i) => `Room ${i}`);
/** More than are told at a time. */
const OTHERS = Array.from({ length: 33 }, (_, i) => `other${i}`);
const WORLD = {
  people: ["alice", "bob", "carla", ...OTHERS].map((username) => ({ name: username, username })),
  chats: [
    { title: "Team", creator: "alice", members: ["bob", ...OTHERS] },
    { title: "Club", creator: "alice", members: ["bob", "carla"] },
    ...ROOMS.map((title) => ({ title, creator: "alice", members: ["bob"] })),
  ],
};

describe.each(enginesInTurn())("pushes on %s", (engine) => {
  let t: TestService;
  let pushes: TestPushService;
  let phone: Device;
  beforeAll(async () => {
    t = await startWorld(engine, WORLD);
  });
  afterAll(() => t.stop());
  beforeEach(async () => {
    pushes = new TestPushService();
    await pushes.listen();
    phone = pushes.device("phone");
  });
  afterEach(() => pushes.close());

  const say = async (text: string, chat_id: number, who = "alice"): Promise<number> =>
    (await t.as(who, "sendMessage", { chat_id, text })).message_id;

  test("a look at everything finds a chat behind many, a mention before many messages, and a reaction alone", async () => {
    for (const title of [...ROOMS, "Team"]) await t.as("bob", "muteChat", { chat_id: t.id(title) });
    await t.as("alice", "openChat", { user_id: t.id("bob") });
    await say("between us", t.id("bob"));
    const message_id = await say("mine", t.id("Club"), "bob");
    const reaction = [{ type: "emoji", emoji: "🔥" }];
    await t.as("carla", "setMessageReaction", { chat_id: t.id("Club"), message_id, reaction });
    await say("@bob?", t.id("Team"));
    for (let i = 0; i < 51; i++) await say("and so on", t.id("Team"));
    t.clock.advance(1000);
    for (const title of ROOMS) await say("nothing for Bob", t.id(title));
    await t.as("bob", "addPushSubscription", phone.keys);
    await t.advanceUntil(
      pushes.untilSo(() => pushes.pushes.length >= 3),
      500,
    );
    t.clock.advance(5000);
    await t.as("bob", "sendTestPush");
    await pushes.untilSo(() => pushes.payloads().some(({ type }) => type === "test"));
    const what = pushes.payloads().map(({ type, text, emoji }) => `${type} ${text ?? emoji ?? ""}`);
    expect(what.toSorted()).toEqual(["message @bob?", "message between us", "reaction 🔥", "test "]);
  });

  test("a push service that does not answer keeps nobody waiting who uses another", async () => {
    pushes.answer = ({ device }, res) => {
      if (device === phone) res.writeHead(201).end();
    };
    for (const who of OTHERS) await t.as(who, "addPushSubscription", pushes.device(who).keys);
    await t.as("bob", "addPushSubscription", phone.keys);
    await t.as("bob", "unmuteChat", { chat_id: t.id("Team") });
    const said_ms = t.clock.now();
    await say("to all", t.id("Team"));
    const told = () => pushes.payloads(phone).some(({ text }) => text === "to all");
    await t.advanceUntil(pushes.untilSo(told), 250);
    // A request has thirty seconds.
    expect(t.clock.now() - said_ms).toBeLessThan(15_000);
    expect(pushes.pushes.length).toBeGreaterThan(32);
  });
});
