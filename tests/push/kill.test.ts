/** Kills the service between a message and its push, and during the push: nothing is lost (behaviour.md §6). */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { giveBackDatabase, takeDatabase } from "../support/databases.ts";
import { call, startProcess, type OwnProcess } from "../support/own-process.ts";
import { end } from "../support/programs.ts";
import { TestPushService } from "../support/push-service.ts";
import { engineIndependent, type Json } from "../support/service.ts";
import { until } from "../support/until.ts";

const WORLD = {
  people: [
    { name: "Alice", username: "alice" },
    { name: "Bob", username: "bob" },
  ],
  chats: [{ title: "Team", creator: "alice", members: ["bob"] }],
};

describe.each(engineIndependent())("a service on %s that is killed", (engine) => {
  let pushes: TestPushService;
  let dir: string;
  let database: string;
  let running: OwnProcess;
  let first: OwnProcess;
  beforeEach(async () => {
    pushes = new TestPushService();
    await pushes.listen();
    dir = mkdtempSync(join(tmpdir(), "heliogram-push-"));
    database = engine === "postgres" ? await takeDatabase() : engine;
    first = running = await startProcess({ dir, database, world: WORLD });
    await as("bob", "addPushSubscription", { ...pushes.device("phone").keys, label: "phone" });
  });
  afterEach(async () => {
    await end(running.program, "SIGKILL");
    rmSync(dir, { recursive: true, force: true });
    if (engine === "postgres") await giveBackDatabase(database);
    await pushes.close();
  });

  const as = (who: "alice" | "bob", method: string, params: object = {}): Promise<Json> =>
    call(`${running.url}/api/${method}`, params, first.people[who === "alice" ? 0 : 1]!.access_token);
  const say = (text: string) => as("alice", "sendMessage", { chat_id: first.chats[0]!.id, text });
  const kill = () => end(running.program, "SIGKILL");
  const restart = async () => {
    running = await startProcess({ dir, database });
  };
  const pushed = (total: number) => pushes.untilSo(() => pushes.pushes.length >= total);
  const noted = () =>
    until(async () => (await as("bob", "getPushSettings")).subscriptions[0].delivered_at, "the note of the delivery");
  const texts = () => pushes.payloads().map(({ text }) => text);

  test("pushes what it had not pushed, repeats what was not answered, and nothing else", async () => {
    // Pushes wait for two seconds, so this one is in no process when the service ends.
    await say("before");
    await kill();
    expect(pushes.pushes).toEqual([]);
    await restart();
    await pushed(1);
    await noted();

    // The push service has taken it, and its answer is lost.
    pushes.answer = () => {};
    await say("during");
    await pushed(2);
    await kill();
    pushes.answer = (_push, res) => res.writeHead(201).end();
    await restart();
    await pushed(3);
    const [, once, again] = pushes.pushes;
    // For the device it is the same notification.
    expect(again!.headers.topic).toBe(once!.headers.topic);
    expect(again!.payload).toEqual(once!.payload);

    await say("after");
    await pushed(4);
    expect(texts()).toEqual(["before", "during", "during", "after"]);
    expect(pushes.payloads().at(-1)).toMatchObject({ count: 3 });
  });
});
