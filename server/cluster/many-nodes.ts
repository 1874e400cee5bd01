/** The cluster of nodes that share a database: heartbeats, the view of the other nodes, and leases. */
import { LeaseKeeper } from "./leases/lease-keeper.ts";
import { Heartbeat, type HeartbeatDeps } from "./nodes/heartbeat.ts";
import { NodeView } from "./nodes/node-view.ts";
import type { Cluster } from "./cluster.ts";
import type { Db, NodeBeat } from "../store/db.ts";
import { markLeaving, removeNode } from "../store/queries/cluster/nodes.ts";

export interface ManyNodesDeps extends HeartbeatDeps {
  /** A random id that no other process has. */
  readonly node_id: string;
  readonly version: string;
  /** Reports what an operator may want to know. */
  readonly log: (facts: object, sentence: string) => void;
}

/** The cluster, with what the metrics show. */
export interface ManyNodes extends Cluster {
  /** The names of the leases that this node has. */
  held(): readonly string[];
  /** How many leases this node has taken from nodes that had not released them. */
  takeovers(): number;
}

/** Joins the nodes of the database. @throws StoreUnavailable */
export async function joinNodes(deps: ManyNodesDeps, beat: NonNullable<Db["beat"]>): Promise<ManyNodes> {
  const { db, clock, node_id, version, log, onError } = deps;
  const view = new NodeView(node_id);
  const changed = new Listeners();
  const released = new Listeners();
  let takeovers = 0;
  const onBeat = {
    written(nodes: Parameters<NodeView["take"]>[0], began_ms: number, ended_ms: number) {
      const isChanged = view.take(nodes, began_ms, ended_ms);
      if (isChanged) {
        log({ nodes: view.live.length }, "the live nodes have changed");
        changed.call();
      }
      if (view.dead.length > 0) void removeDead(deps, view.dead, released).then(() => keeper.work(), onError);
      keeper.work();
    },
    removed() {
      log({ node: node_id }, "this node was judged dead: it has lost its leases");
      keeper.loseAll();
      // The others may have sent it nothing meanwhile.
      changed.call();
    },
  };
  let closing: Promise<void> | undefined;
  const node = { id: node_id, started_at: Math.floor(clock.now() / 1000), version };
  const heartbeat = new Heartbeat(deps, node, beat, onBeat);
  const keeper = new LeaseKeeper({
    db,
    node_id,
    nodes: () => view.takers,
    isRecent: () => heartbeat.isRecent(),
    whenRecent: () => heartbeat.whenRecent(),
    onTaken(names, from_others) {
      takeovers += from_others;
      if (from_others > 0) log({ leases: names.length }, "this node has taken leases of a dead one");
    },
    onLost: (names) => log({ leases: names.length }, "this node has lost leases"),
    onReleased: () => released.call(),
    onError,
  });
  await heartbeat.start();
  log({ node: node_id, nodes: view.live.length }, "this node has joined");
  return {
    node_id,
    liveNodes: () => view.live.length,
    nodes: () => view.live,
    onMembersChanged: (listener) => changed.add(listener),
    onReleased: (listener) => released.add(listener),
    lookNow: () => heartbeat.beatNow(),
    leases: keeper,
    hasHeartbeat: () => heartbeat.isRecentNow(),
    held: () => keeper.held(),
    takeovers: () => takeovers,
    leave: () => leave(deps, view, keeper, released),
    close: () => (closing ??= end(keeper, heartbeat, released)),
  };
}

async function leave(
  { db, node_id }: ManyNodesDeps,
  view: NodeView,
  keeper: LeaseKeeper,
  released: Listeners,
): Promise<void> {
  view.leave();
  keeper.work();
  await db.write((tx) => markLeaving(tx, node_id));
  released.call();
}

async function end(keeper: LeaseKeeper, heartbeat: Heartbeat, released: Listeners): Promise<void> {
  await keeper.close();
  await heartbeat.stop();
  released.call();
}

/** Whoever sees first that a node is dead removes its row. */
async function removeDead({ db, log }: ManyNodesDeps, dead: readonly NodeBeat[], released: Listeners): Promise<void> {
  for (const { id, beat } of dead) {
    if (!(await db.write((tx) => removeNode(tx, id, beat)))) continue;
    log({ node: id }, "a node is dead: its leases are free");
    released.call();
  }
}

class Listeners {
  readonly #listeners: (() => void)[] = [];

  add(listener: () => void): void {
    this.#listeners.push(listener);
  }

  call(): void {
    for (const listener of this.#listeners) listener();
  }
}
