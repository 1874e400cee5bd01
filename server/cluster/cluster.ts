/** The interface of the nodes that serve one store together: which of them are alive, and which does what must happen once. */
import type { Lease } from "../store/lease.ts";

export interface Cluster {
  /** The id of this node: random, another one each time the process starts. */
  readonly node_id: string;
  /** The number of live nodes, this one included. */
  liveNodes(): number;
  /** The ids of the live nodes in ascending order, this one included. */
  nodes(): readonly string[];
  /** Calls `changed` after nodes have come or gone. */
  onMembersChanged(changed: () => void): void;
  /** Calls `notifyOthers` after leases have become free: this node has released some, has removed a dead node, or stops. */
  onReleased(notifyOthers: () => void): void;
  /** Reads now what has become of the other nodes and the leases: another node has said that something has. */
  lookNow(): void;
  readonly leases: Leases;
  /** Whether this node's heartbeat is recent enough for its leases to be valid. Waits for a heartbeat that is under way. */
  hasHeartbeat(): Promise<boolean>;
  /**
   * This node is about to stop: from now on the others take the leases that are spread, while requests still run here.
   * @throws StoreUnavailable
   */
  leave(): Promise<void>;
  /** Hands over all leases, and then notifies the other nodes that this one has stopped. A second call does nothing more. */
  close(): Promise<void>;
}

export interface Leases {
  /**
   * Takes the lease `name` as soon as it is free, and whenever it is free again, until the returned function is called.
   * @returns a function that hands the lease over; it resolves when this node does not act on it any more
   */
  hold(name: string, holder: LeaseHolder, options?: HoldOptions): () => Promise<void>;
}

export interface LeaseHolder {
  /** This node has the lease. `lease.isValid` says whether it may act; every write must be fenced by `lease`. */
  acquired(lease: Lease): void;
  /**
   * The lease is lost, or is to be handed over. The returned promise resolves when nothing is done on it any more; only
   * then is a lease that is handed over free for another node, and this one may get it again.
   */
  lost(): Promise<void>;
}

export interface HoldOptions {
  /** Whether the leases of this kind are to be spread over the live nodes. By default the first node that can has it. */
  readonly isSpread?: boolean;
}
