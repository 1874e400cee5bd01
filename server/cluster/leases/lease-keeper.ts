/** Takes, keeps and hands over the leases of this node. */
import type { Db } from "../../store/db.ts";
import { addLeases, leasesOf, releaseLease, takeLeases, type LeaseRow } from "../../store/queries/cluster/leases.ts";
import type { HoldOptions, LeaseHolder, Leases } from "../cluster.ts";
import { preferredNode } from "../nodes/rendezvous.ts";
import { HeldLease } from "./held-lease.ts";

/** Leases that one transaction takes. */
const LEASES_PER_TRANSACTION = 500;
/** Of this many times that `work` is called, once a heartbeat, it looks for leases of which this node does not know. */
const STRAYS_EVERY = 10;

interface KeeperDeps {
  readonly db: Db;
  readonly node_id: string;
  /** The ids of the live nodes that take leases. */
  readonly nodes: () => readonly string[];
  readonly isRecent: () => boolean;
  readonly whenRecent: () => Promise<void>;
  /** Called when leases were taken, `from_others` of them from nodes that had not released them. */
  readonly onTaken: (names: readonly string[], from_others: number) => void;
  readonly onLost: (names: readonly string[]) => void;
  /** Called when leases were released, so that other nodes may take them. */
  readonly onReleased: () => void;
  readonly onError: (error: unknown) => void;
}

/** A lease that this node has or waits for. */
interface Claim {
  readonly name: string;
  readonly holder: LeaseHolder;
  readonly isSpread: boolean;
  lease: HeldLease | undefined;
  /** Set while the holder finishes what it does on a lease that it has lost. */
  ending: Promise<void> | undefined;
  isOver: boolean;
}

export class LeaseKeeper implements Leases {
  readonly #deps: KeeperDeps;
  readonly #claims = new Map<string, Claim>();
  /** Leases that nothing is done on any more, and that the store still says this node has. */
  readonly #toRelease = new Map<string, LeaseRow>();
  /** Names whose rows are known to be there. */
  readonly #known = new Set<string>();
  #working: Promise<void> | undefined;
  #workAgain = false;
  #isClosed = false;
  #rounds = 0;
  /** Rises when this node has lost all leases. What was taken before that is not kept. */
  #epoch = 0;

  constructor(deps: KeeperDeps) {
    this.#deps = deps;
  }

  hold(name: string, holder: LeaseHolder, { isSpread = false }: HoldOptions = {}): () => Promise<void> {
    const before = this.#claims.get(name);
    if (before && !before.isOver) throw new Error(`the lease ${name} is held already`);
    const claim: Claim = { name, holder, isSpread, lease: undefined, ending: undefined, isOver: false };
    claim.ending = before?.ending?.finally(() => (claim.ending = undefined));
    this.#claims.set(name, claim);
    this.work();
    return () => this.#giveUp(claim);
  }

