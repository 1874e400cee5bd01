/** Measures what a bot that waits costs in memory, each poll being one of a bot of its own. */
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { rssOf } from "../load/process-cost.ts";
import { inRounds, ratios } from "../rounds.ts";
import { quantile } from "../statistics.ts";
import { startEcho } from "../subjects/script.ts";
import { startService } from "../subjects/service.ts";
import type { Finding, Measurement, Setting } from "./measurement.ts";
import { FLOOR, OWN } from "./rows.ts";

/** Until everything that came has been read and put to wait. */
const SETTLE_MS = 1500;
const POLL_S = 50;

/** A server's queue of connections to accept holds 511; what finds it full comes again a second later. */
const BATCH = 250;
const PAUSE_MS = 50;

/** A fresh server in each round: memory once taken is not given back. */
interface Host {
  readonly name: string;
  open(polls: number): Promise<Opened>;
}

interface Opened {
  readonly pid: number;
  readonly port: number;
  readonly tokens: readonly string[];
  /** How many wait, as the server itself says. */
  waiting?(): Promise<number>;
  stop(): Promise<void>;
}

const HOSTS: readonly Host[] = [
  {
    name: FLOOR,
    async open(polls) {
      const { pid, port, cast, stop } = await startEcho();
      return { pid, port, tokens: Array.from({ length: polls }, () => cast.poller), stop };
    },
  },
  {
    name: OWN,
    async open(polls) {
      const bots = Array.from({ length: polls }, (_, i) => ({ name: `Bot ${i}`, username: `n${i}_bot` }));
      // The assistant waits in a poll of its own, which would be counted among these.
      const { pid, port, loaded, stop } = await startService({ bots }, ["--database", "sqlite", "--no-assistant"]);
      const waiting = async () => {
        const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        return Number(/heliogram_waiting_polls (\d+)/.exec(metrics)?.[1]);
      };
      return { pid, port, tokens: loaded.bots.map((bot) => bot.token), waiting, stop };
    },
  },
];

/** `kib` is what a poll is to stay below. */
export function idlePolls(aim: { readonly kib: number }): Measurement {
  return { name: "idle long polls", run: (setting) => run(aim.kib, setting) };
}

async function run(aim_kib: number, { rounds, polls }: Setting): Promise<Finding> {
  const samples = await inRounds(HOSTS, rounds, (host) => memoryEach(host, polls), { warm: false });
  const floor = samples.get(FLOOR)!;
  const rows = [...samples].map(([name, kib]) => {
    const by_floor = quantile(ratios(kib, floor, (each) => each)).toFixed(2);
    return [name, String(polls), quantile(kib).toFixed(1), by_floor];
  });
  const kib = quantile(samples.get(OWN)!);
  const verdict = { what: `a poll under ${aim_kib} KiB`, reached: kib < aim_kib };
  return {
    table: [["", "polls", "KiB each", "F"], ...rows],
    notes: [],
    faults: [],
    verdicts: [{ ...verdict, figure: `${kib.toFixed(1)} KiB at ${polls}` }],
    figures: { polls, kib_each: Object.fromEntries(samples) },
  };
}

/** @returns KiB @throws Error if not all polls wait */
async function memoryEach({ name, open }: Host, polls: number): Promise<number> {
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
