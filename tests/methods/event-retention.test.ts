/** Events of chats are kept for a week. A client that was away for longer reads the chat anew (behaviour.md §6). */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { advanceHours, maintenanceRounds, withFile } from "../support/maintenance.ts";
import { SecondClient } from "../support/second-client.ts";
import { engineIndependent, startWorld, type Json, type TestService } from "../support/service.ts";
import { sqlRead } from "../support/sql.ts";

const WEEK_H = 7 * 24;
const DAY_H = 24;

describe.each(engineIndependent())("on %s", (engine) => {
  let t: TestService;
  let team: number;
  beforeEach(async () => {
    t = await startWorld(engine, undefined, { dialect: "telegram", session_s: 365 * 86_400 });
    team = t.id("Team");
  });
  afterEach(() => t.stop());

  const say = (text: string): Promise<Json> => t.as("alice", "sendMessage", { chat_id: team, text });
  const difference = (seq: number): Promise<Json> => t.as("bob", "getDifference", { chat_id: team, seq });
  const rowsOf = async (stream: number): Promise<number> =>
    (await t.service.db.read((tx) => tx.get(sqlRead<Json>("select count(*) as n from event where stream = ?"), stream)))
      .n;

  test("expired events and their ranges are removed, newer ones stay", async () => {
    const { message_id } = await say("old");
    const album = [1, 2, 3].map((n) => ({ type: "document", media: `attach://${n}` }));
    const parts = Object.fromEntries([1, 2, 3].map((n) => [String(n), new TextEncoder().encode(`part ${n}`)]));
    await t.ok("guard_bot", "sendMediaGroup", withFile({ chat_id: team, media: JSON.stringify(album), ...parts }));
    await t.as("alice", "editMessageText", { chat_id: team, message_id, text: "edited" });
    await t.as("bob", "readMessages", { chat_id: team, message_id });
    const { seq: old } = await difference(0);
    await advanceHours(t, 4 * DAY_H);
    expect((await difference(0)).resync).toBe(false);
    await say("new");
    const before = await rowsOf(team);
    await advanceHours(t, 3 * DAY_H);
    await advanceHours(t, DAY_H);
    expect(before).toBeGreaterThan(3);
    expect(await rowsOf(team)).toBe(1);
    expect(await difference(0)).toMatchObject({ resync: true, events: [] });
    expect((await difference(old - 1)).resync).toBe(true);
    const { resync, events } = await difference(old);
    expect([resync, events.map((each: Json) => each.message.text)]).toEqual([false, ["new"]]);
    // Messages do not expire with their events.
    const { messages }: Json = await t.as("bob", "getHistory", { chat_id: team });
    expect(messages.map((each: Json) => each.text).filter(Boolean)).toEqual(["edited", "new"]);

    await advanceHours(t, WEEK_H);
    await advanceHours(t, DAY_H);
    expect(await rowsOf(team)).toBe(0);
    expect((await difference(old + 1)).resync).toBe(false);
    await say("after all were gone");
    expect((await difference(old + 1)).events).toHaveLength(1);
  });

  test("a client that was away for longer gets a reset, another one the difference", async () => {
    const [away, there] = [new SecondClient(t, "bob"), new SecondClient(t, "carla")];
    const old = await say("deleted while one is away");
    await away.connect();
    away.cut();
    await t.as("alice", "deleteMessage", { chat_id: team, message_id: old.message_id });
    await say("said meanwhile");
    await advanceHours(t, WEEK_H + 2 * DAY_H);
    await there.connect();
    there.cut();
    await say("said now");
    await there.connect();
    await there.settled();
    await away.connect();
    await away.settled();
    const texts = (client: SecondClient) =>
      [...client.chats.get(team)!.messages.values()].filter((text) => text.includes(" "));
    expect(texts(there)).toEqual(["said meanwhile", "said now"]);
    expect(texts(away)).toEqual(["said meanwhile", "said now"]);
    await say("and live");
    await away.settled();
    expect(texts(away).at(-1)).toBe("and live");
    away.cut();
    there.cut();
  });

  test("account events and unfetched updates expire", async () => {
    await t.as("alice", "saveDraft", { chat_id: team, text: "a draft" });
    await t.as("alice", "sendMessage", { chat_id: t.id("echo_bot"), text: "never fetched" });
    const [alice, echo] = [t.id("alice"), t.id("echo_bot")];
    expect([(await rowsOf(alice)) > 0, (await rowsOf(echo)) > 0]).toEqual([true, true]);
    // The first round schedules the streams, for a day later at most.
    await maintenanceRounds(t, 1);
    await advanceHours(t, 2 * DAY_H);
    await maintenanceRounds(t, 1);
    expect([await rowsOf(alice), await rowsOf(echo)]).toEqual([0, 0]);
  });
});
