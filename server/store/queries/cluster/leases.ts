/** Leases: which node does what must happen once. A lease is free when no node has it, or its node has no row. */
import type { ReadTx, Tx } from "../../db.ts";
import { lock, lockShared, read, skipLocked, texts, write } from "../../statement.ts";

/** A lease as one node has it. */
export interface LeaseRow {
  readonly name: string;
  readonly node: string;
  readonly fence: number;
}

const ADD_LEASES = write("lease")`
  insert into lease (name, node, fence) select value, '', 0 from ${texts} as names where true on conflict (name) do nothing`;

/** Adds the rows of leases that nobody has had yet. */
export async function addLeases(tx: Tx, names: readonly string[]): Promise<void> {
  await tx.run(ADD_LEASES, JSON.stringify(names));
}

const LOCK_FREE_LEASES = lock<LeaseRow>("node", "lease")`
  select name, node, fence from lease
  where name in ${texts}
    and (node = '' or node = ? or not exists (select 1 from node where node.id = lease.node))
  order by name${skipLocked}`;
const TAKE_LEASES = write("lease")`update lease set node = ?, fence = fence + 1 where name in ${texts}`;

/**
 * Takes those of the leases that are free, or that this node has without knowing: the response to a commit was lost.
 * A lease whose former holder still has a transaction is left for later.
 * @returns the leases taken, each with the node that had it before
 */
export async function takeLeases(
  tx: Tx,
  node: string,
  names: readonly string[],
): Promise<(LeaseRow & { readonly before: string })[]> {
  const free = await tx.all(LOCK_FREE_LEASES, JSON.stringify(names), node);
  if (free.length === 0) return [];
  await tx.run(TAKE_LEASES, node, JSON.stringify(free.map(({ name }) => name)));
  return free.map(({ name, node: before, fence }) => ({ name, node, fence: fence + 1, before }));
}

const LEASES_OF = read<LeaseRow>("lease")`select name, node, fence from lease where node = ?`;

/** The leases that a node has. */
export async function leasesOf(tx: ReadTx, node: string): Promise<LeaseRow[]> {
  return tx.all(LEASES_OF, node);
}

const RELEASE_LEASE = write("lease")`update lease set node = '' where name = ? and node = ? and fence = ?`;

/** Releases a lease, if this node still has it by this fence. */
export async function releaseLease(tx: Tx, { name, node, fence }: LeaseRow): Promise<void> {
  await tx.run(RELEASE_LEASE, name, node, fence);
}

const LOCK_LEASE = lock("lease")`select name from lease where name = ? and node = ? and fence = ?${lockShared}`;

/** Keeps a lease from being taken until the transaction ends. @returns whether the node has it by this fence */
export async function lockLease(tx: Tx, { name, node, fence }: LeaseRow): Promise<boolean> {
  const row = await tx.get(LOCK_LEASE, name, node, fence);
  return row !== undefined;
}
