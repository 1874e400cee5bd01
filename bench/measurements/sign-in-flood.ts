/** Measures sendMessage while strangers try to sign in, each time by another name and from another address. */
import { setTimeout as sleep } from "node:timers/promises";
import { startGenerator, type Generator, type Outcome } from "../load/load.ts";
import { quantile } from "../statistics.ts";
import { startService, type Service } from "../subjects/service.ts";
import type { Finding, Measurement, Setting } from "./measurement.ts";

/** Connections of strangers, and how many different tries they repeat. */
const FLOODS = [0, 64, 1000];
const TRIES = 5000;
/** Until all strangers are connected. */
const LEAD_MS = 500;

/** `p99_ms` is what sendMessage is to stay below. */
export function signInFlood(aim: { readonly p99_ms: number }): Measurement {
  return { name: "sendMessage beside sign-ins", run: (setting) => run(aim.p99_ms, setting) };
}

async function run(aim_ms: number, { generator, rounds, window_ms }: Setting): Promise<Finding> {
  const world = {
    people: [{ name: "Alice", username: "alice" }],
    bots: [{ name: "Load", username: "load_bot" }],
    chats: [{ title: "Chat", creator: "alice", members: ["load_bot"] }],
  };
  const service = await startService(world, ["--database", "sqlite", "--rate-limits", "off"]);
  const sender = startGenerator();
  const samples = new Map(FLOODS.map((connections) => [connections, [] as Outcome[]]));
  for (let round = 0; round < rounds; round++) {
    for (const connections of FLOODS) {
      const flooded = flood(generator, service.port, connections, round, window_ms);
      await sleep(LEAD_MS);
      const load = { port: service.port, connections: 1, warm_up_ms: 0, window_ms, requests: [send(service)] };
      const [sent] = await Promise.all([sender.run(load), flooded]);
      samples.get(connections)!.push(sent);
    }
  }
  await sender.stop();
  await service.stop();
  return found(aim_ms, samples);
}

/** Begins before what is measured, and outlasts it. */
async function flood(generator: Generator, port: number, connections: number, round: number, window_ms: number) {
  if (connections === 0) return;
  const requests = signIns(round);
  await generator.run({ port, connections, requests, warm_up_ms: 0, window_ms: LEAD_MS + window_ms });
}

function found(aim_ms: number, samples: ReadonlyMap<number, readonly Outcome[]>): Finding {
  const middle = (taken: readonly Outcome[], of: (outcome: Outcome) => number) => quantile(taken.map(of));
  const rows = [...samples].map(([connections, taken]) => [
    String(connections),
    middle(taken, (each) => each.per_second).toFixed(0),
    middle(taken, (each) => each.p50_ms).toFixed(1),
    middle(taken, (each) => each.p99_ms).toFixed(1),
  ]);
  const verdicts = [...samples].map(([connections, taken]) => {
    const p99_ms = middle(taken, (each) => each.p99_ms);
    return {
      what: `p99 under ${aim_ms} ms beside ${connections} connections`,
      reached: p99_ms < aim_ms,
      figure: `${p99_ms.toFixed(1)} ms`,
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
