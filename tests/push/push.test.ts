/** Pushes to devices: what is announced, to whom and when, what is over, and what becomes of failures. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listShown } from "heliogram/store/queries/accounts/push-subscriptions.ts";
import { maintenanceRounds } from "../support/maintenance.ts";
import { TestPushService, type Device } from "../support/push-service.ts";
import { renewWorld } from "../support/renew-world.ts";
import { enginesInTurn, startWorld, START_S, type Json, type TestService } from "../support/service.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import { sqlRead } from "../support/sql.ts";
import { until } from "../support/until.ts";

describe.each(enginesInTurn())("pushes on %s", (engine) => {
  let t: TestService;
  let pushes: TestPushService;
  let team: number;
  let phone: Device;
  let count = 0;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());
  beforeEach(async () => {
    await renewWorld(t);
    team = t.id("Team");
    pushes = new TestPushService();
    await pushes.listen();
    pushes.public_key = (await t.as("bob", "getPushSettings")).public_key;
    phone = pushes.device(`phone${++count}`);
  });
  afterEach(() => pushes.close());

  const subscribe = async (device = phone, more: object = {}, who = "bob"): Promise<number> =>
    (await t.as(who, "addPushSubscription", { ...device.keys, label: "phone", ...more })).subscription_id;
  const say = async (text: string, chat_id = team, who = "alice"): Promise<number> =>
    (await t.as(who, "sendMessage", { chat_id, text })).message_id;
  /** Advances the clock until so many pushes have come. */
  const pushed = async (total: number): Promise<void> => {
    await t.advanceUntil(
      pushes.untilSo(() => pushes.pushes.length >= total),
      500,
    );
  };
  const settings = (): Promise<Json> => t.as("bob", "getPushSettings");
  /** Lets time pass in which a push would come. */
  const pass = async (ms = 6000): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 500) {
      t.clock.advance(500);
      await t.fetch("/readyz");
    }
    await t.as("alice", "getPushSettings");
  };
  /** The number on the icon, as the list of chats has it. */
  const unread = async (): Promise<number> => {
    const { chats } = await t.as("bob", "listChats");
    return chats.reduce((sum: number, { unread_count }: Json) => sum + unread_count, 0);
  };

  test("a message is pushed once, with what a notification shows, and to nobody else", async () => {
    await subscribe();
    const other = pushes.device("dave");
    await subscribe(other, {}, "dave");
    const message_id = await say("Hello *all*");
    await pushed(1);
    const [push] = pushes.pushes;
    expect(push!.payload).toMatchObject({
      type: "message",
      chat_id: team,
      message_id,
      title: "Team",
      sender: "Alice",
      text: "Hello *all*",
      count: 1,
      badge: await unread(),
    });
    expect(push!.headers).toMatchObject({ urgency: "normal", ttl: "86400" });
    await pass();
    expect(pushes.pushes).toHaveLength(1);
    expect(pushes.payloads(other)).toEqual([]);
    const [subscription] = (await settings()).subscriptions;
    expect(subscription).toMatchObject({ label: "phone", host: new URL(pushes.url).host, current: true });
    expect(subscription.delivered_at).toBeGreaterThanOrEqual(START_S);
  });

  test("messages of a chat that come together are one push, and those of other chats have their own", async () => {
    await subscribe();
    await t.as("alice", "openChat", { user_id: t.id("bob") });
    for (const text of ["one", "two", "three"]) await say(text);
    await say("to you", t.id("bob"));
    await pushed(2);
    await pass();
    const [group, own] = pushes.payloads().toSorted((one, other) => one.chat_id - other.chat_id);
    expect(group).toMatchObject({ chat_id: team, text: "three", count: 3 });
    expect(own).toMatchObject({ chat_id: t.id("alice"), title: "Alice", text: "to you", badge: await unread() });
    expect(own.sender).toBeUndefined();
    const [first, second] = pushes.pushes.map(({ headers }) => headers.topic);
    expect(first).not.toBe(second);
    // A later one of the same chat takes the place of the first, also at the push service.
    await say("four");
    await pushed(3);
    const topics = pushes.pushes.filter(({ payload }) => payload.chat_id === team).map(({ headers }) => headers.topic);
    expect(new Set(topics).size).toBe(1);
    expect(pushes.payloads().at(-1)).toMatchObject({ text: "four", count: 4 });
  });

  test("nothing is pushed that was read, or is the person's own, or is not announced", async () => {
    await subscribe();
    await say("own", team, "bob");
    const message_id = await say("read at once");
    await t.as("bob", "readMessages", { chat_id: team, message_id });
    await t.as("alice", "setChatTitle", { chat_id: team, title: "Team 2" });
    await pass();
    expect(pushes.payloads()).toEqual([]);
    await t.as("alice", "pinChatMessage", { chat_id: team, message_id });
    await pushed(1);
    expect(pushes.payloads()[0]).toMatchObject({ content: "service", service: "pinned_message" });
  });

  test("a muted chat pushes mentions and answers alone, as do groups where the person wants it", async () => {
    await subscribe();
    await t.as("bob", "muteChat", { chat_id: team });
    const own = await say("my own", team, "bob");
    await say("nothing");
    await pass();
    expect(pushes.payloads()).toEqual([]);
    await t.as("alice", "sendMessage", { chat_id: team, text: "yes", reply_parameters: { message_id: own } });
    await pushed(1);
    expect(pushes.payloads()[0]).toMatchObject({ text: "yes", count: 1 });
    expect(pushes.pushes[0]!.headers.urgency).toBe("high");
    await t.as("bob", "unmuteChat", { chat_id: team });
    await t.as("bob", "readMessages", { chat_id: team, message_id: own + 2 });
    await t.as("bob", "setPushSettings", { only_mentions: true });
    await say("nothing again");
    await pass();
    expect(pushes.payloads()).toHaveLength(1);
    await say(`@${t.username("bob")}?`);
    await pushed(2);
    await t.as("alice", "openChat", { user_id: t.id("bob") });
    await say("between us", t.id("bob"));
    await pushed(3);
  });

  test("a silent message is pushed without a sound, spoilers stay hidden, and a caption says what it is of", async () => {
    await subscribe();
    const spoiler = [{ type: "spoiler", offset: 0, length: 6 }];
    const text = "secret end";
    await t.as("alice", "sendMessage", { chat_id: team, text, entities: spoiler, disable_notification: true });
    await pushed(1);
    expect(pushes.payloads()[0]).toMatchObject({ text: "▒▒▒▒▒▒ end", is_silent: true });
    await t.as("alice", "sendLocation", { chat_id: team, latitude: 1, longitude: 2 });
    await pushed(2);
    expect(pushes.payloads()[1]).toMatchObject({ content: "location" });
  });

  test("reactions to the person's messages are pushed, unless they want none", async () => {
    await subscribe(phone, { takes_silent: true });
    const message_id = await say("mine", team, "bob");
    const react = (who: string, emoji: string) =>
      t.as(who, "setMessageReaction", { chat_id: team, message_id, reaction: [{ type: "emoji", emoji }] });
    await react("carla", "🔥");
    await pushed(1);
    expect(pushes.payloads()[0]).toMatchObject({
      type: "reaction",
      chat_id: team,
      message_id,
      title: "Team",
      sender: "Carla",
      emoji: "🔥",
      is_silent: true,
    });
    await t.as("bob", "readReactions", { chat_id: team });
    await pushed(2);
    expect(pushes.payloads()[1].closed).toEqual([{ chat_id: team, is_reaction: true }]);
    await t.as("bob", "setReactionNotices", { enabled: false });
    await react("alice", "👍");
    await pass();
    expect(pushes.payloads()).toHaveLength(2);
  });

  test("in quiet hours nothing is pushed, then or later; after them it is", async () => {
    await subscribe();
    const at = new Date(t.clock.now());
    const time = (hours: number) => `${String((at.getUTCHours() + hours) % 24).padStart(2, "0")}:00`;
    await t.as("bob", "setPushSettings", { quiet_hours: { from: time(23), to: time(1), time_zone: "UTC" } });
    expect((await settings()).quiet_hours).toEqual({ from: time(23), to: time(1), time_zone: "UTC" });
    await say("late");
    await pass();
    t.clock.advance(3_600_000);
    await pass();
    expect(pushes.payloads()).toEqual([]);
    await say("early");
    await pushed(1);
    expect(pushes.payloads()[0]).toMatchObject({ text: "early", count: 1 });
    for (const quiet_hours of [
      { from: "22:00", to: "22:00", time_zone: "UTC" },
      { from: "22:00", to: "25:00", time_zone: "UTC" },
      { from: "22:00", to: "07:00", time_zone: "Moon/Tycho" },
      { from: "22:00" },
      [],
    ])
      expect((await t.person("bob", "setPushSettings", { quiet_hours })).status).toBe(400);
  });

  test("without contents a push names nothing, by the person's choice or by the owners'", async () => {
    await subscribe();
    const quiet = async () => {
      const { title, sender, text, ...rest } = pushes.payloads().at(-1)!;
      expect([title, sender, text]).toEqual([undefined, undefined, undefined]);
      expect(rest).toMatchObject({ type: "message", chat_id: team });
    };
    await t.as("bob", "setPushSettings", { shows_contents: false });
    await say("one");
    await pushed(1);
    await quiet();
    await t.as("bob", "setPushSettings", {});
    await t.as("alice", "setPushContents", { allowed: false });
    expect(await settings()).toMatchObject({ shows_contents: true, allows_contents: false });
    await say("two");
    await pushed(2);
    await quiet();
    expect((await t.person("bob", "setPushContents", { allowed: true })).status).toBe(403);
    await t.as("alice", "setPushContents", { allowed: true });
    await t.as("alice", "setPushContents", { allowed: true });
    const { entries } = await t.as("alice", "listAudit", { action: "push_contents_allowed" });
    expect(entries).toHaveLength(1);
  });

  test("what was read elsewhere is closed: at once where the device takes silent pushes, else by the next push", async () => {
    const tablet = pushes.device(`tablet${count}`);
    await subscribe(phone, { takes_silent: true });
    await subscribe(tablet);
    const message_id = await say("one");
    await pushed(2);
    const { topic } = pushes.pushes.find(({ device }) => device === phone)!.headers;
    await t.as("bob", "readMessages", { chat_id: team, message_id });
    await pushed(3);
    expect(pushes.pushes[2]!.device).toBe(phone);
    const closed = [{ chat_id: team }];
    expect(pushes.pushes[2]!.payload).toEqual({ type: "read", chat_id: team, badge: await unread(), closed });
    // It takes the place of the message, if the device has not got that yet.
    expect(pushes.pushes[2]!.headers).toMatchObject({ topic, urgency: "low" });
    await pass();
    expect(pushes.pushes).toHaveLength(3);
    await t.as("alice", "openChat", { user_id: t.id("bob") });
    await say("two", t.id("bob"));
    await pushed(5);
    const last = pushes.payloads(tablet).at(-1)!;
    expect(last).toMatchObject({ chat_id: t.id("alice"), closed: [{ chat_id: team }] });
    expect(pushes.payloads(phone).at(-1)!.closed).toBeUndefined();
    await until(
      async () => (await t.service.db.read((tx) => listShown(tx, t.id("bob")))).length === 2,
      "what is shown on both",
    );
  });

  test("while a page is looked at nothing is pushed; what is unread when it is left is", async () => {
    await subscribe();
    await t.as("bob", "reportActivity", { active: true });
    await say("one");
    await pass();
    expect(pushes.payloads()).toEqual([]);
    await t.as("bob", "reportActivity", { active: false });
    await pushed(1);
    await t.as("bob", "reportActivity", { active: true });
    await say("two");
    await pass();
    expect(pushes.payloads()).toHaveLength(1);
    // A page that is gone without a word.
    await pushed(2);
    expect(pushes.payloads()[1]).toMatchObject({ text: "two", count: 2 });
  });

  test("failures are repeated with pauses, Retry-After is honoured, and a later message takes the place of an earlier", async () => {
    await subscribe();
    const times: number[] = [];
    pushes.answer = (_push, res) => {
      times.push(t.clock.now());
      if (times.length === 1) res.writeHead(503).end("not now");
      else if (times.length === 2) res.writeHead(429, { "retry-after": "120" }).end();
      else res.writeHead(201).end();
    };
    await say("one");
    await pushed(1);
    await until(async () => (await settings()).subscriptions[0].failing_since !== undefined, "the failure");
    expect((await settings()).subscriptions[0].last_error).toBe("the push service has answered 503");
    await pushed(2);
    await say("two");
    await pushed(3);
    expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(120_000);
    expect(pushes.payloads().map(({ text }) => text)).toEqual(["one", "one", "two"]);
    await pass();
    expect(pushes.payloads()).toHaveLength(3);
    const [subscription] = (await settings()).subscriptions;
    expect([subscription.failing_since, subscription.last_error]).toEqual([undefined, undefined]);
  });

  test("what could not be delivered for an hour is not sent any more", async () => {
    await subscribe();
    pushes.answer = (_push, res) => res.writeHead(503, { "retry-after": "3600" }).end();
    await say("one");
    await pushed(1);
    await until(async () => (await settings()).subscriptions[0].failing_since !== undefined, "the failure");
    pushes.answer = (_push, res) => res.writeHead(201).end();
    t.clock.advance(3_700_000);
    await pass();
    expect(pushes.payloads()).toHaveLength(1);
    await say("two");
    await pushed(2);
  });

  test("a push that is too large is sent once more without contents", async () => {
    await subscribe();
    pushes.answer = ({ payload }, res) => res.writeHead(payload.text === undefined ? 201 : 413).end();
    await say("語".repeat(4000));
    await pushed(2);
    expect(pushes.pushes.every(({ body }) => body.length <= 4096)).toBe(true);
    expect(pushes.payloads()[0].text).toHaveLength(300);
    expect(pushes.payloads()[1]).toMatchObject({ type: "message", chat_id: team });
    await pass();
    expect(pushes.payloads()).toHaveLength(2);
  });

  test.each([404, 410])("a subscription that is gone (%s) is removed", async (status) => {
    await subscribe();
    pushes.answer = (_push, res) => res.writeHead(status).end();
    await say("one");
    await pushed(1);
    await until(async () => (await settings()).subscriptions.length === 0, "no subscription");
    await say("two");
    await pass();
    expect(pushes.payloads()).toHaveLength(1);
  });

  test("a device that has failed for two weeks is removed", async () => {
    await subscribe();
    pushes.answer = (_push, res) => res.writeHead(403).end();
    await say("one");
    await pushed(1);
    await until(async () => (await settings()).subscriptions[0].failing_since !== undefined, "the failure");
    t.clock.advance(14 * 86_400_000 + 5000);
    await say("two");
    await pushed(2);
    await until(async () => (await settings()).subscriptions.length === 0, "no subscription");
  });

  test("subscriptions end with their session, when they are removed, and when the person is erased", async () => {
    const id = await subscribe();
    await t.as("bob", "removePushSubscription", { subscription_id: id });
    expect((await t.person("bob", "removePushSubscription", { subscription_id: id })).body.reason).toBe(
      "SUBSCRIPTION_NOT_FOUND",
    );
    expect((await settings()).subscriptions).toEqual([]);
    await subscribe();
    const [{ id: session_id }] = await t.as("bob", "listSessions");
    await t.as("bob", "endSession", { session_id });
    await say("nobody listens");
    await pass();
    expect(pushes.payloads()).toEqual([]);
    const carlas = pushes.device(`carla${count}`);
    await subscribe(carlas, {}, "carla");
    await t.as("carla", "setPushSettings", { only_mentions: true });
    await t.as("alice", "erasePerson", { user_id: t.id("carla") });
    await maintenanceRounds(t, 1);
    const people = [t.id("bob"), t.id("carla")];
    for (const table of ["push_subscription", "push_shown", "push_setting"])
      expect(
        (await rows(table)).filter(({ account_id }) => people.includes(account_id)),
        table,
      ).toEqual([]);
  });

  test("an endpoint belongs to whoever has subscribed it last, and one person has twenty at most", async () => {
    await subscribe();
    await subscribe(phone, {}, "carla");
    expect((await settings()).subscriptions).toEqual([]);
    await say("for Carla");
    await pushed(1);
    await pass();
    expect(pushes.payloads()).toHaveLength(1);
    const ids: number[] = [];
    for (let i = 0; i < 22; i++) ids.push(await subscribe(pushes.device(`many${count}-${i}`)));
    expect((await settings()).subscriptions.map(({ id }: Json) => id)).toEqual(ids.slice(-20));
  });

  test("what cannot be a subscription is refused, and secrets are not kept as they are", async () => {
    for (const wrong of [
      { endpoint: "ftp://push.example/" },
      { endpoint: "nothing" },
      { p256dh: "AAAA" },
      { auth: "AA" },
    ]) {
      const { status, body } = await t.person("bob", "addPushSubscription", { ...phone.keys, ...wrong });
      expect([status, body.description]).toEqual([400, expect.stringContaining("bad subscription")]);
    }
    await subscribe();
    expect(JSON.stringify(await rows("push_subscription"))).not.toContain(phone.auth);
    expect(JSON.stringify(await settings())).not.toContain(phone.endpoint);
  });

  test("a test says how far it came", async () => {
    const steps = async (params: object = {}): Promise<string[]> => {
      const tested = await t.as("bob", "sendTestPush", params);
      return tested.steps.map(({ step, ok }: Json) => `${step} ${ok ? "ok" : "failed"}`).concat(`${tested.delivered}`);
    };
    expect(await steps()).toEqual(["subscription failed", "false"]);
    await subscribe();
    const good = ["subscription ok", "address ok", "name ok"];
    expect(await steps()).toEqual([...good, "connection ok", "answer ok", "true"]);
    expect(pushes.payloads()).toEqual([{ type: "test" }]);
    pushes.answer = (_push, res) => res.writeHead(403).end("wrong key");
    expect(await steps()).toEqual([...good, "connection ok", "answer failed", "false"]);
    const { steps: answered } = await t.as("bob", "sendTestPush");
    expect(answered.at(-1).detail).toBe("the push service has answered 403: wrong key");
    const gone = await subscribe(Object.assign(pushes.device("gone"), { endpoint: "http://127.0.0.1:1/" }));
    expect(await steps({ subscription_id: gone })).toEqual([...good, "connection failed", "false"]);
    const lost = await subscribe(Object.assign(pushes.device("lost"), { endpoint: "http://push.invalid/" }));
    expect(await steps({ subscription_id: lost })).toEqual(["subscription ok", "address ok", "name failed", "false"]);
  });

  test("open pages learn that settings have changed: the person's, and those of owners of what all pushes contain", async () => {
    await t.as("alice", "makeOwner", { user_id: t.id("carla") });
    const sockets = ["bob", "alice", "carla", "dave"].map((who) => new StreamSocket(t, who));
    const [bobs, alices, carlas, daves] = sockets as [StreamSocket, StreamSocket, StreamSocket, StreamSocket];
    for (const each of sockets) await each.until(({ type }) => type === "hello");
    const told = ({ kind }: Json) => kind === "profile";
    await t.as("bob", "setPushSettings", { only_mentions: true });
    await bobs.until(told);
    await t.as("alice", "setPushContents", { allowed: false });
    await Promise.all([alices.until(told), carlas.until(told)]);
    await t.as("alice", "setPushContents", { allowed: true });
    const seen = () => [bobs, alices, daves].map(({ frames }) => frames.filter(told).length);
    await until(async () => seen()[1] === 2, "both changes");
    expect(seen()).toEqual([1, 2, 0]);
    for (const each of sockets) each.close();
  });

  test("topics are announced each for itself, and muted ones are not", async () => {
    await subscribe(phone, { takes_silent: true });
    await t.as("alice", "setForum", { chat_id: team, is_forum: true });
    const topics = [];
    for (const name of ["Plans", "Jokes"])
      topics.push(await t.as("alice", "createForumTopic", { chat_id: team, name }));
    const [plans, jokes] = topics.map(({ message_thread_id }) => message_thread_id);
    await t.as("bob", "muteTopic", { chat_id: team, message_thread_id: jokes });
    for (const message_thread_id of [plans, jokes])
      await t.as("alice", "sendMessage", { chat_id: team, message_thread_id, text: "in a topic" });
    await pushed(1);
    await pass();
    expect(pushes.payloads()).toMatchObject([{ chat_id: team, message_thread_id: plans, title: "Plans · Team" }]);
    const { message_id } = pushes.payloads()[0];
    await t.as("bob", "readMessages", { chat_id: team, message_thread_id: plans, message_id });
    await pushed(2);
    expect(pushes.payloads()[1].closed).toEqual([{ chat_id: team, message_thread_id: plans }]);
  });

  test("a chat that the person joins is followed, and one that they leave is not", async () => {
    await subscribe();
    const { chat } = await t.as("alice", "createChat", { title: "New", type: "supergroup" });
    await t.as("alice", "addMember", { chat_id: chat.id, user_id: t.id("bob") });
    await pushed(1);
    expect(pushes.payloads()[0]).toMatchObject({ chat_id: chat.id, service: "new_chat_members" });
    await say("welcome", chat.id);
    await pushed(2);
    await t.as("bob", "leaveChat", { chat_id: chat.id });
    await say("who is left?", chat.id);
    await pass();
    expect(pushes.payloads()).toHaveLength(2);
  });

  async function rows(table: string): Promise<Json[]> {
    return t.service.db.read((tx) => tx.all(sqlRead(`select * from ${table}`)));
  }
});

