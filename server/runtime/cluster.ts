/** Opens the cluster of a service: one process alone, or the nodes of a database. */
import type { Cluster } from "../cluster/cluster.ts";
import { joinNodes } from "../cluster/many-nodes.ts";
import { singleProcess } from "../cluster/single-process.ts";
import type { Log } from "../operations/log.ts";
import type { Metrics } from "../operations/metrics.ts";
import type { Clock } from "../ports/clock.ts";
import type { SharedTime } from "../ports/shared-time.ts";
import type { Random } from "../ports/random.ts";
import type { Db } from "../store/db.ts";
import { ownVersion } from "./version.ts";

/** Random bytes of a node's id. */
const ID_BYTES = 8;

/** `time` is set by each heartbeat, where it is given. @throws StoreUnavailable */
export async function openCluster(
  { clock, random, log }: { readonly clock: Clock; readonly random: Random; readonly log: Log },
  time: SharedTime | undefined,
  db: Db,
  metrics: Metrics,
  onError: (error: unknown) => void,
): Promise<Cluster> {
  if (!db.beat) return singleProcess();
  const node_id = random.bytes(ID_BYTES).toString("hex");
  const logInfo = (facts: object, sentence: string) => log.info(facts, sentence);
  const beat = async (node: string) => {
    const began_ms = clock.elapsed();
    const beats = await db.beat!(node);
    if (beats.now_ms !== undefined) time?.set(beats.now_ms, began_ms, clock.elapsed());
    return beats;
  };
  const cluster = await joinNodes({ db, clock, node_id, version: ownVersion(), log: logInfo, onError }, beat);
  metrics.read("heliogram_nodes", () => cluster.liveNodes());
  metrics.read("heliogram_leases_held", () =>
    Array.from(countKinds(cluster.held()), ([kind, count]) => [[kind], count]),
  );
  metrics.read("heliogram_lease_takeovers_total", () => cluster.takeovers());
  return cluster;
}

/** The kind of a lease is the part of its name before a colon. */
function countKinds(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) {
    const kind = name.split(":", 1)[0]!;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}
