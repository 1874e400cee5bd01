/** With several nodes, each shows the calls that it has answered, and all of them what the store has. */
import { afterEach, describe, expect, inject, test } from "vitest";
import { Receiver } from "../support/receiver.ts";
import { startNodes, type TestNodes } from "../support/nodes.ts";
import type { Json, TestService } from "../support/service.ts";

let nodes: TestNodes | undefined;
let receiver: Receiver | undefined;
afterEach(async () => {
  await nodes?.stop();
  nodes = undefined;
  await receiver?.close();
});

const BOT = "echo_bot";
const activity = (node: TestService): Promise<Json> => node.as("alice", "getBotActivity", { bot_id: node.id(BOT) });

describe.runIf(inject("postgresUrl") !== "")("a bot's activity on two nodes", () => {
  test("what waits, the webhook and its error are the same, and an update that another node has delivered is over", async () => {
    nodes = await startNodes(2);
    const [first, second] = nodes.running as [TestService, TestService];
    await nodes.until(() => first.service.cluster.liveNodes() === 2);
    const say = (text: string) => first.as("alice", "sendMessage", { chat_id: first.id(BOT), text });
    await say("hello");
    const [{ update_id }] = await second.ok(BOT, "getUpdates");
    expect(await activity(first)).toMatchObject({
      node_count: 2,
      pending_update_count: 1,
      calls: [],
      updates: [{ update_id, state: "queued", trace_id: expect.any(String) }],
    });
    await second.ok(BOT, "getUpdates", { offset: update_id + 1 });
    expect(await activity(first)).toMatchObject({
      pending_update_count: 0,
      updates: [{ update_id, state: "left" }],
    });
    expect(await activity(second)).toMatchObject({
      calls: [{ method: "getUpdates", count: 2 }],
      updates: [{ update_id, state: "confirmed", delivered_by: "poll" }],
    });
    receiver = new Receiver();
    receiver.answer = (_delivery, res) => void res.writeHead(500).end();
    await second.ok(BOT, "setWebhook", { url: await receiver.listen() });
    await say("once more");
    await nodes.advanceUntil(receiver.until(1));
    const hasFailed = async (node: TestService) => (await activity(node)).webhook.last_error_message !== undefined;
    for (const node of nodes.running) await nodes.until(() => hasFailed(node));
    for (const node of nodes.running)
      expect(await activity(node)).toMatchObject({ pending_update_count: 1, webhook: { url: expect.any(String) } });
  });
});
