/** Topics, reactions and sign-ins of devices at one node are seen by the screens, polls and calls of another one at once. */
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startNodes, type TestNodes } from "../support/nodes.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import type { Json, TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const BOT = "guard_bot";
const LIKE = [{ type: "emoji", emoji: "👍" }];

describe.runIf(inject("postgresUrl") !== "")("with two nodes", () => {
  let nodes: TestNodes;
  let one: TestService;
  let two: TestService;
  let team: number;
  beforeAll(async () => {
    nodes = await startNodes(2);
    [one, two] = nodes.running as [TestService, TestService];
    await nodes.until(() => nodes.running.every(({ service }) => service.cluster.liveNodes() === 2));
    team = one.id("Team");
    const allowed_updates = ["message", "message_reaction"];
    await two.ok(BOT, "getUpdates", { allowed_updates });
  });
  afterAll(() => nodes.stop());

  const here = (more: object = {}) => ({ chat_id: team, ...more });
  /** Waits at the second node for the next update, while something is done at the first. */
  const polled = async (act: () => Promise<unknown>): Promise<Json> => {
    const poll = two.ok(BOT, "getUpdates", { timeout: 50 });
    const waits = async () => String((await two.fetch("/metrics")).body).includes("heliogram_waiting_polls 1\n");
    await until(waits, "a poll that waits");
    await act();
    const [update] = await poll;
    await two.ok(BOT, "getUpdates", { offset: update.update_id + 1 });
    return update;
  };
  const watch = async (node: TestService, who: string): Promise<StreamSocket> => {
    const socket = new StreamSocket(node, who);
    await socket.until(({ type }) => type === "hello");
    return socket;
  };

  test("topics are created, closed and read", async () => {
    const screen = await watch(two, "carla");
    const own = await watch(one, "carla");
    await one.as("alice", "setForum", here({ is_forum: true }));
    await screen.until(({ kind, chat }) => kind === "chat" && chat?.is_forum === true);
    let topic: Json;
    const update = await polled(async () => {
      topic = await one.as("alice", "createForumTopic", here({ name: "Release" }));
    });
    const { message_thread_id } = topic!;
    expect(update.message).toMatchObject({ message_thread_id, forum_topic_created: { name: "Release" } });
    const shown = await screen.until(({ kind }) => kind === "topic");
    expect(shown).toMatchObject({ message_thread_id, topic: { name: "Release" } });

    const { message_id } = await two.ok(BOT, "sendMessage", here({ text: "in the topic", message_thread_id }));
    await own.until(({ kind, message }) => kind === "message" && message.message_id === message_id);
    await two.as("carla", "readMessages", here({ message_id, message_thread_id }));
    const read = await own.until(({ type, kind }) => type === "account" && kind === "topic");
    expect(read).toMatchObject({
      chat_id: team,
      message_thread_id,
      topic: { unread_count: 0, read_up_to: message_id },
    });
    const { topics } = await one.as("carla", "listTopics", here({ message_thread_ids: [message_thread_id] }));
    expect(topics[0]).toMatchObject({ unread_count: 0, last_message: { message_id } });

    await one.as("alice", "closeForumTopic", here({ message_thread_id }));
    await screen.until(({ kind, topic: changed }) => kind === "topic" && changed?.is_closed === true);
    const { status, body } = await two.person("bob", "sendMessage", here({ text: "late", message_thread_id }));
    expect([status, body.reason]).toEqual([400, "TOPIC_CLOSED"]);
    await one.as("alice", "deleteForumTopic", here({ message_thread_id }));
    const gone = ({ kind, message_thread_id: id, topic: left }: Json) =>
      kind === "topic" && id === message_thread_id && left === undefined;
    await screen.until(gone);
    const late = await two.bot(BOT, "sendMessage", here({ text: "late", message_thread_id }));
    expect([late.status, late.body.description]).toEqual([400, expect.stringContaining("message thread not found")]);
    await two.updates(BOT);
    for (const socket of [screen, own]) socket.close();
  });

  test("reactions are set, limited and counted", async () => {
    const { message_id } = await one.ok(BOT, "sendMessage", here({ text: "Shall we?" }));
    const screen = await watch(two, "carla");
    const own = await watch(two, "bob");
    const place = here({ message_id });
    const update = await polled(() => one.as("bob", "setMessageReaction", { ...place, reaction: LIKE }));
    expect(update.message_reaction).toMatchObject({ message_id, user: { id: one.id("bob") }, new_reaction: LIKE });
    expect(await own.until(({ kind }) => kind === "own_reactions")).toMatchObject({ chosen_reactions: ["👍"] });
    await nodes.advance(1000);
    const counted = await screen.until(({ kind }) => kind === "reactions");
    expect(counted.messages).toEqual([{ message_id, reactions: [{ type: LIKE[0], total_count: 1 }] }]);
    const { reactions } = await two.as("carla", "listReactions", place);
    expect(reactions).toMatchObject([{ type: LIKE[0], user: { id: one.id("bob") } }]);

    await one.as("alice", "setChatReactions", here({ available_reactions: [] }));
    const { status, body } = await two.person("carla", "setMessageReaction", { ...place, reaction: LIKE });
    expect([status, body.reason]).toEqual([400, "REACTION_NOT_ALLOWED"]);
    await two.as("bob", "setMessageReaction", place);
    const emptied = await one.as("carla", "listReactions", place);
    expect(emptied.reactions).toEqual([]);
    for (const socket of [screen, own]) socket.close();
  });

  test("a device signs in by the code of a session at the other node", async () => {
    const screen = await watch(one, "bob");
    const { code } = await one.as("bob", "showDeviceCode");
    const { claim, number } = (await two.post("/api/claimDeviceCode", { code })).body.result;
    await screen.until(({ kind }) => kind === "session");
    expect((await one.as("bob", "getDeviceCode")).device.number).toBe(number);
    const outcome = two.post("/api/signInDevice", { claim });
    const waits = async () => String((await two.fetch("/metrics")).body).includes("heliogram_waiting_polls 1\n");
    await until(waits, "a device that waits");
    await one.as("bob", "confirmDevice", { number });
    expect((await outcome).body.result.user.username).toBe("bob");
    screen.close();
  });
});
