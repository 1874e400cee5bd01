/** `npm run bench`: compares the service with a bare server and with telegram-test-api, as ratios (bench/README.md). */
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { WORKLOADS } from "./growth/workloads/index.ts";
import { cleanUpOnExit } from "./cleanup.ts";
import { startGenerator } from "./load/load.ts";
import { fasterThanTestApi, ratioAtLeast, p99RatioAtMost, shareOfDriver } from "./benchmarks/thresholds.ts";
import { bigFile } from "./benchmarks/big-file.ts";
import { calls, callsOnPostgres } from "./benchmarks/calls.ts";
import { developerMode } from "./benchmarks/developer-mode.ts";
import { growth } from "./benchmarks/growth.ts";
import { idlePolls } from "./benchmarks/idle-polls.ts";
import { loopingFiles } from "./benchmarks/looping-files.ts";
import type { BenchmarkResult, Benchmark } from "./benchmarks/benchmark.ts";
import { scaling } from "./benchmarks/scaling.ts";
import { signInFlood } from "./benchmarks/sign-in-flood.ts";
import { streaming } from "./benchmarks/streaming.ts";
import { sustainedLoad } from "./benchmarks/sustained-load.ts";
import { webLongChat } from "./benchmarks/web-long-chat.ts";
import { webFirstPaint } from "./benchmarks/web-first-paint.ts";
import { webLive } from "./benchmarks/web-live.ts";
import { webMessage } from "./benchmarks/web-message.ts";
import { worlds } from "./benchmarks/worlds.ts";
import { withDeadline } from "./deadline.ts";
import { parseOptions, ROUNDS } from "./options.ts";
import { formatResult, formatThreshold } from "./print.ts";
import { getMe } from "./scenarios/get-me.ts";
import { getUpdates } from "./scenarios/get-updates.ts";
import { sendMessage } from "./scenarios/send-message.ts";

const BENCHMARKS: readonly Benchmark[] = [
  calls(sendMessage(64), [ratioAtLeast(0.7), fasterThanTestApi, p99RatioAtMost(1.6)]),
  calls(sendMessage(256), [ratioAtLeast(0.8), fasterThanTestApi, p99RatioAtMost(1.6)]),
  callsOnPostgres(sendMessage(64), [ratioAtLeast(0.35), shareOfDriver(0.65)]),
  callsOnPostgres(sendMessage(256), [ratioAtLeast(0.5), shareOfDriver(0.65)]),
  calls(getUpdates, [ratioAtLeast(0.5)]),
  calls(getMe, [ratioAtLeast(1.9)]),
  bigFile({ up_of_nginx: 0.65, down_of_nginx: 0.9, growth_mb: 64, growth_with_bucket_mb: 96 }),
  idlePolls({ kib: 20 }),
  loopingFiles({ ms: 3000 }),
  signInFlood({ by_baseline: 4 }),
  growth(WORKLOADS),
  scaling,
  sustainedLoad({ wal_mb: 128, cpu_times: 1.1 }),
  streaming({ edit_p99_ms: 100, drafts_per_s: 10_000 }),
  developerMode(sendMessage(64), { on: 0.85, off: 1 }),
  worlds({ new_ms: 30, restore_ms: 50, left_mb: 32 }),
  webFirstPaint({ ms: 1000 }),
  webMessage({ median_ms: 100 }),
  webLongChat({ jumps: 0 }),
  webLive({ task_ms: 50, times: 1.5 }),
];

cleanUpOnExit();
const { only, json, against, record, ...options } = parseOptions(process.argv.slice(2));
if (against.length > 0 || record) {
  const { runComparison } = await import("./comparison/main.ts");
  await runComparison({ ...options, only, against, record, json });
  process.exit();
}
const chosen = BENCHMARKS.filter(({ name }) => name.toLowerCase().includes(only.toLowerCase()));
if (chosen.length === 0) {
  process.stderr.write(
    `no benchmark is called ${only}. Benchmarks:\n${BENCHMARKS.map(({ name }) => `  ${name}\n`).join("")}`,
  );
  process.exit(2);
}

const { rounds, window_ms } = options;
const rough = rounds < ROUNDS ? `; results of fewer than ${ROUNDS} rounds are rough` : "";
process.stdout.write(`${rounds} rounds of ${window_ms} ms${rough}\n\n`);
const generator = startGenerator();
const results = new Map<string, BenchmarkResult>();
for (const { name, run } of chosen) {
  process.stdout.write(`${name}\n`);
  const result = await withDeadline(name, run({ ...options, generator }), options);
  results.set(name, result);
  process.stdout.write(`${formatResult(result)}\n`);
}
await generator.stop();

for (const [name, { thresholds }] of results) {
  for (const threshold of thresholds) process.stdout.write(formatThreshold(name, threshold));
}
if (json !== undefined) {
  const machine = { node: process.version, cpu: cpus()[0]?.model, cores: availableParallelism() };
  const figures = Object.fromEntries([...results].map(([name, { table: _table, ...rest }]) => [name, rest]));
  writeFileSync(json, `${JSON.stringify({ machine, setting: options, results: figures }, null, 2)}\n`);
}
if ([...results.values()].some(({ errors }) => errors.length > 0)) process.exitCode = 1;