  /** The names of the leases that this node has. */
  held(): string[] {
    return [...this.#claims.values()].filter(({ lease }) => lease).map(({ name }) => name);
  }

  /** Hands over what another node is to have, and takes what is free. Called after each heartbeat. */
  work(): void {
    if (this.#working) {
      this.#workAgain = true;
      return;
    }
    this.#workAgain = false;
    this.#working = this.#work()
      .catch(this.#deps.onError)
      .finally(() => {
        this.#working = undefined;
        if (this.#workAgain) this.work();
      });
  }

  /** Other nodes have all leases of this one, or may take them. */
  loseAll(): void {
    this.#epoch += 1;
    const lost = [...this.#claims.values()].filter(({ lease }) => lease);
    for (const claim of lost) void this.#end(claim);
    this.#toRelease.clear();
    if (lost.length > 0) this.#deps.onLost(lost.map(({ name }) => name));
  }

  /** Takes no further lease. Resolves when nothing is done on any. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#working;
    await Promise.all([...this.#claims.values()].map((claim) => this.#end(claim)));
  }

  async #giveUp(claim: Claim): Promise<void> {
    claim.isOver = true;
    const row = claim.lease?.row;
    await this.#end(claim);
    if (this.#claims.get(claim.name) === claim) this.#claims.delete(claim.name);
    if (row) this.#release(row);
  }

  /** Resolves when the holder has finished what it did on the lease. */
  #end(claim: Claim): Promise<void> {
    const { lease } = claim;
    if (!lease) return claim.ending ?? Promise.resolve();
    lease.end();
    claim.lease = undefined;
    claim.ending = claim.holder
      .lost()
      .catch(this.#deps.onError)
      .finally(() => (claim.ending = undefined));
    return claim.ending;
  }

  #release(row: LeaseRow): void {
    this.#toRelease.set(row.name, row);
    this.work();
  }

  async #work(): Promise<void> {
    if (this.#isClosed || !this.#deps.isRecent()) return;
    for (const claim of this.#claims.values()) {
      if (!claim.lease || this.#isPreferred(claim)) continue;
      const { row } = claim.lease;
      void this.#end(claim).then(() => this.#release(row));
    }
    if (++this.#rounds % STRAYS_EVERY === 0) await this.#findStrays();
    await this.#releaseAll();
    const wanted = [...this.#claims.values()].filter(
      (claim) => !claim.lease && !claim.ending && !claim.isOver && this.#isPreferred(claim),
    );
    for (let i = 0; i < wanted.length; i += LEASES_PER_TRANSACTION)
      await this.#take(wanted.slice(i, i + LEASES_PER_TRANSACTION));
  }

  async #releaseAll(): Promise<void> {
    const rows = [...this.#toRelease.values()];
    if (rows.length === 0) return;
    await this.#deps.db.write(async (tx) => {
      for (const row of rows) await releaseLease(tx, row);
    });
    for (const row of rows) if (this.#toRelease.get(row.name) === row) this.#toRelease.delete(row.name);
    this.#deps.onReleased();
  }

  /**
   * Releases leases that the store says this node has, and that nothing here knows of: they were taken by a transaction
   * whose response was lost, or while this node lost all. No other node could ever take them while this one lives.
   */
  async #findStrays(): Promise<void> {
    const rows = await this.#deps.db.read((tx) => leasesOf(tx, this.#deps.node_id));
    for (const row of rows) {
      const claim = this.#claims.get(row.name);
      if (!claim?.lease && !claim?.ending && !this.#toRelease.has(row.name)) this.#toRelease.set(row.name, row);
    }
  }

  async #take(claims: readonly Claim[]): Promise<void> {
    const { db, node_id } = this.#deps;
    const epoch = this.#epoch;
    const names = claims.map(({ name }) => name);
    const unknown = names.filter((name) => !this.#known.has(name));
    const taken = await db.write(async (tx) => {
      if (unknown.length > 0) await addLeases(tx, unknown);
      return takeLeases(tx, node_id, names);
    });
    for (const name of unknown) this.#known.add(name);
    if (epoch !== this.#epoch) return;
    const isFromOther = ({ before }: { readonly before: string }) => before !== "" && before !== node_id;
    if (taken.length > 0)
      this.#deps.onTaken(
        taken.map(({ name }) => name),
        taken.filter(isFromOther).length,
      );
    for (const { name, node, fence } of taken) this.#begin(name, { name, node, fence });
  }

  #begin(name: string, row: LeaseRow): void {
    const claim = this.#claims.get(name);
    if (this.#isClosed || !claim || claim.isOver || claim.ending) return this.#release(row);
    const { isRecent, whenRecent } = this.#deps;
    claim.lease = new HeldLease(row, {
      isRecent,
      whenRecent,
      onLost: (lease) => this.#onLost(lease),
    });
    claim.holder.acquired(claim.lease);
  }

  #onLost(lease: HeldLease): void {
    const claim = this.#claims.get(lease.name);
    if (claim?.lease !== lease) return;
    void this.#end(claim);
    this.#deps.onLost([lease.name]);
  }

  #isPreferred({ isSpread, name }: Claim): boolean {
    return !isSpread || preferredNode(name, this.#deps.nodes()) === this.#deps.node_id;
  }
}
