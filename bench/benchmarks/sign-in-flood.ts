/** Measures sendMessage during failing sign-ins, each with another name and from another address. */
import { setTimeout as sleep } from "node:timers/promises";
import { startGenerator, type Generator, type LoadResult } from "../load/load.ts";
import { quantile } from "../statistics.ts";
import { startService, type Service } from "../targets/service.ts";
import {
  sized,
  type BenchmarkResult,
  type Benchmark,
  type BenchmarkOptions,
  type ThresholdResult,
} from "./benchmark.ts";

/** Different requests that the connections cycle through. */
const TRIES = 5000;
/** Time in which the connections of the flood are opened. */
const LEAD_MS = 500;

interface Flood {
  readonly name: string;
  readonly connections: number;
  readonly requests: (round: number) => string[];
}

interface Floods {
  readonly all: readonly Flood[];
  /** As many connections that request an unknown path, and that try to sign in. */
  readonly pairs: readonly { readonly baseline: Flood; readonly sign_in: Flood }[];
}

function floodsOf(counts: readonly number[]): Floods {
  const pairs = counts.map((connections) => ({
    baseline: { name: `${connections} × 404`, connections, requests: () => [request("/api/none", "{}")] },
    sign_in: { name: `${connections} × signIn`, connections, requests: signIns },
  }));
  const alone: Flood = { name: "alone", connections: 0, requests: () => [] };
  return {
    all: [alone, ...pairs.map(({ baseline }) => baseline), ...pairs.map(({ sign_in }) => sign_in)],
    pairs,
  };
}

/** `by_baseline` is the limit for the 99th percentile, as a multiple of the baseline with as many connections. */
export function signInFlood(limit: { readonly by_baseline: number }): Benchmark {
  return { name: "sendMessage beside sign-ins", run: (options) => run(limit.by_baseline, options) };
}

async function run(limit: number, options: BenchmarkOptions): Promise<BenchmarkResult> {
  const { generator, rounds, window_ms } = options;
  const floods = floodsOf(sized(options, [64, 1000], [16]));
  const world = {
    people: [{ name: "Alice", username: "alice" }],
    bots: [{ name: "Load", username: "load_bot" }],
    chats: [{ title: "Chat", creator: "alice", members: ["load_bot"] }],
  };
  const service = await startService(world, ["--database", "sqlite", "--rate-limits", "off"]);
  const sender = startGenerator();
  const load = { port: service.port, connections: 1, warm_up_ms: 0, window_ms, requests: [send(service)] };
  const samples = new Map(floods.all.map(({ name }) => [name, [] as LoadResult[]]));
  for (let round = 0; round < rounds; round++) {
    for (const flood of floods.all) {
      const flooding = runFlood(generator, service.port, flood, round, window_ms);
      await sleep(LEAD_MS);
      const [sent] = await Promise.all([sender.run(load), flooding]);
      samples.get(flood.name)!.push(sent);
    }
  }
  await sender.stop();
  await service.stop();
  return resultOf(limit, floods, samples);
}

/** Runs a flood, which begins before the measured window and ends after it. */
async function runFlood(generator: Generator, port: number, flood: Flood, round: number, window_ms: number) {
  const { connections, requests } = flood;
  if (connections === 0) return;
  await generator.run({
    port,
    connections,
    requests: requests(round),
    warm_up_ms: 0,
    window_ms: LEAD_MS + window_ms,
  });
}

function resultOf(limit: number, floods: Floods, samples: ReadonlyMap<string, readonly LoadResult[]>): BenchmarkResult {
  const median = (name: string, of: (outcome: LoadResult) => number) => quantile(samples.get(name)!.map(of));
  const p99 = ({ name }: Flood) => median(name, (each) => each.p99_ms);
  const rows = floods.all.map((flood) => [
    flood.name,
    median(flood.name, (each) => each.per_second).toFixed(0),
    median(flood.name, (each) => each.p50_ms).toFixed(1),
    p99(flood).toFixed(1),
  ]);
  const thresholds = floods.pairs.map(({ sign_in, baseline }): ThresholdResult => {
    const times = p99(sign_in) / p99(baseline);
    return {
      name: `p99 beside ${sign_in.name} under ${limit} times that beside as many 404`,
      met: times < limit,
      measured: `${times.toFixed(1)} times`,
    };
  });
  return {
    table: [["beside", "per s", "p50 ms", "p99 ms"], ...rows],
    notes: [],
    errors: [],
    thresholds,
    figures: Object.fromEntries(samples),
  };
}

/** The service trusts X-Forwarded-For from this machine, so each request counts as one from another address. */
function signIns(round: number): string[] {
  return Array.from({ length: TRIES }, (_, i) => {
    const body = JSON.stringify({ username: `r${round}n${i}`, password: "wrong password" });
    const from = `X-Forwarded-For: 10.${round % 256}.${i >> 8}.${i % 256}\r\n`;
    return request("/api/signIn", body, from);
  });
}

function send({ startup }: Service): string {
  const body = JSON.stringify({ chat_id: startup.chats[0]!.id, text: "hello" });
  return request(`/bot${startup.bots[0]!.token}/sendMessage`, body);
}

function request(path: string, body: string, more = ""): string {
  const head = `POST ${path} HTTP/1.1\r\nHost: bench\r\n${more}Content-Type: application/json\r\n`;
  return `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
