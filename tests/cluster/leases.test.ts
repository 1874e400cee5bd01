/** Leases: one node has each, a dead node's are taken over, and whoever was deposed changes nothing. */
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { fenced, LeaseLost, type Lease } from "heliogram/store/lease.ts";
import { findMeta, setMeta } from "heliogram/store/queries/service/counters.ts";
import { startNodes, type TestNodes } from "../support/nodes.ts";
import { Proxy } from "../support/proxy.ts";
import type { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { sqlWrite } from "../support/sql.ts";

const NAME = "test";

/** Wants the lease on a node, and notes what happens. */
class Holder {
  readonly node: TestService;
  lease: Lease | undefined;
  acquisitions = 0;
  /** Called when this one gets the lease. */
  onAcquired = () => {};
  /** What is still done on a lease that was lost. */
  finish = Promise.resolve();
  readonly release: () => Promise<void>;

  constructor(node: TestService) {
    this.node = node;
    this.release = node.service.cluster.leases.hold(NAME, {
      acquired: (lease) => {
        this.lease = lease;
        this.acquisitions += 1;
        this.onAcquired();
      },
      lost: () => {
        this.lease = undefined;
        return this.finish;
      },
    });
  }

  get isHolder(): boolean {
    return this.lease !== undefined;
  }
}

describe.runIf(inject("postgresUrl") !== "")("a lease", () => {
  let nodes: TestNodes;
  let proxy: Proxy;
  let first: Holder;
  let second: Holder;
  /** The second node reaches the database through the proxy, and gets the lease first. */
  beforeEach(async () => {
    nodes = await startNodes(1);
    proxy = await Proxy.before(nodes.running[0]!.database);
    second = new Holder(await nodes.add({ reach: (address) => proxy.through(address) }));
    await nodes.until(() => second.isHolder);
    first = new Holder(nodes.running[0]!);
    await nodes.advance(3000);
    if (first.isHolder || !second.isHolder) throw new Error("the lease did not stay where it was");
  });
  afterEach(async () => {
    proxy.restore();
    await nodes.stop();
    await proxy.close();
  });

  const write = (holder: Holder, lease: Lease, value: string) =>
    fenced(holder.node.service.db, lease).write((tx) => setMeta(tx, NAME, value));
  const written = () => first.node.service.db.read((tx) => findMeta(tx, NAME));

  test("is taken over when its node is dead, and no sooner than the holder has stopped", async () => {
    const lease = second.lease!;
    const validWhenTaken: boolean[] = [];
    first.onAcquired = () => validWhenTaken.push(lease.isValid());
    proxy.refuse();
    await nodes.advance(3000);
    expect([lease.isValid(), first.isHolder]).toEqual([true, false]);
    await nodes.until(() => first.isHolder);
    expect(validWhenTaken).toEqual([false]);
    expect((await first.node.fetch("/metrics")).body).toContain("heliogram_lease_takeovers_total 1\n");
  });

  test("lets its deposed holder change nothing", async () => {
    const lease = second.lease!;
    await write(second, lease, "by the holder");
    proxy.refuse();
    await nodes.until(() => first.isHolder);
    await write(first, first.lease!, "by the next");
    proxy.restore();
    await expect(write(second, lease, "by the former")).rejects.toThrow(LeaseLost);
    expect(await written()).toBe("by the next");
    // Without the fence, the former holder would have.
    await second.node.service.db.write((tx) => setMeta(tx, NAME, "without a fence"));
    expect(await written()).toBe("without a fence");
    await nodes.until(() => second.node.service.cluster.liveNodes() === 2);
    expect([first.isHolder, second.isHolder]).toEqual([true, false]);
  });

  test("is still the holder's after an outage of which nobody has died", async () => {
    const lease = second.lease!;
    proxy.refuse();
    second.node.clock.advance(4000);
    expect(lease.isValid()).toBe(false);
    proxy.restore();
    const valid = lease.whenValid();
    await nodes.advanceUntil(valid);
    expect([lease.isValid(), second.lease === lease, second.acquisitions]).toEqual([true, true, 1]);
    await write(second, lease, "again");
    expect(await written()).toBe("again");
  });

  test("is not taken over because a clock jumps", async () => {
    second.node.clock.set(365 * 86_400_000);
    first.node.clock.set(-365 * 86_400_000);
    await nodes.advance(10_000);
    expect([first.isHolder, second.isHolder, second.lease?.isValid()]).toEqual([false, true, true]);
  });

  test("is handed over when its holder has finished what it did on it", async () => {
    const finish = Promise.withResolvers<void>();
    second.finish = finish.promise;
    const released = second.release();
    await nodes.advance(3000);
    expect([first.isHolder, second.isHolder]).toEqual([false, false]);
    finish.resolve();
    await released;
    await nodes.until(() => first.isHolder);
  });

  test("that is released is taken at once, while the clocks stand still", async () => {
    await second.release();
    await until(() => first.isHolder, "the first node to have the lease");
  });

  test("whose holder does not know that it has it is taken by another in the end", async () => {
    // The holder has taken it in a transaction whose response was lost, and does not want it any more.
    const { node_id } = second.node.service.cluster;
    await second.release();
    await until(() => first.isHolder, "the first node to have the lease");
    await first.node.service.db.write((tx) =>
      tx.run(sqlWrite("update lease set node = ?, fence = fence + 1 where name = ?"), node_id, NAME),
    );
    await expect(write(first, first.lease!, "by the former")).rejects.toThrow(LeaseLost);
    expect(first.isHolder).toBe(false);
    await nodes.until(() => first.isHolder);
  });

  test("that is lost keeps nobody waiting for it", async () => {
    const lease = second.lease!;
    proxy.refuse();
    second.node.clock.advance(4000);
    const valid = lease.whenValid();
    void second.release();
    expect(await valid).toBe(false);
  });

  test("of a node that stops is free at once, while the clocks stand still", async () => {
    await nodes.remove(second.node);
    await until(() => first.isHolder, "the first node to have the lease");
    const { body } = await first.node.fetch("/metrics");
    expect(body).toContain("heliogram_lease_takeovers_total 0\n");
  });
});
