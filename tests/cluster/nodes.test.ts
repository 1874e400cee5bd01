/** Nodes come, are judged dead by the heartbeats that they do not write, and go. */
import { afterEach, describe, expect, inject, test } from "vitest";
import { startNodes, type TestNodes } from "../support/nodes.ts";
import { Proxy } from "../support/proxy.ts";
import type { TestService } from "../support/service.ts";

let nodes: TestNodes | undefined;
const proxies: Proxy[] = [];
afterEach(async () => {
  for (const proxy of proxies) proxy.restore();
  await nodes?.stop();
  nodes = undefined;
  for (const proxy of proxies.splice(0)) await proxy.close();
});

/** How many live nodes this one knows, itself included. */
const live = (node: TestService) => node.service.cluster.liveNodes();

/** A node whose database can be taken away. */
async function addBehindProxy(all: TestNodes): Promise<{ readonly node: TestService; readonly proxy: Proxy }> {
  let proxy: Proxy | undefined;
  const database = all.running[0]!.database;
  proxies.push((proxy = await Proxy.before(database)));
  return { node: await all.add({ reach: (address) => proxy.through(address) }), proxy };
}

describe.runIf(inject("postgresUrl") !== "")("the nodes of one database", () => {
  test("see each other come within a second or two, and go at once", async () => {
    nodes = await startNodes(1);
    const [first] = nodes.running;
    expect(live(first!)).toBe(1);
    const second = await nodes.add();
    expect(live(second)).toBe(2);
    await nodes.until(() => live(first!) === 2);
    expect((await first!.fetch("/metrics")).body).toContain("heliogram_nodes 2\n");
    const id = second.service.cluster.node_id;
    await nodes.remove(second);
    await nodes.advance(2000);
    expect(first!.service.cluster.nodes()).not.toContain(id);
  });

  test("judge one dead that has no database for five seconds, and take it back afterwards", async () => {
    nodes = await startNodes(1);
    const [first] = nodes.running;
    const { node, proxy } = await addBehindProxy(nodes);
    await nodes.until(() => live(first!) === 2);
    proxy.refuse();
    await nodes.advance(3500);
    expect(live(first!)).toBe(2);
    await nodes.until(() => live(first!) === 1);
    expect(await node.service.cluster.hasHeartbeat()).toBe(false);
    proxy.restore();
    await nodes.until(() => live(first!) === 2);
    expect(await node.service.cluster.hasHeartbeat()).toBe(true);
  });

  test("judge nobody dead by a clock that jumps, nor after an outage of all", async () => {
    nodes = await startNodes(1);
    const [first] = nodes.running;
    const proxied = [await addBehindProxy(nodes), await addBehindProxy(nodes)];
    await nodes.until(() => nodes!.running.every((node) => live(node) === 3));
    for (const by_ms of [10 * 365 * 86_400_000, -86_400_000]) {
      proxied[0]!.node.clock.set(by_ms);
      await nodes.advance(8000);
      expect(nodes.running.map(live)).toEqual([3, 3, 3]);
    }
    await nodes.remove(proxied.pop()!.node);
    await nodes.until(() => live(first!) === 2);
    // Both nodes that are left lose the database for longer than a node lives without a heartbeat.
    const { node, proxy } = proxied[0]!;
    proxy.refuse();
    for (const { clock } of nodes.running) clock.advance(60_000);
    proxy.restore();
    await nodes.advance(3000);
    expect([live(first!), live(node)]).toEqual([2, 2]);
  });
});
