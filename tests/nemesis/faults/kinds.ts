/** The kinds of fault, each with what it does and what mends it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Bucket } from "../cluster/bucket.ts";
import type { Cluster } from "../cluster/cluster.ts";
import type { ClusterNode } from "../cluster/cluster-node.ts";

/** One fault of a plan: `node` is the index of the node that it hits, where it hits one. */
export interface Fault {
  readonly kind: FaultKind;
  readonly node: number;
  readonly hold_ms: number;
  /** A number in [0, 1) for what else the kind decides. */
  readonly chance: number;
}

interface Kind {
  /** Faults on the same part do not overlap. */
  readonly part: "database" | "node" | "redis" | "files";
  /** How long it lasts, in milliseconds. */
  readonly lasts_ms: readonly [least: number, most: number];
  /** How often it is chosen. */
  readonly weight: number;
  /** Whether it can be made here. */
  readonly isPossible?: (cluster: Cluster) => boolean;
  /** Begins it. @returns what mends it */
  readonly begin: (cluster: Cluster, fault: Fault) => Promise<() => Promise<void>>;
}

/** Bots' updates are kept for a day by the time of day, so a clock may be wrong by less (several-nodes.md, Clocks). */
const MOST_SHIFT_MS = 12 * 3_600_000;
const SLOW_WRITE_MS = 100;
/** Before a connection breaks that uploads: less than most files have. */
const MOST_UPLOADED_BYTES = 64 * 1024;

/** A fault of one node: begun and mended without waiting for the node. */
function ofNode(
  lasts_ms: Kind["lasts_ms"],
  weight: number,
  begin: (node: ClusterNode, fault: Fault) => Promise<void> | void,
  mend: (node: ClusterNode) => Promise<void> | void,
): Kind {
  return {
    part: "node",
    lasts_ms,
    weight,
    async begin(cluster, fault) {
      const node = cluster.nodes[fault.node]!;
      await begin(node, fault);
      return async () => mend(node);
    },
  };
}

/** A fault of the store of files, where there is one. */
function ofFiles(
  lasts_ms: Kind["lasts_ms"],
  weight: number,
  begin: (bucket: Bucket, cluster: Cluster, fault: Fault) => Promise<() => Promise<void>>,
): Kind {
  return {
    part: "files",
    lasts_ms,
    weight,
    isPossible: ({ bucket }) => bucket !== undefined,
    begin: (cluster, fault) => begin(cluster.bucket!, cluster, fault),
  };
}

