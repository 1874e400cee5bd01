/** Nodes: the processes that serve one database. Their heartbeats are written by `Db.beat`. */
import type { Tx } from "../../db.ts";

export interface NodeStart {
  readonly id: string;
  /** Unix seconds. */
  readonly started_at: number;
  readonly version: string;
}

/** Adds the row of a node. A node that was removed comes back without the leases that it had. */
export async function joinNode(tx: Tx, { id, started_at, version }: NodeStart): Promise<void> {
  await tx.run("update lease set node = '' where node = ?", id);
  await tx.run(
    `insert into node (id, beat, started_at, version) values (?, 0, ?, ?)
     on conflict (id) do update set beat = node.beat + 1`,
    id,
    started_at,
    version,
  );
}

/** Marks a node that stops: it is alive, and takes no further lease. */
export async function markLeaving(tx: Tx, id: string): Promise<void> {
  await tx.run("update node set is_leaving = 1 where id = ?", id);
}

/** Removes a node that is dead: unless it has written a heartbeat since. Its leases are free. */
export async function removeNode(tx: Tx, id: string, beat: number): Promise<boolean> {
  const removed = await tx.get("delete from node where id = ? and beat = ? returning id", id, beat);
  return removed !== undefined;
}

/** Removes the row of a node that stops, and releases all that it has. */
export async function leaveNode(tx: Tx, id: string): Promise<void> {
  await tx.run("update lease set node = '' where node = ?", id);
  await tx.run("delete from node where id = ?", id);
}
