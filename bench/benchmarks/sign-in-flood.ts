/** Measures sendMessage during failing sign-ins, each with another name and from another address. */
import { setTimeout as sleep } from "node:timers/promises";
import { startGenerator, type Generator, type LoadResult } from "../load/load.ts";
import { quantile } from "../statistics.ts";
import { startService, type Service } from "../targets/service.ts";
import type { BenchmarkResult, Benchmark, BenchmarkOptions, ThresholdResult } from "./benchmark.ts";

/** Connections that try to sign in, and the number of different requests that they cycle through. */
const CONNECTIONS = [64, 1000];
const TRIES = 5000;
/** Time in which the connections of the flood are opened. */
const LEAD_MS = 500;

interface Flood {
  readonly name: string;
  readonly connections: number;
  readonly requests: (round: number) => string[];
}

const ALONE: Flood = { name: "alone", connections: 0, requests: () => [] };
/** The baseline: the same number of connections that request an unknown path. */
const BASELINES = CONNECTIONS.map((connections): Flood => ({
  name: `${connections} × 404`,
  connections,
  requests: () => [request("/api/none", "{}")],
}));
const SIGN_INS = CONNECTIONS.map((connections): Flood => ({
  name: `${connections} × signIn`,
  connections,
  requests: signIns,
}));
const FLOODS = [ALONE, ...BASELINES, ...SIGN_INS];

/** `by_baseline` is the limit for the 99th percentile, as a multiple of the baseline with as many connections. */
export function signInFlood(limit: { readonly by_baseline: number }): Benchmark {
  return { name: "sendMessage beside sign-ins", run: (options) => run(limit.by_baseline, options) };
}

async function run(limit: number, { generator, rounds, window_ms }: BenchmarkOptions): Promise<BenchmarkResult> {
  const world = {
    people: [{ name: "Alice", username: "alice" }],
    bots: [{ name: "Load", username: "load_bot" }],
    chats: [{ title: "Chat", creator: "alice", members: ["load_bot"] }],
  };
  const service = await startService(world, ["--database", "sqlite", "--rate-limits", "off"]);
  const sender = startGenerator();
  const load = { port: service.port, connections: 1, warm_up_ms: 0, window_ms, requests: [send(service)] };
  const samples = new Map(FLOODS.map(({ name }) => [name, [] as LoadResult[]]));
  for (let round = 0; round < rounds; round++) {
    for (const flood of FLOODS) {
      const flooding = runFlood(generator, service.port, flood, round, window_ms);
      await sleep(LEAD_MS);
      const [sent] = await Promise.all([sender.run(load), flooding]);
      samples.get(flood.name)!.push(sent);
    }
  }
  await sender.stop();
  await service.stop();
  return resultOf(limit, samples);
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

function resultOf(limit: number, samples: ReadonlyMap<string, readonly LoadResult[]>): BenchmarkResult {
  const median = (name: string, of: (outcome: LoadResult) => number) => quantile(samples.get(name)!.map(of));
  const p99 = ({ name }: Flood) => median(name, (each) => each.p99_ms);
  const rows = FLOODS.map((flood) => [
    flood.name,
    median(flood.name, (each) => each.per_second).toFixed(0),
    median(flood.name, (each) => each.p50_ms).toFixed(1),
    p99(flood).toFixed(1),
  ]);
  const thresholds = SIGN_INS.map((flood, i): ThresholdResult => {
    const times = p99(flood) / p99(BASELINES[i]!);
    return {
      name: `p99 beside ${flood.name} under ${limit} times that beside as many 404`,
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
