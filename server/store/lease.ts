/** The interface of a lease, by which one node at a time does what must happen once, and transactions that are fenced by it. */
import type { Db, Tx } from "./db.ts";
import type { LeaseRow } from "./queries/cluster/leases.ts";

/** A lease that this node has, or has lost meanwhile. */
export interface Lease {
  readonly name: string;
  /** Its row; none where one process has the store to itself. */
  readonly row: LeaseRow | undefined;
  /**
   * Whether this node may act on it now. It may not while it cannot write its heartbeat, as another node may have taken
   * the lease, and never again once the lease is lost.
   */
  isValid(): boolean;
  /** Resolves when the lease is valid, or will never be again because it is lost or handed over. @returns whether it is valid */
  whenValid(): Promise<boolean>;
  /**
   * Keeps the lease from being taken until the transaction ends. Every transaction in which a holder writes begins with
   * it. @throws LeaseLost
   */
  require(tx: Tx): Promise<void>;
}

/** Another node has the lease, or may take it. The transaction has changed nothing. */
export class LeaseLost extends Error {
  constructor(name: string) {
    super(`the lease ${name} was lost`);
  }
}

/** The lease of a process that has the store to itself. */
export const ONLY_PROCESS: Lease = {
  name: "",
  row: undefined,
  isValid: () => true,
  whenValid: () => Promise.resolve(true),
  require: () => Promise.resolve(),
};

/** The same store, in which every transaction that writes requires the lease. @throws LeaseLost in `write` */
export function fenced(db: Db, lease: Lease): Db {
  if (lease === ONLY_PROCESS) return db;
  return {
    read: (body) => db.read(body),
    readInPool: (body) => db.readInPool(body),
    write: (body, kind) =>
      db.write(async (tx) => {
        await lease.require(tx);
        return body(tx);
      }, kind),
    size: () => db.size(),
    walBytes: () => db.walBytes(),
    beat: db.beat,
    close: () => db.close(),
  };
}
