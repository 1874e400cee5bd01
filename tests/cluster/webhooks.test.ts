/** Webhooks on several nodes: each is delivered by one node at a time, in order, while nodes come, go and lose their database. */
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { HeldLease } from "heliogram/cluster/leases/held-lease.ts";
import { LeaseKeeper } from "heliogram/cluster/leases/lease-keeper.ts";
import { Webhooks } from "heliogram/live/webhooks/webhooks.ts";
import { ONLY_PROCESS } from "heliogram/store/lease.ts";
import { startNodes, type TestNodes } from "../support/nodes.ts";
import { Proxy } from "../support/proxy.ts";
import { Receiver } from "../support/receiver.ts";
import type { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { sqlWrite } from "../support/sql.ts";

let nodes: TestNodes;
let receiver: Receiver;
let url: string;
const proxies: Proxy[] = [];
beforeEach(async () => {
  receiver = new Receiver();
  url = await receiver.listen();
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const proxy of proxies) proxy.restore();
  await nodes.stop();
  for (const proxy of proxies.splice(0)) await proxy.close();
  await receiver.close();
});

function heldBy(node: TestService): Promise<number> {
  return node
    .fetch("/metrics")
    .then(({ body }) => Number(/heliogram_leases_held\{kind="webhook"\} (\d+)/.exec(body)?.[1] ?? 0));
}

