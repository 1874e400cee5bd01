/** A lease that this node has taken, until it is lost or handed over. */
import type { Tx } from "../../store/db.ts";
import { LeaseLost, type Lease } from "../../store/lease.ts";
import { lockLease, type LeaseRow } from "../../store/queries/cluster/leases.ts";

interface HeldLeaseDeps {
  /** Whether this node's heartbeat is recent. */
  readonly isRecent: () => boolean;
  readonly whenRecent: () => Promise<void>;
  /** Called when a transaction has found that another node has the lease, or may take it. */
  readonly onLost: (lease: HeldLease) => void;
}

export class HeldLease implements Lease {
  readonly row: LeaseRow;
  readonly #deps: HeldLeaseDeps;
  readonly #lost = Promise.withResolvers<void>();
  #isLost = false;

  constructor(row: LeaseRow, deps: HeldLeaseDeps) {
    this.row = row;
    this.#deps = deps;
  }

  get name(): string {
    return this.row.name;
  }

  isValid(): boolean {
    return !this.#isLost && this.#deps.isRecent();
  }

  async whenValid(): Promise<boolean> {
    if (!this.isValid()) await Promise.race([this.#lost.promise, this.#deps.whenRecent()]);
    return this.isValid();
  }

  async require(tx: Tx): Promise<void> {
    if (await lockLease(tx, this.row)) return;
    if (!this.#isLost) this.#deps.onLost(this);
    throw new LeaseLost(this.name);
  }

  /** From now on it is not valid. */
  end(): void {
    this.#isLost = true;
    this.#lost.resolve();
  }
}
