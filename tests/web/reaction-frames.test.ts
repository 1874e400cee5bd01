/** Bursts of reactions are one frame for each screen, however they reach it. */
import { afterEach, describe, expect, inject, test } from "vitest";
import { startNodes, type TestNodes } from "../support/nodes.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import { engineIndependent, startWorld, type Json, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const LAST_FRAME_MS = 1000;
const WHO = ["alice", "bob", "carla"];
const LIKE = [{ type: "emoji", emoji: "👍" }];

let t: TestService | undefined;
let nodes: TestNodes | undefined;
let sockets: StreamSocket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
  await nodes?.stop();
  if (!nodes) await t?.stop();
  [t, nodes] = [undefined, undefined];
});

async function watch(services: readonly TestService[], count: number, who = WHO): Promise<void> {
  sockets = Array.from(
    { length: count },
    (_, i) => new StreamSocket(services[i % services.length]!, who[i % who.length]!),
  );
  for (const socket of sockets) await socket.until(({ type }) => type === "hello");
}

const framesOf = (socket: StreamSocket): Json[] => socket.frames.filter(({ kind }) => kind === "reactions");

/** So many changes, one after another for each person, the last of which adds a reaction. */
async function burst(services: readonly TestService[], chat_id: number, message_id: number, changes: number) {
  await Promise.all(
    WHO.map(async (who, at) => {
      for (let i = Math.ceil(changes / WHO.length); i > 0; i--)
        await services[at % services.length]!.as(who, "setMessageReaction", {
          chat_id,
          message_id,
          reaction: i % 2 === 1 ? LIKE : [],
        });
    }),
  );
}

/** Lets time pass until every socket has the frame, and a while longer. */
async function frames(services: readonly TestService[], isIn: (socket: StreamSocket) => boolean): Promise<Json[][]> {
  await until(async () => {
    for (const { clock } of services) clock.advance(LAST_FRAME_MS);
    for (const service of services) await service.fetch("/readyz");
    return sockets.every(isIn);
  }, "the frames of reactions");
  for (const { clock } of services) clock.advance(5 * LAST_FRAME_MS);
  return sockets.map(framesOf);
}

const hasAll = (socket: StreamSocket) =>
  framesOf(socket).some(({ messages }) => messages[0]?.reactions[0]?.total_count === 3);

describe.each(engineIndependent())("on %s", (engine) => {
  test.each([
    ["sockets that read by themselves", 3],
    ["a broadcaster", 12],
  ])("a thousand changes are one frame: %s", async (_name, count) => {
    t = await startWorld(engine);
    const chat_id = t.id("Team");
    const { message_id } = await t.as("alice", "sendMessage", { chat_id, text: "Shall we?" });
    await watch([t], count);
    await burst([t], chat_id, message_id, 1005);
    expect(sockets.flatMap(framesOf)).toEqual([]);
    const seen = await frames([t], hasAll);
    const { seq } = await t.as("alice", "getDifference", { chat_id, seq: 0 });
    const reactions = [{ type: LIKE[0], total_count: 3 }];
    for (const each of seen)
      expect(each).toEqual([
        { type: "chat", chat_id, seq, kind: "reactions", run: 1005, messages: [{ message_id, reactions }] },
      ]);
    // Nothing was lost: the difference has the same counts.
    const { events } = await t.as("bob", "getDifference", { chat_id, seq: seq - 50 });
    expect(events.at(-1)).toMatchObject({ seq, kind: "reactions", messages: [{ message_id, reactions }] });
    expect(events.reduce((sum: number, { run }: Json) => sum + run, 0)).toBe(50);
  });

  test("a message does not wait for reactions, and shows those before it", async () => {
    t = await startWorld(engine);
    const chat_id = t.id("Team");
    const { message_id } = await t.as("alice", "sendMessage", { chat_id, text: "Shall we?" });
    await watch([t], 9);
    await burst([t], chat_id, message_id, 3);
    await t.as("bob", "sendMessage", { chat_id, text: "We shall" });
    for (const socket of sockets) {
      await socket.until(({ kind }) => kind === "message");
      expect(socket.frames.filter(({ type }) => type === "chat").map(({ kind }) => kind)).toEqual([
        "reactions",
        "message",
      ]);
    }
  });

  test("screens that leave a broadcaster, and those that stay, get what was held back", async () => {
    t = await startWorld(engine);
    const chat_id = t.id("Team");
    const { message_id } = await t.as("alice", "sendMessage", { chat_id, text: "Shall we?" });
    await watch([t], 9);
    await burst([t], chat_id, message_id, 3);
    const gone = sockets.splice(0, 7);
    for (const socket of gone) {
      socket.close();
      await socket.closed();
    }
    const seen = await frames([t], hasAll);
    for (const each of seen) expect(each).toHaveLength(1);
  });

  test("the other devices of a person learn their own reactions at once, and others do not", async () => {
    t = await startWorld(engine);
    const chat_id = t.id("Team");
    const { message_id } = await t.as("alice", "sendMessage", { chat_id, text: "Shall we?" });
    await watch([t], 2, ["bob", "alice"]);
    await t.as("bob", "setMessageReaction", { chat_id, message_id, reaction: LIKE });
    const [own, sender] = sockets;
    expect(await own!.until(({ kind }) => kind === "own_reactions")).toMatchObject({
      message_id,
      chosen_reactions: ["👍"],
    });
    const notice = await sender!.until(({ kind }) => kind === "unread_reactions");
    expect(notice).toMatchObject({ chat_id, unread_reactions: 1, message_id, emoji: "👍", user: { username: "bob" } });
    await t.as("carla", "setMessageReaction", { chat_id, message_id, reaction: LIKE });
    await t.as("alice", "readReactions", { chat_id });
    await sender!.until(({ kind, unread_reactions }) => kind === "unread_reactions" && unread_reactions === 0);
    expect(sender!.frames.filter(({ kind }) => kind === "unread_reactions")).toHaveLength(2);
    expect(sender!.frames.some(({ kind }) => kind === "own_reactions")).toBe(false);
  });
});

test.runIf(inject("postgresUrl") !== "")("a burst on two nodes is one frame on each", async () => {
  nodes = await startNodes(2);
  const { running } = nodes;
  t = running[0]!;
  const chat_id = t.id("Team");
  const { message_id } = await t.as("alice", "sendMessage", { chat_id, text: "Shall we?" });
  await watch(running, 20);
  await burst(running, chat_id, message_id, 60);
  for (const each of await frames(running, hasAll)) expect(each).toHaveLength(1);
});
