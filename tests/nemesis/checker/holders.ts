/** I4: at no time do two nodes act on one lease. A fence only rises, and a webhook is pushed by the node that has its lease. */
import type { Entry } from "../history.ts";
import { Disturbances, of } from "./operations.ts";

/**
 * A delivery that was under way when the lease went to another node may still come in: so much later at most, besides what
 * the machine itself is late.
 */
const ON_ITS_WAY_MS = 250;

/** @returns deliveries of nodes that no longer had the lease, and leases whose fence did not rise */
export function checkHolders(entries: readonly Entry[]): string[] {
  const wrong: string[] = [];
  const byName = new Map<string, Extract<Entry, { type: "lease" }>[]>();
  for (const lease of of(entries, "lease")) byName.set(lease.name, [...(byName.get(lease.name) ?? []), lease]);
  for (const [name, changes] of byName) {
    changes.sort((a, b) => a.when_ms - b.when_ms);
    for (const [n, { node, fence }] of changes.entries()) {
      const before = changes[n - 1];
      if (before && fence < before.fence) wrong.push(`I4: the fence of ${name} fell from ${before.fence} to ${fence}`);
      if (before && fence === before.fence && node !== before.node && node !== "" && before.node !== "")
        wrong.push(`I4: ${name} went from ${before.node} to ${node} under one fence, ${fence}`);
    }
  }
  const webhooks = [...byName].filter(([name]) => name.startsWith("webhook"));
  return [...wrong, ...webhooks.flatMap(([, changes]) => checkDeliveries(entries, changes))];
}

function checkDeliveries(entries: readonly Entry[], changes: readonly Extract<Entry, { type: "lease" }>[]): string[] {
  const wrong: string[] = [];
  const disturbances = new Disturbances(entries);
  for (const { at, node, update } of of(entries, "delivery")) {
    if (node === "") continue;
    const current = changes.findLast(({ when_ms }) => when_ms <= at);
    if (!current || current.node === node || current.node === "") continue;
    const late_ms = at - current.when_ms;
    const allowed_ms = ON_ITS_WAY_MS + disturbances.lag(current.when_ms, at);
    if (late_ms > allowed_ms)
      wrong.push(
        `I4: ${node} delivered update ${update.update_id} ${Math.round(late_ms)} ms after ${current.node} had taken the lease`,
      );
  }
  return wrong;
}
