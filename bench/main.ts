/** `npm run bench`: the service against a bare server and a rival, in one run, as ratios (bench/README.md). */
import { parseArgs } from "node:util";
import { writeFileSync } from "node:fs";
import { drive, type Cost } from "./load/drive.ts";
import type { Outcome } from "./load/generator.ts";
import { BIG, bigFile, plainFile, type BigFile, type Speed } from "./scenarios/big-file.ts";
import { SCENARIOS, type Scenario } from "./scenarios/calls.ts";
import { idlePolls } from "./scenarios/idle-polls.ts";
import { startNginx } from "./subjects/nginx.ts";
import { startEcho, startHeliogram, startTestApi, type Subject } from "./subjects/subject.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "string" },
    polls: { type: "string", default: "10000" },
  },
});
const ROUNDS = values.quick ? 3 : 9;
const WINDOW_MS = 1000;

type Sample = Outcome & Cost;

function median(numbers: readonly number[], share = 0.5): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const rate = (sample: Sample) => sample.answered / sample.seconds;

/** Every subject in every round, in an order that chance gives; the ratio is taken within the round. */
async function measure(scenario: Scenario, subjects: readonly Subject[]): Promise<Map<string, Sample[]>> {
  const samples = new Map(subjects.map((subject) => [subject.name, [] as Sample[]]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const subject of subjects.toSorted(() => Math.random() - 0.5)) {
      const { connections } = scenario;
      const load = { port: subject.port, connections, duration_ms: WINDOW_MS, requests: scenario.requests(subject) };
      samples.get(subject.name)!.push(await drive(load, subject.pid));
    }
  }
  return samples;
}

interface Row {
  readonly scenario: string;
  readonly subject: string;
  readonly per_second: number;
  readonly ratio: number;
  readonly ratio_p25: number;
  readonly ratio_p75: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly cpu_us: number;
  readonly rss_mb: number;
  readonly failed: number;
}

function rows(scenario: string, samples: Map<string, Sample[]>): Row[] {
  const floor = samples.get("echo")!;
  return [...samples].map(([subject, taken]) => {
    const ratios = taken.map((sample, round) => rate(sample) / rate(floor[round]!));
    return {
      scenario,
      subject,
      per_second: median(taken.map(rate)),
      ratio: median(ratios),
      ratio_p25: median(ratios, 0.25),
      ratio_p75: median(ratios, 0.75),
      p50_ms: median(taken.map((sample) => sample.p50_ms)),
      p99_ms: median(taken.map((sample) => sample.p99_ms)),
      cpu_us: median(taken.map((sample) => sample.cpu_us)),
      rss_mb: median(taken.map((sample) => sample.rss_mb)),
      failed: taken.reduce((sum, sample) => sum + sample.failed, 0),
    };
  });
}

function print(table: readonly Row[]): void {
  for (const row of table) {
    const ratio = `${row.ratio.toFixed(2)} F (${row.ratio_p25.toFixed(2)}..${row.ratio_p75.toFixed(2)})`;
    const cells = [
      row.subject.padEnd(18),
      `${row.per_second.toFixed(0).padStart(7)}/s`,
      ratio.padEnd(22),
      `p50 ${row.p50_ms.toFixed(2)} ms`,
      `p99 ${row.p99_ms.toFixed(1)} ms`,
      `${row.cpu_us.toFixed(0)} µs CPU`,
      `${row.rss_mb.toFixed(0)} MB`,
      row.failed > 0 ? `${row.failed} refused` : "",
    ];
    process.stdout.write(`  ${cells.join("  ")}\n`);
  }
}

