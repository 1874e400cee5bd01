/** Measures the memory of a waiting long poll. Each poll belongs to another bot. */
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { rssOf } from "../load/process-usage.ts";
import { inRounds, ratios } from "../rounds.ts";
import { quantile } from "../statistics.ts";
import { startEcho } from "../targets/forked-targets.ts";
import { startService } from "../targets/service.ts";
import type { BenchmarkResult, Benchmark, BenchmarkOptions } from "./benchmark.ts";
import { BASELINE, SERVICE } from "./summary-rows.ts";

/** Time in which the server reads the requests and starts to wait. */
const SETTLE_MS = 1500;
const POLL_S = 50;

/** The backlog of a listening socket is 511 connections; a connection that finds it full is retried a second later. */
const BATCH = 250;
const PAUSE_MS = 50;

/** A target that is started anew in each round: freed memory is not returned to the system. */
interface PollTarget {
  readonly name: string;
  open(polls: number): Promise<RunningTarget>;
}

interface RunningTarget {
  readonly pid: number;
  readonly port: number;
  readonly tokens: readonly string[];
  /** The number of waiting polls, by the metrics of the service. */
  waiting?(): Promise<number>;
  stop(): Promise<void>;
}

const TARGETS: readonly PollTarget[] = [
  {
    name: BASELINE,
    async open(polls) {
      const { pid, port, accounts, stop } = await startEcho();
      return { pid, port, tokens: Array.from({ length: polls }, () => accounts.poller), stop };
    },
  },
  {
    name: SERVICE,
    async open(polls) {
      const bots = Array.from({ length: polls }, (_, i) => ({ name: `Bot ${i}`, username: `n${i}_bot` }));
      // The assistant has a long poll of its own, which would be counted.
      const { pid, port, startup, stop } = await startService({ bots }, ["--database", "sqlite", "--no-assistant"]);
      const waiting = async () => {
        const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        return Number(/heliogram_waiting_polls (\d+)/.exec(metrics)?.[1]);
      };
      return { pid, port, tokens: startup.bots.map((bot) => bot.token), waiting, stop };
    },
  },
];

/** `kib` is the limit for one poll. */
export function idlePolls(limit: { readonly kib: number }): Benchmark {
  return { name: "idle long polls", run: (options) => run(limit.kib, options) };
}

async function run(limit_kib: number, { rounds, polls }: BenchmarkOptions): Promise<BenchmarkResult> {
  const samples = await inRounds(TARGETS, rounds, (target) => memoryPerPoll(target, polls), { warm: false });
  const baseline = samples.get(BASELINE)!;
  const rows = [...samples].map(([name, kib]) => {
    const by_baseline = quantile(ratios(kib, baseline, (each) => each)).toFixed(2);
    return [name, String(polls), quantile(kib).toFixed(1), by_baseline];
  });
  const kib = quantile(samples.get(SERVICE)!);
  const verdict = { name: `a poll under ${limit_kib} KiB`, met: kib < limit_kib };
  return {
    table: [["", "polls", "KiB each", "ratio"], ...rows],
    notes: [],
    errors: [],
    thresholds: [{ ...verdict, measured: `${kib.toFixed(1)} KiB at ${polls}` }],
    figures: { polls, kib_each: Object.fromEntries(samples) },
  };
}

/** @returns KiB for each poll @throws Error if not all polls wait */
async function memoryPerPoll({ name, open }: PollTarget, polls: number): Promise<number> {
  const { pid, port, tokens, waiting, stop } = await open(polls);
  const before = rssOf(pid);
  const sockets: Socket[] = [];
  for (let from = 0; from < tokens.length; from += BATCH) {
    const batch = tokens.slice(from, from + BATCH);
    sockets.push(...(await Promise.all(batch.map((token) => poll(port, token)))));
    await sleep(PAUSE_MS);
  }
  await sleep(SETTLE_MS);
  const wait = (await waiting?.()) ?? polls;
  const kib = (rssOf(pid) - before) / polls;
  for (const socket of sockets) socket.destroy();
  await stop();
  if (wait !== polls) throw new Error(`${wait} polls wait on ${name}, not ${polls}`);
  return kib;
}

function poll(port: number, token: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" }, () => {
      socket.write(`GET /bot${token}/getUpdates?timeout=${POLL_S} HTTP/1.1\r\nHost: bench\r\n\r\n`);
      resolve(socket);
    });
    socket.on("error", reject);
  });
}
