/** Nodes: the processes that serve one database. Their heartbeats are written by `Db.beat`. */
import type { Tx } from "../../db.ts";
import { write } from "../../statement.ts";

export interface NodeStart {
  readonly id: string;
  /** Unix seconds. */
  readonly started_at: number;
  readonly version: string;
}

const RELEASE_LEASES = write("lease")`update lease set node = '' where node = ?`;
const INSERT_NODE = write("node")`
  insert into node (id, beat, started_at, version) values (?, 0, ?, ?)
  on conflict (id) do update set beat = node.beat + 1`;

/** Adds the row of a node. A node that was removed comes back without the leases that it had. */
export async function joinNode(tx: Tx, { id, started_at, version }: NodeStart): Promise<void> {
  await tx.run(RELEASE_LEASES, id);
  await tx.run(INSERT_NODE, id, started_at, version);
}

const MARK_LEAVING = write("node")`update node set is_leaving = 1 where id = ?`;

/** Marks a node that stops: it is alive, and takes no further lease. */
export async function markLeaving(tx: Tx, id: string): Promise<void> {
  await tx.run(MARK_LEAVING, id);
}

const REMOVE_NODE = write("node")`delete from node where id = ? and beat = ? returning id`;

/** Removes a node that is dead: unless it has written a heartbeat since. Its leases are free. */
export async function removeNode(tx: Tx, id: string, beat: number): Promise<boolean> {
  const removed = await tx.get(REMOVE_NODE, id, beat);
  return removed !== undefined;
}

const DELETE_NODE = write("node")`delete from node where id = ?`;

/** Removes the row of a node that stops, and releases all that it has. */
export async function leaveNode(tx: Tx, id: string): Promise<void> {
  await tx.run(RELEASE_LEASES, id);
  await tx.run(DELETE_NODE, id);
}