const KINDS = {
  /** PostgreSQL ends at once, without a checkpoint, and is started again. */
  "postgres-stopped": {
    part: "database",
    lasts_ms: [100, 1500],
    weight: 4,
    async begin({ postgres }) {
      await postgres.stopAtOnce();
      return () => postgres.restart();
    },
  },
  /** The primary server ends at once, and the streaming replica takes over. */
  "postgres-failed-over": {
    part: "database",
    lasts_ms: [0, 300],
    weight: 4,
    begin: ({ postgres }) => postgres.failOver(),
  },
  /** Every write to the WAL takes a tenth of a second more. */
  "disk-slow": {
    part: "database",
    lasts_ms: [1000, 2500],
    weight: 2,
    async begin({ postgres }) {
      await postgres.delayWrites(SLOW_WRITE_MS);
      return () => postgres.delayWrites(0);
    },
  },
  /** No write becomes durable, and none fails. */
  "disk-stalled": {
    part: "database",
    lasts_ms: [500, 2500],
    weight: 2,
    async begin({ postgres }) {
      const release = postgres.holdCommits();
      return async () => release();
    },
  },
  "disk-full": {
    part: "database",
    lasts_ms: [800, 2000],
    weight: 3,
    isPossible: ({ postgres }) => postgres.canFillDisk,
    begin: async ({ postgres }) => postgres.fillDisk(),
  },
  /** Every connection to the database breaks. */
  "connections-broken": {
    part: "database",
    lasts_ms: [0, 100],
    weight: 2,
    async begin({ nodes }) {
      for (const node of nodes) node.database.cut();
      return async () => {};
    },
  },
  /** The database gets a commit, and the node does not get the answer. */
  "commit-unanswered": {
    part: "database",
    lasts_ms: [100, 300],
    weight: 2,
    async begin({ nodes }) {
      for (const node of nodes) void node.database.loseNextCommit();
      return async () => {};
    },
  },
  "node-killed": ofNode(
    [0, 2500],
    5,
    (node) => node.kill(),
    (node) => node.start(),
  ),
  /** Stopped in order and started again, as in a rolling restart. */
  "node-restarted": ofNode(
    [0, 500],
    2,
    (node) => node.stop(),
    (node) => node.start(),
  ),
  /** The process does nothing for a while, sometimes longer than its leases last, and does not know it. */
  "node-paused": ofNode(
    [300, 7000],
    4,
    (node) => node.pause(),
    (node) => node.resume(),
  ),
  "node-without-database": ofNode(
    [500, 7000],
    4,
    (node) => node.cutDatabase(),
    (node) => node.mend(),
  ),
  "node-cut-off": ofNode(
    [500, 7000],
    4,
    (node) => node.cutEverything(),
    (node) => node.mend(),
  ),
  /** What the node sends arrives, and nothing comes back to it. */
  "node-hears-nothing": ofNode(
    [500, 3000],
    2,
    (node) => node.cutAnswers(),
    (node) => node.mend(),
  ),
  /** The node's time of day jumps by up to twelve hours, in either direction. */
  "clock-jumped": ofNode(
    [500, 2500],
    3,
    (node, { chance }) => node.setClock(Math.round((chance - 0.5) * 2 * MOST_SHIFT_MS)),
    (node) => node.setClock(0),
  ),
  "node-without-redis": {
    ...ofNode(
      [300, 4000],
      2,
      (node) => node.cutRedis(),
      (node) => node.mend(),
    ),
    isPossible: ({ redis }) => redis !== undefined,
  },
  "redis-killed": {
    part: "redis",
    lasts_ms: [200, 2500],
    weight: 4,
    isPossible: ({ redis }) => redis !== undefined,
    async begin({ redis }) {
      await redis!.kill();
      return () => redis!.restart();
    },
  },
  /** The S3 store ends at once, and is started again. */
  "bucket-killed": ofFiles([200, 2500], 4, async ({ store }) => {
    await store.kill();
    return () => store.restart();
  }),
  /** The S3 store takes requests, and answers none. */
  "bucket-hanging": ofFiles([500, 4000], 3, async ({ store }) => {
    store.pause();
    return async () => store.resume();
  }),
  /** Connections to the S3 store break in the middle of uploads. */
  "uploads-broken": ofFiles([500, 2500], 3, async (_bucket, { nodes }, { chance }) => {
    const bytes = Math.round(chance * MOST_UPLOADED_BYTES);
    for (const { files } of nodes) files!.breakAfter(bytes);
    return async () => {
      for (const { files } of nodes) files!.restore();
    };
  }),
} satisfies Readonly<Record<string, Kind>>;

export type FaultKind = keyof typeof KINDS;

export function kindOf(name: FaultKind): Kind {
  return KINDS[name];
}

/** The kinds that can be made in a cluster. */
export function possibleKinds(cluster: Cluster): FaultKind[] {
  return (Object.keys(KINDS) as FaultKind[]).filter((name) => kindOf(name).isPossible?.(cluster) ?? true);
}

/** Begins a fault, lets it last, and mends it; calls `mended` when it is no longer there. */
export async function inflict(cluster: Cluster, fault: Fault): Promise<void> {
  const mend = await kindOf(fault.kind).begin(cluster, fault);
  await sleep(fault.hold_ms);
  await mend();
}