/** A second bot polls all the time, as bots do, and a person says something now and then. */
function keepPolling(subject: Subject): () => void {
  let going = true;
  const base = `http://127.0.0.1:${subject.port}`;
  const headers = { "content-type": "application/json" };
  const poll = async () => {
    while (going) {
      const answer = await fetch(`${base}/bot${subject.poller}/getUpdates?timeout=1`).then((res) => res.json());
      const last = (answer as { result?: { update_id: number }[] }).result?.at(-1);
      if (last) await fetch(`${base}/bot${subject.poller}/getUpdates?limit=1&offset=${last.update_id + 1}`);
    }
  };
  const talk = async () => {
    for (let n = 0; going; n++) {
      const body = JSON.stringify({ chat_id: subject.chats[n % subject.chats.length], text: `said ${n}` });
      await fetch(`${base}/api/sendMessage`, {
        method: "POST",
        headers: { ...headers, authorization: `Bearer ${subject.person}` },
        body,
      });
      spoken += 1;
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  void poll().catch(() => {});
  void talk().catch(() => {});
  return () => (going = false);
}

let spoken = 0;
const verdicts: string[] = [];
function verdict(what: string, reached: boolean, figure: string): void {
  verdicts.push(`${reached ? "reached" : "missed "}  ${what}: ${figure}`);
}

/** Fills the polling bot's queue with a hundred updates. */
async function fillQueue(subject: Subject): Promise<void> {
  if (subject.person === "") return;
  for (let n = 0; n < 100; n++) {
    const body = JSON.stringify({ chat_id: subject.chats[0], text: `update ${n}` });
    const headers = { "content-type": "application/json", authorization: `Bearer ${subject.person}` };
    await fetch(`http://127.0.0.1:${subject.port}/api/sendMessage`, { method: "POST", headers, body });
    spoken += 1;
  }
}

const subjects = [await startEcho(), await startHeliogram(), await startTestApi()];
const heliogram = subjects[1]!;
const all: Row[] = [];
let acknowledged = 0;
for (const scenario of SCENARIOS) {
  const stop = scenario.writes ? keepPolling(heliogram) : () => {};
  if (scenario.name.startsWith("getUpdates")) await fillQueue(heliogram);
  const samples = await measure(scenario, subjects);
  stop();
  await new Promise((done) => setTimeout(done, 1200));
  if (scenario.writes) acknowledged += samples.get("heliogram")!.reduce((sum, sample) => sum + sample.answered, 0);
  const table = rows(scenario.name, samples);
  all.push(...table);
  process.stdout.write(`${scenario.name}\n`);
  print(table);
}

const row = (scenario: string, subject: string) =>
  all.find((each) => each.scenario.startsWith(scenario) && each.subject === subject)!;
const at64 = row("sendMessage, 64", "heliogram");
const at256 = row("sendMessage, 256", "heliogram");
verdict("sendMessage at 64 connections, at least 0.45 F", at64.ratio >= 0.45, `${at64.ratio.toFixed(2)} F`);
verdict("sendMessage at 256 connections, at least 0.7 F", at256.ratio >= 0.7, `${at256.ratio.toFixed(2)} F`);
const rival = row("sendMessage, 64", "telegram-test-api");
verdict(
  "ahead of telegram-test-api",
  at64.ratio > rival.ratio,
  `${at64.ratio.toFixed(2)} F against ${rival.ratio.toFixed(2)} F`,
);
const floor99 = row("sendMessage, 64", "echo").p99_ms;
verdict(
  "p99 at most 4 times the echo's",
  at64.p99_ms <= 4 * floor99,
  `${at64.p99_ms.toFixed(1)} ms against ${floor99.toFixed(1)} ms`,
);

const nginx = await startNginx(BIG);
const transfers: { file: BigFile; plain: Speed | undefined }[] = [];
for (let round = 0; round < Math.min(ROUNDS, 5); round++) {
  const plain = nginx && (await plainFile(nginx.port));
  transfers.push({ file: await bigFile(heliogram), plain });
}
await nginx?.stop();
const file: BigFile = {
  up_mb_s: median(transfers.map((each) => each.file.up_mb_s)),
  down_mb_s: median(transfers.map((each) => each.file.down_mb_s)),
  growth_mb: Math.max(...transfers.map((each) => each.file.growth_mb)),
};
process.stdout.write(
  `100 MB  up ${file.up_mb_s.toFixed(0)} MB/s  down ${file.down_mb_s.toFixed(0)} MB/s  memory grew by ${file.growth_mb.toFixed(0)} MB at most meanwhile\n`,
);
if (nginx) {
  const share = (of: "up_mb_s" | "down_mb_s") => median(transfers.map(({ file: own, plain }) => own[of] / plain![of]));
  const [up, down] = [share("up_mb_s"), share("down_mb_s")];
  process.stdout.write(`        of nginx: up ${up.toFixed(2)}  down ${down.toFixed(2)}\n`);
  verdict("100 MB up, at least 0.2 of nginx", up >= 0.2, up.toFixed(2));
}
verdict("memory grows by less than 64 MB over 100 MB", file.growth_mb < 64, `${file.growth_mb.toFixed(0)} MB`);

for (const subject of subjects.filter((each) => each !== heliogram)) await subject.stop();
const kept = await heliogram.stop();
const expected = acknowledged + spoken + transfers.length;
process.stdout.write(`${acknowledged} acknowledged, ${kept} rows found of ${expected} or more sent\n`);
if (kept < expected - 2) {
  process.stderr.write("acknowledged messages are missing\n");
  process.exitCode = 1;
}

const polls = await idlePolls(Number(values.polls));
process.stdout.write(`${polls.waiting} idle polls, ${polls.kib.toFixed(1)} KiB each\n`);
verdict("an idle poll under 20 KiB", polls.kib < 20, `${polls.kib.toFixed(1)} KiB at ${polls.waiting}`);

process.stdout.write(`\n${verdicts.join("\n")}\n`);
if (values.json)
  writeFileSync(values.json, JSON.stringify({ rounds: ROUNDS, rows: all, file, polls, acknowledged, kept }, null, 2));
process.exit();
