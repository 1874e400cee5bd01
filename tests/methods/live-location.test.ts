/** Live locations: sent, moved, ended by their sender or by the clock (behaviour.md §4). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { renewWorld } from "../support/renew-world.ts";
import { engineIndependent, startWorld, type Answer, type Json, type TestService } from "../support/service.ts";

const FOREVER = 0x7fffffff;
const POINT = { latitude: 52.5, longitude: 13.4 };
const DAY_S = 86_400;

describe.each(engineIndependent())("live locations on %s", (engine) => {
  let t: TestService;
  let chat_id: number;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  beforeEach(async () => {
    await renewWorld(t);
    chat_id = t.id("Team");
  });
  afterAll(() => t.stop());

  const send = (more: object): Promise<Json> => t.ok("guard_bot", "sendLocation", { chat_id, ...POINT, ...more });
  const call = (method: string, message_id: number, more: object = {}): Promise<Answer> =>
    t.bot("guard_bot", method, { chat_id, message_id, ...more });
  const move = (message_id: number, more: object = {}) =>
    call("editMessageLiveLocation", message_id, { ...POINT, ...more });
  const outcome = ({ status, body }: Answer) => (status === 200 ? body.result.location : body.description);
  const IMPOSSIBLE = "Bad Request: message can't be edited";
  const BAD_PERIOD = "Bad Request: wrong live location period specified";

  test("its sender moves it, and other bots get the edit", async () => {
    const options = { live_period: 900, heading: 90, proximity_alert_radius: 100, horizontal_accuracy: 12.5 };
    const { message_id, location } = await send(options);
    expect(location).toEqual({ ...POINT, ...options });
    await t.as("alice", "promoteChatMember", { chat_id, user_id: t.id("echo_bot"), can_pin_messages: true });
    await t.updates("echo_bot");
    t.clock.advance(60_000);
    const reply_markup = { inline_keyboard: [[{ text: "Stop", callback_data: "stop" }]] };
    const { body } = await move(message_id, { latitude: 52.6, heading: 1, reply_markup });
    const moved = { latitude: 52.6, longitude: 13.4, heading: 1, live_period: 900 };
    expect(body.result).toMatchObject({ message_id, location: moved, reply_markup, edit_date: body.result.date + 60 });
    const shown = await t.as("bob", "getHistory", { chat_id, limit: 1 });
    expect(shown.messages[0].location).toEqual(moved);
    expect(outcome(await move(message_id, { latitude: 52.6, heading: 1, reply_markup }))).toContain(
      "message is not modified",
    );
    const stolen = await t.bot("echo_bot", "editMessageLiveLocation", { chat_id, message_id, ...POINT });
    expect(stolen.status).toBe(403);
  });

  test("it ends by a stop or by the clock, and then stays", async () => {
    const stopped = await send({ live_period: FOREVER, heading: 90 });
    t.clock.advance(2 * DAY_S * 1000);
    expect(outcome(await move(stopped.message_id, { latitude: 1 }))).toMatchObject({ live_period: FOREVER });
    expect(outcome(await call("stopMessageLiveLocation", stopped.message_id))).toEqual({ ...POINT, latitude: 1 });
    const expired = await send({ live_period: 60 });
    t.clock.advance(59_000);
    expect(outcome(await move(expired.message_id, { latitude: 2 }))).toMatchObject({ latitude: 2 });
    t.clock.advance(1000);
    const plain = await send({});
    for (const { message_id } of [stopped, expired, plain]) {
      expect(outcome(await move(message_id, { latitude: 3 }))).toBe(IMPOSSIBLE);
      expect(outcome(await call("stopMessageLiveLocation", message_id))).toBe(IMPOSSIBLE);
    }
  });

  test("a new period counts from the date of the message, and grows by a day at most", async () => {
    const { message_id } = await send({ live_period: 600 });
    t.clock.advance(300_000);
    expect(outcome(await move(message_id, { live_period: 601 + DAY_S }))).toBe(BAD_PERIOD);
    expect(outcome(await move(message_id, { live_period: 0 }))).toBe(BAD_PERIOD);
    expect(outcome(await move(message_id, { live_period: 600 + DAY_S }))).toMatchObject({ live_period: 600 + DAY_S });
    t.clock.advance(DAY_S * 1000);
    expect(outcome(await move(message_id, { latitude: 1 }))).toMatchObject({ latitude: 1 });
    expect(outcome(await move(message_id, { live_period: FOREVER }))).toMatchObject({ live_period: FOREVER });
    expect(outcome(await move(message_id, { live_period: 100 * DAY_S }))).toBe(BAD_PERIOD);
  });

  test("wrong values are refused, and a plain location has no direction", async () => {
    const wrong: [object, string][] = [
      [{ live_period: 59 }, "wrong live location period specified"],
      [{ live_period: DAY_S + 1 }, "wrong live location period specified"],
      [{ live_period: -1 }, "wrong live location period specified"],
      [{ live_period: 60, heading: 361 }, "wrong live location heading specified"],
      [{ live_period: 60, proximity_alert_radius: 100_001 }, "wrong live location proximity alert radius specified"],
    ];
    for (const [more, words] of wrong) {
      const { status, body } = await t.bot("guard_bot", "sendLocation", { chat_id, ...POINT, ...more });
      expect([status, body.description]).toEqual([400, `Bad Request: ${words}`]);
    }
    expect((await send({ heading: 90, proximity_alert_radius: 5 })).location).toEqual(POINT);
    expect((await send({ live_period: 60, heading: 0 })).location).toEqual({ ...POINT, live_period: 60 });
  });

  test("copies and forwards are plain locations, and people move their own", async () => {
    const { message_id } = await send({ live_period: 600, heading: 90 });
    const where = { chat_id: t.id("alice"), from_chat_id: chat_id, message_id };
    expect((await t.ok("guard_bot", "forwardMessage", where)).location).toEqual(POINT);
    const copied = await t.as("alice", "copyMessage", { ...where, chat_id });
    const { messages } = await t.as("alice", "getHistory", { chat_id, limit: 1 });
    expect(messages[0]).toMatchObject({ message_id: copied.message_id, location: POINT });
    const own = await t.as("bob", "sendLocation", { chat_id, ...POINT, live_period: 600 });
    const target = { chat_id, message_id: own.message_id };
    const moved = await t.as("bob", "editMessageLiveLocation", { ...target, ...POINT, latitude: 1 });
    expect(moved.location).toEqual({ ...POINT, latitude: 1, live_period: 600 });
    expect((await t.as("bob", "stopMessageLiveLocation", target)).location).toEqual({ ...POINT, latitude: 1 });
  });

  /** The alerts of the chat, the earliest first: who has come near whom, and how near. */
  const alerts = async (): Promise<string[]> => {
    const { messages } = await t.as("alice", "getHistory", { chat_id, limit: 50 });
    return messages
      .map(({ proximity_alert_triggered: alert }: Json) => alert)
      .filter((alert?: Json) => alert)
      .map(({ traveler, watcher, distance }: Json) => `${nameOf(traveler)} ${nameOf(watcher)} ${distance}`);
  };
  const nameOf = ({ id }: Json): string => ["alice", "bob", "guard_bot"].find((name) => t.id(name) === id)!;
  const liveOf = (name: string, more: object): Promise<Json> =>
    t.as(name, "sendLocation", { chat_id, ...POINT, live_period: 600, ...more });
  const moveOf = (name: string, { message_id }: Json, more: object): Promise<Json> =>
    t.as(name, "editMessageLiveLocation", { chat_id, message_id, ...POINT, ...more });
  /** A degree of latitude is 111,195 metres. */
  const north = (metres: number) => ({ latitude: POINT.latitude + metres / 111_195 });

  test("who comes as near as a radius says triggers one alert, whoever of the two has moved", async () => {
    const watching = await liveOf("alice", { proximity_alert_radius: 100 });
    const coming = await liveOf("bob", north(300));
    expect(await alerts()).toEqual([]);
    await t.updates("guard_bot");
    await moveOf("bob", coming, north(101));
    expect(await alerts()).toEqual([]);
    await moveOf("bob", coming, north(99));
    expect(await alerts()).toEqual(["bob alice 99"]);
    const updates = await t.updates("guard_bot");
    const news = updates.filter(({ message }: Json) => message?.proximity_alert_triggered);
    expect(news.map(({ message }: Json) => message)).toMatchObject([
      { from: { id: t.id("bob") }, proximity_alert_triggered: { watcher: { id: t.id("alice") }, distance: 99 } },
    ]);
    await moveOf("bob", coming, north(500));
    await moveOf("bob", coming, north(20));
    expect(await alerts()).toHaveLength(1);
    // Another radius is another alert.
    await moveOf("alice", watching, { proximity_alert_radius: 10 });
    expect(await alerts()).toHaveLength(1);
    await moveOf("alice", watching, { ...north(15), proximity_alert_radius: 10 });
    expect(await alerts()).toEqual(["bob alice 99", "bob alice 5"]);
    await moveOf("alice", watching, north(15));
    await moveOf("bob", coming, north(15));
    expect(await alerts()).toHaveLength(2);
  });

  test("both are notified if both have a radius, and bots take part", async () => {
    await liveOf("alice", { proximity_alert_radius: 50 });
    await send({ live_period: FOREVER, proximity_alert_radius: 20, ...north(10) });
    expect((await alerts()).toSorted()).toEqual(["alice guard_bot 10", "guard_bot alice 10"]);
  });

  test("locations that ended, were deleted, are one's own, or of who has left trigger nothing", async () => {
    const near = { proximity_alert_radius: 50 };
    const stopped = await liveOf("bob", {});
    await t.as("bob", "stopMessageLiveLocation", { chat_id, message_id: stopped.message_id });
    const deleted = await liveOf("bob", {});
    await t.as("bob", "deleteMessage", { chat_id, message_id: deleted.message_id });
    await t.as("bob", "sendLocation", { chat_id, ...POINT, live_period: 60 });
    t.clock.advance(60_000);
    await t.as("bob", "sendLocation", { chat_id, ...POINT });
    await liveOf("alice", near);
    await liveOf("alice", near);
    expect(await alerts()).toEqual([]);
    await liveOf("bob", north(1000));
    await t.as("bob", "leaveChat", { chat_id });
    await liveOf("alice", { ...near, ...north(1000) });
    expect(await alerts()).toEqual([]);
  });

  test("a repeated send alerts once", async () => {
    await liveOf("bob", {});
    const params = { chat_id, ...POINT, live_period: 600, proximity_alert_radius: 5 };
    const auth = { authorization: `Bearer ${t.accessToken("alice")}`, "idempotency-key": "the-same-location" };
    for (let i = 0; i < 2; i++) expect((await t.post("/api/sendLocation", params, auth)).status).toBe(200);
    expect(await alerts()).toEqual(["bob alice 0"]);
  });
});