async function holders(): Promise<number[]> {
  return Promise.all(nodes.running.map(heldBy));
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

async function say(node: TestService, text: string): Promise<void> {
  await node.as("alice", "sendMessage", { chat_id: node.id("Team"), text });
}

describe.runIf(inject("postgresUrl") !== "")("webhooks on several nodes", () => {
  test("are delivered once and in order while nodes come and go", { timeout: 120_000 }, async () => {
    nodes = await startNodes(1);
    const first = nodes.running[0]!;
    await first.ok("guard_bot", "setWebhook", { url });
    const sent: string[] = [];
    const sayMore = async (node: TestService) => {
      for (let n = 0; n < 5; n++) {
        sent.push(`text ${sent.length}`);
        await say(node, sent.at(-1)!);
      }
    };
    await sayMore(first);
    for (let n = 0; n < 3; n++) {
      const joined = await nodes.add();
      await sayMore(joined);
      await nodes.advanceUntil(receiver.until(sent.length));
    }
    while (nodes.running.length > 1) {
      await sayMore(nodes.running.at(-1)!);
      await nodes.remove(nodes.running.at(-1)!);
      await sayMore(first);
      await nodes.advanceUntil(receiver.until(sent.length));
    }
    expect(receiver.texts()).toEqual(sent);
  });

  test("get the trace of a call on any node, and on no node that of another call", async () => {
    nodes = await startNodes(2);
    await nodes.running[0]!.ok("guard_bot", "setWebhook", { url });
    await nodes.until(async () => sum(await holders()) === 1);
    // With the clock at rest no node looks for updates by itself: it is told of each, and of its trace before.
    for (const [n, node] of nodes.running.entries()) {
      const traceparent = `00-${String(n + 1).repeat(32)}-b7ad6b7169203331-01`;
      const authorization = `Bearer ${node.accessToken("alice")}`;
      const message = { chat_id: node.id("Team"), text: "traced" };
      await node.post("/api/sendMessage", message, { authorization, traceparent });
      await receiver.until(2 * n + 1);
      await say(node, "plain");
      await receiver.until(2 * n + 2);
      // Who has the webhook looks for more after each delivery, and would find the next update before its trace.
      const pending = async () => (await node.ok("guard_bot", "getWebhookInfo")).pending_update_count as number;
      await until(async () => (await pending()) === 0, "the delivery to be confirmed");
      expect(receiver.deliveries.slice(-2).map(({ headers }) => headers.traceparent)).toEqual([traceparent, undefined]);
    }
  });

  test("may change while a node starts", { timeout: 120_000 }, async () => {
    nodes = await startNodes(1);
    await nodes.running[0]!.ok("guard_bot", "setWebhook", { url });
    const { hold } = LeaseKeeper.prototype;
    const { start } = Webhooks.prototype;
    const claimed = Promise.withResolvers<void>();
    vi.spyOn(LeaseKeeper.prototype, "hold").mockImplementation(function (this: LeaseKeeper, name, ...more) {
      if (name.startsWith("webhook:")) claimed.resolve();
      return hold.call(this, name, ...more);
    });
    // The node hears of a change before it has read which webhooks there are.
    vi.spyOn(Webhooks.prototype, "start").mockImplementation(async function (this: Webhooks) {
      await this.anyChanged();
      await claimed.promise;
      await start.call(this);
    });
    const joined = await nodes.add();
    await say(joined, "one");
    await nodes.advanceUntil(receiver.until(1));
    expect(receiver.texts()).toEqual(["one"]);
  });

  test("are spread, and each has one node", { timeout: 120_000 }, async () => {
    const bots = Array.from({ length: 24 }, (_, n) => ({ name: `Bot ${n}`, username: `n${n}_bot` }));
    const people = [{ name: "Alice", username: "alice", owner: true }];
    nodes = await startNodes(3, { people, bots, chats: [] });
    for (const { username } of bots) await nodes.running[0]!.ok(username, "setWebhook", { url });
    // It does not end where one node keeps too many, or none has some.
    await nodes.until(async () => {
      const held = await holders();
      return sum(held) === bots.length && held.every((count) => count > 1);
    });
  });

  test(
    "of a node without its database are taken over, and it delivers nothing more",
    { timeout: 120_000 },
    async () => {
      nodes = await startNodes(1);
      const first = nodes.running[0]!;
      const proxy = await Proxy.before(first.database);
      proxies.push(proxy);
      await first.ok("guard_bot", "setWebhook", { url });
      // Nodes join until one has the webhook that it can lose.
      let lonely = first;
      while (lonely === first) {
        const node = await nodes.add({ reach: (address) => proxy.through(address) });
        await nodes.advance(4000);
        if ((await heldBy(node)) > 0) lonely = node;
        else await nodes.remove(node);
      }
      let release = () => {};
      receiver.answer = (_delivery, res) => void (release = () => res.end());
      await say(first, "one");
      await say(first, "two");
      await nodes.advanceUntil(receiver.until(1));
      proxy.refuse();
      receiver.answer = (_delivery, res) => res.end();
      await nodes.until(async () => (await heldBy(first)) === 1);
      expect(await lonely.service.cluster.hasHeartbeat()).toBe(false);
      // The node without its database would deliver the next one now.
      release();
      await nodes.advanceUntil(receiver.until(3));
      await nodes.advance(5000);
      proxy.restore();
      await nodes.advance(5000);
      // The one whose confirmation could not be written comes again, under its id, and nothing else.
      expect(receiver.texts()).toEqual(["one", "one", "two"]);
      const ids = receiver.deliveries.map(({ headers }) => headers["webhook-id"]);
      expect(ids[0]).toBe(ids[1]);
    },
  );

  test("of a node that stops are taken at once, while its last request runs", async () => {
    nodes = await startNodes(2);
    await nodes.until(() => nodes.running.every((node) => node.service.cluster.liveNodes() === 2));
    await nodes.running[0]!.ok("guard_bot", "setWebhook", { url });
    await nodes.until(async () => sum(await holders()) === 1);
    const staying = nodes.running[0]!;
    let leaving = nodes.running[1]!;
    // The first node stops last, so a further one takes its place where it has the webhook.
    while ((await heldBy(leaving)) === 0) {
      leaving = await nodes.add();
      await nodes.advance(4000);
    }
    const request = connect(Number(new URL(leaving.url).port), "127.0.0.1");
    request.on("error", () => {});
    request.write(
      "POST /api/signIn HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    );
    await leaving.fetch("/readyz");
    const stopped = nodes.remove(leaving);
    // The clocks stand still, so nobody can take the node for dead, and its request is not cut off.
    await until(async () => sum(await holders()) > 0, "a node that has the webhook");
    expect(staying.service.cluster.liveNodes()).toBeGreaterThan(1);
    await say(staying, "taken");
    await nodes.advanceUntil(receiver.until(1));
    request.destroy();
    await stopped;
  });

  describe("the checks of this suite", () => {
    /** Two nodes, and one delivery whose response the receiver keeps back until `respond` is called. */
    async function oneDelivery(): Promise<{ readonly respond: () => void }> {
      nodes = await startNodes(2);
      await nodes.until(() => nodes.running.every((node) => node.service.cluster.liveNodes() === 2));
      await nodes.running[0]!.ok("guard_bot", "setWebhook", { url });
      await nodes.until(async () => sum(await holders()) === 1);
      const responses: (() => void)[] = [];
      receiver.answer = (_delivery, res) => void responses.push(() => res.end());
      await say(nodes.running[0]!, "one");
      await nodes.advanceUntil(receiver.until(1));
      return { respond: () => responses.splice(0).forEach((end) => end()) };
    }

    const delivered = async (node: TestService) =>
      (await node.fetch("/metrics")).body.includes('heliogram_webhook_attempts_total{outcome="delivered"} 1\n');
    const pending = async () =>
      (await nodes.running[0]!.ok("guard_bot", "getWebhookInfo")).pending_update_count as number;

    test("see one delivery, by one node", async () => {
      const { respond } = await oneDelivery();
      await nodes.advance(3000);
      respond();
      await until(async () => (await pending()) === 0, "no pending update");
      expect(receiver.texts()).toEqual(["one"]);
      expect((await Promise.all(nodes.running.map(delivered))).filter(Boolean)).toHaveLength(1);
    });

    test("see that two nodes deliver and confirm where leases keep nobody from it", async () => {
      const hold = LeaseKeeper.prototype.hold;
      vi.spyOn(LeaseKeeper.prototype, "hold").mockImplementation(function (this: LeaseKeeper, name, holder, options) {
        if (name.startsWith("webhook:")) holder.acquired(ONLY_PROCESS);
        return hold.call(this, name, { acquired: () => {}, lost: async () => {} }, options);
      });
      const { respond } = await oneDelivery();
      await nodes.advanceUntil(receiver.until(2));
      respond();
      await nodes.until(async () => (await Promise.all(nodes.running.map(delivered))).every(Boolean));
      expect(receiver.texts()).toEqual(["one", "one"]);
    });

    const takeAway = () =>
      nodes.running[0]!.service.db.write((tx) =>
        tx.run(sqlWrite("update lease set node = '', fence = fence + 1 where name like 'webhook:%'")),
      );

    test("see that a node whose lease was taken away does not confirm", async () => {
      const { respond } = await oneDelivery();
      await takeAway();
      receiver.answer = (_delivery, res) => res.end();
      respond();
      const hasLost = (node: TestService) => node.log.some((line) => line.includes("has lost leases"));
      await until(() => nodes.running.some(hasLost), "a node that has lost its leases");
      expect(await pending()).toBe(1);
      await nodes.advanceUntil(receiver.until(2));
      expect(receiver.texts()).toEqual(["one", "one"]);
    });

    test("see that it confirms without the fence", async () => {
      vi.spyOn(HeldLease.prototype, "require").mockResolvedValue();
      const { respond } = await oneDelivery();
      await takeAway();
      respond();
      await until(async () => (await pending()) === 0, "no pending update");
      expect(receiver.texts()).toEqual(["one"]);
    });
  });
});
