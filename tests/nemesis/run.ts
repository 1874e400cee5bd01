/** One run: starts a cluster and the workload, inflicts faults by a plan, and records the history. */
import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "heliogram/ports/random.ts";
import { Cluster, type ClusterOptions } from "./cluster/cluster.ts";
import { addLeaseLog, LEASE_LOG_SQL } from "./cluster/lease-log.ts";
import { inflict, possibleKinds, type Fault } from "./faults/kinds.ts";
import { planOf, type Round } from "./faults/plan.ts";
import { History } from "./history.ts";
import { Workload } from "./workload/workload.ts";
import { WORLD } from "./workload/world.ts";

export interface RunOptions extends Omit<ClusterOptions, "world"> {
  readonly seed: string;
  /** Ends when so many faults were inflicted, or so much time has passed since the first one. */
  readonly until: { readonly faults: number } | { readonly ms: number };
  /** Where the history is kept as well. */
  readonly file?: string;
  /** Reports what happens. */
  readonly report?: (line: string) => void;
  /** Inflicts these instead of what the seed decides. */
  readonly rounds?: readonly Round[];
}

/** The time before the first fault, in which the workload begins. */
const WARM_MS = 1500;

export async function run(options: RunOptions): Promise<History> {
  const { seed, report = () => {} } = options;
  const cluster = await Cluster.start({ ...options, world: WORLD, sql: [...LEASE_LOG_SQL, ...(options.sql ?? [])] });
  const history = new History(options.file);
  try {
    report(`${cluster.nodes.length} nodes behind ${cluster.url}`);
    const workload = new Workload(cluster, history);
    await workload.start(seed);
    await sleep(WARM_MS);
    await inflictAll(cluster, history, options, report);
    await workload.finish();
    await addLeaseLog(cluster, history);
  } finally {
    await cluster.stop();
    await history.close();
  }
  return history;
}

async function inflictAll(
  cluster: Cluster,
  history: History,
  options: RunOptions,
  report: (line: string) => void,
): Promise<void> {
  const { seed, until } = options;
  const plan = options.rounds ?? planOf(seededRandom(seed), possibleKinds(cluster), cluster.nodes.length);
  const start_ms = history.now();
  let count = 0;
  for (const round of plan) {
    const isOver = "faults" in until ? count >= until.faults : history.now() - start_ms >= until.ms;
    if (isOver) return;
    report(`${seconds(history)} ${round.faults.map(describe).join(", and ")}`);
    await Promise.all(round.faults.map((fault, n) => inflictOne(cluster, history, fault, count + n + 1)));
    await cluster.untilWell();
    for (let n = 1; n <= round.faults.length; n++) {
      const fault = count + n;
      history.add({ type: "fault", fault, name: round.faults[n - 1]!.kind, phase: "well" });
    }
    count += round.faults.length;
    await sleep(round.calm_ms);
  }
}

async function inflictOne(cluster: Cluster, history: History, fault: Fault, number: number): Promise<void> {
  const name = describe(fault);
  history.add({ type: "fault", fault: number, name, phase: "begin" });
  await inflict(cluster, fault);
  history.add({ type: "fault", fault: number, name, phase: "mended" });
}

function describe({ kind, node, hold_ms }: Fault): string {
  const where = kind.startsWith("node") || kind.startsWith("clock") ? ` (node ${node + 1})` : "";
  return `${kind}${where} for ${hold_ms} ms`;
}

function seconds(history: History): string {
  return `${(history.now() / 1000).toFixed(1)} s:`;
}