test("a service that sends no pushes says so", async () => {
  const t = await startWorld("memory", undefined, { push: false });
  const device = { endpoint: "https://push.example/", p256dh: "x", auth: "x" };
  expect((await t.person("bob", "addPushSubscription", device)).body.description).toContain("sends no pushes");
  expect(await t.as("bob", "getPushSettings")).toMatchObject({ enabled: false, subscriptions: [] });
  expect((await t.as("bob", "sendTestPush")).delivered).toBe(false);
  await t.stop();
});

test("the rules for outgoing requests hold for pushes", async () => {
  const t = await startWorld("memory", undefined, { egress: { allow: [], allow_everything: false } });
  const pushes = new TestPushService();
  await pushes.listen();
  const { keys } = pushes.device("phone");
  const refused = await t.person("bob", "addPushSubscription", keys);
  expect(refused.body.description).toContain("HELIOGRAM_WEBHOOK_ALLOW");
  const { subscription_id } = await t.as("bob", "addPushSubscription", {
    ...keys,
    endpoint: keys.endpoint.replace("127.0.0.1", "localhost"),
  });
  const { steps } = await t.as("bob", "sendTestPush", { subscription_id });
  expect(steps.at(-1)).toMatchObject({ step: "name", ok: false });
  expect(pushes.pushes).toEqual([]);
  await pushes.close();
  await t.stop();
});
