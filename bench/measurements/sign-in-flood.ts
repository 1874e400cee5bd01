/** Measures sendMessage while strangers try to sign in, each time by another name and from another address. */
import { setTimeout as sleep } from "node:timers/promises";
import { startGenerator, type Generator, type Outcome } from "../load/load.ts";
import { quantile } from "../statistics.ts";
import { startService, type Service } from "../subjects/service.ts";
import type { Finding, Measurement, Setting, Verdict } from "./measurement.ts";

/** Connections of strangers, and how many different tries they repeat. */
const CONNECTIONS = [64, 1000];
const TRIES = 5000;
/** Until all strangers are connected. */
const LEAD_MS = 500;

interface Flood {
  readonly name: string;
  readonly connections: number;
  readonly requests: (round: number) => string[];
}

const ALONE: Flood = { name: "alone", connections: 0, requests: () => [] };
/** What as many connections cost that ask for nothing. */
const FLOORS = CONNECTIONS.map((connections): Flood => ({
  name: `${connections} × 404`,
  connections,
  requests: () => [request("/api/none", "{}")],
}));
const SIGN_INS = CONNECTIONS.map((connections): Flood => ({
  name: `${connections} × signIn`,
  connections,
  requests: signIns,
}));
const FLOODS = [ALONE, ...FLOORS, ...SIGN_INS];

/** `by_floor` is what the 99th percentile is to stay below, as a multiple of what it is beside as many refusals. */
export function signInFlood(aim: { readonly by_floor: number }): Measurement {
  return { name: "sendMessage beside sign-ins", run: (setting) => run(aim.by_floor, setting) };
}

async function run(aim: number, { generator, rounds, window_ms }: Setting): Promise<Finding> {
  const world = {
    people: [{ name: "Alice", username: "alice" }],
    bots: [{ name: "Load", username: "load_bot" }],
    chats: [{ title: "Chat", creator: "alice", members: ["load_bot"] }],
  };
  const service = await startService(world, ["--database", "sqlite", "--rate-limits", "off"]);
  const sender = startGenerator();
  const load = { port: service.port, connections: 1, warm_up_ms: 0, window_ms, requests: [send(service)] };
  const samples = new Map(FLOODS.map(({ name }) => [name, [] as Outcome[]]));
  for (let round = 0; round < rounds; round++) {
    for (const flood of FLOODS) {
      const flooded = begin(generator, service.port, flood, round, window_ms);
      await sleep(LEAD_MS);
      const [sent] = await Promise.all([sender.run(load), flooded]);
      samples.get(flood.name)!.push(sent);
    }
  }
  await sender.stop();
  await service.stop();
  return found(aim, samples);
}

/** Begins before what is measured, and outlasts it. */
async function begin(generator: Generator, port: number, flood: Flood, round: number, window_ms: number) {
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

function found(aim: number, samples: ReadonlyMap<string, readonly Outcome[]>): Finding {
  const middle = (name: string, of: (outcome: Outcome) => number) => quantile(samples.get(name)!.map(of));
  const p99 = ({ name }: Flood) => middle(name, (each) => each.p99_ms);
  const rows = FLOODS.map((flood) => [
    flood.name,
    middle(flood.name, (each) => each.per_second).toFixed(0),
    middle(flood.name, (each) => each.p50_ms).toFixed(1),
    p99(flood).toFixed(1),
  ]);
  const verdicts = SIGN_INS.map((flood, i): Verdict => {
    const times = p99(flood) / p99(FLOORS[i]!);
    return {
      what: `p99 beside ${flood.name} under ${aim} times that beside as many 404`,
      reached: times < aim,
      figure: `${times.toFixed(1)} times`,
    };
  });
  return {
    table: [["strangers", "per s", "p50 ms", "p99 ms"], ...rows],
    notes: [],
    faults: [],
    verdicts,
    figures: Object.fromEntries(samples),
  };
}

/** The proxy on this machine is believed: it says that each try comes from somewhere else. */
function signIns(round: number): string[] {
  return Array.from({ length: TRIES }, (_, i) => {
    const body = JSON.stringify({ username: `r${round}n${i}`, password: "wrong password" });
    const from = `X-Forwarded-For: 10.${round % 256}.${i >> 8}.${i % 256}\r\n`;
    return request("/api/signIn", body, from);
  });
}

function send({ loaded }: Service): string {
  const body = JSON.stringify({ chat_id: loaded.chats[0]!.id, text: "hello" });
  return request(`/bot${loaded.bots[0]!.token}/sendMessage`, body);
}

function request(path: string, body: string, more = ""): string {
  const head = `POST ${path} HTTP/1.1\r\nHost: bench\r\n${more}Content-Type: application/json\r\n`;
  return `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
