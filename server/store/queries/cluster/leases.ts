/** Leases: which node does what must happen once. A lease is free when no node has it, or its node has no row. */
import type { ReadTx, SqlDialect, Tx } from "../../db.ts";

/** A lease as one node has it. */
export interface LeaseRow {
  readonly name: string;
  readonly node: string;
  readonly fence: number;
}

/** Adds the rows of leases that nobody has had yet. */
export async function addLeases(tx: Tx, { texts }: SqlDialect, names: readonly string[]): Promise<void> {
  await tx.run(
    `insert into lease (name, node, fence) select value, '', 0 from ${texts} as names where true on conflict (name) do nothing`,
    JSON.stringify(names),
  );
}

/**
 * Takes those of the leases that are free, or that this node has without knowing: the response to a commit was lost.
 * A lease whose former holder still has a transaction is left for later.
 * @returns the leases taken, each with the node that had it before
 */
export async function takeLeases(
  tx: Tx,
  { texts, skipLocked }: SqlDialect,
  node: string,
  names: readonly string[],
): Promise<(LeaseRow & { readonly before: string })[]> {
  const free = await tx.all<LeaseRow>(
    `select name, node, fence from lease
     where name in ${texts}
       and (node = '' or node = ? or not exists (select 1 from node where node.id = lease.node))
     order by name${skipLocked}`,
    JSON.stringify(names),
    node,
  );
  if (free.length === 0) return [];
  await tx.run(
    `update lease set node = ?, fence = fence + 1 where name in ${texts}`,
    node,
    JSON.stringify(free.map(({ name }) => name)),
  );
  return free.map(({ name, node: before, fence }) => ({ name, node, fence: fence + 1, before }));
}

/** The leases that a node has. */
export async function leasesOf(tx: ReadTx, node: string): Promise<LeaseRow[]> {
  return tx.all<LeaseRow>("select name, node, fence from lease where node = ?", node);
}

/** Releases a lease, if this node still has it by this fence. */
export async function releaseLease(tx: Tx, { name, node, fence }: LeaseRow): Promise<void> {
  await tx.run("update lease set node = '' where name = ? and node = ? and fence = ?", name, node, fence);
}

/** Keeps a lease from being taken until the transaction ends. @returns whether the node has it by this fence */
export async function lockLease(tx: Tx, { lockShared }: SqlDialect, { name, node, fence }: LeaseRow): Promise<boolean> {
  const row = await tx.get(
    `select name from lease where name = ? and node = ? and fence = ?${lockShared}`,
    name,
    node,
    fence,
  );
  return row !== undefined;
}
