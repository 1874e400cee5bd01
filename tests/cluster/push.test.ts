/** Pushes on several nodes: each is sent by one node, also when that node is killed or loses its database. */
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { startNodes, type TestNodes } from "../support/nodes.ts";
import { Proxy } from "../support/proxy.ts";
import { TestPushService } from "../support/push-service.ts";
import type { TestService } from "../support/service.ts";

let nodes: TestNodes;
let pushes: TestPushService;
const proxies: Proxy[] = [];
beforeEach(async () => {
  pushes = new TestPushService();
  await pushes.listen();
});
afterEach(async () => {
  for (const proxy of proxies) proxy.restore();
  await nodes.stop();
  for (const proxy of proxies.splice(0)) await proxy.close();
  await pushes.close();
});

async function pushesFrom(node: TestService): Promise<boolean> {
  return String((await node.fetch("/metrics")).body).includes("heliogram_push_people 1\n");
}

describe.runIf(inject("postgresUrl") !== "")("pushes on several nodes", () => {
  const say = (node: TestService, text: string) => node.as("alice", "sendMessage", { chat_id: node.id("Team"), text });
  const texts = () => pushes.payloads().map(({ text }) => text);

  test("are sent once, by one node, whichever node has taken the message", { timeout: 120_000 }, async () => {
    nodes = await startNodes(2);
    const [first, second] = nodes.running as [TestService, TestService];
    await first.as("bob", "addPushSubscription", pushes.device("phone").keys);
    await nodes.until(async () => (await pushesFrom(first)) !== (await pushesFrom(second)));
    await say(first, "one");
    await nodes.advanceUntil(pushes.untilSo(() => pushes.pushes.length === 1));
    await say(second, "two");
    await nodes.advanceUntil(pushes.untilSo(() => pushes.pushes.length === 2));
    await nodes.advance(6000);
    expect(texts()).toEqual(["one", "two"]);
    // Both nodes are one service to push services.
    const keys = await Promise.all(nodes.running.map((node) => node.as("bob", "getPushSettings")));
    expect(keys[0].public_key).toBe(keys[1].public_key);
  });

  test("of a node that is cut off are sent by another, and not twice", { timeout: 120_000 }, async () => {
    nodes = await startNodes(1);
    const first = nodes.running[0]!;
    const proxy = await Proxy.before(first.database);
    proxies.push(proxy);
    await first.as("bob", "addPushSubscription", pushes.device("phone").keys);
    // Nodes join until one has the lease that it can lose.
    let lonely = first;
    while (lonely === first) {
      const node = await nodes.add({ reach: (address) => proxy.through(address) });
      await nodes.advance(4000);
      if (await pushesFrom(node)) lonely = node;
      else await nodes.remove(node);
    }
    await say(first, "one");
    await nodes.advanceUntil(pushes.untilSo(() => pushes.pushes.length === 1));
    await nodes.advance(3000);
    proxy.refuse();
    await say(first, "two");
    await nodes.advanceUntil(pushes.untilSo(() => pushes.pushes.length === 2));
    proxy.restore();
    await nodes.advance(8000);
    expect(texts()).toEqual(["one", "two"]);
  });
});
