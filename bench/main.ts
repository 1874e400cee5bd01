/** `npm run bench`: the service against a bare server and a rival, in one run, as ratios (bench/README.md). */
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { GAUGES } from "./growth/gauges/index.ts";
import { leaveNothingBehind } from "./left-behind.ts";
import { startGenerator } from "./load/load.ts";
import { aheadOfRival, atLeast, p99Within } from "./measurements/aims.ts";
import { bigFile } from "./measurements/big-file.ts";
import { calls } from "./measurements/calls.ts";
import { growth } from "./measurements/growth.ts";
import { idlePolls } from "./measurements/idle-polls.ts";
import { loopingFiles } from "./measurements/looping-files.ts";
import type { Finding, Measurement } from "./measurements/measurement.ts";
import { signInFlood } from "./measurements/sign-in-flood.ts";
import { webLongChat } from "./measurements/web-long-chat.ts";
import { webFirstPaint } from "./measurements/web-first-paint.ts";
import { webLive } from "./measurements/web-live.ts";
import { webMessage } from "./measurements/web-message.ts";
import { options, ROUNDS } from "./options.ts";
import { printed, printedVerdict } from "./print.ts";
import { getMe } from "./scenarios/get-me.ts";
import { getUpdates } from "./scenarios/get-updates.ts";
import { sendMessage } from "./scenarios/send-message.ts";

const MEASUREMENTS: readonly Measurement[] = [
  calls(sendMessage(64), [atLeast(0.45), aheadOfRival, p99Within(4)]),
  calls(sendMessage(256), [atLeast(0.7), aheadOfRival, p99Within(4)]),
  calls(getUpdates, []),
  calls(getMe, []),
  bigFile({ up_of_nginx: 0.2, growth_mb: 64 }),
  idlePolls({ kib: 20 }),
  loopingFiles({ ms: 3000 }),
  signInFlood({ by_floor: 4 }),
  growth(GAUGES),
  webFirstPaint({ ms: 1000 }),
  webMessage({ median_ms: 100 }),
  webLongChat({ jumps: 0 }),
  webLive({ task_ms: 50, times: 1.5 }),
];

leaveNothingBehind();
const { only, json, ...setting } = options(process.argv.slice(2));
const chosen = MEASUREMENTS.filter(({ name }) => name.toLowerCase().includes(only.toLowerCase()));
if (chosen.length === 0) {
  process.stderr.write(
    `nothing is called ${only}; there are:\n${MEASUREMENTS.map(({ name }) => `  ${name}\n`).join("")}`,
  );
  process.exit(2);
}

const { rounds, window_ms } = setting;
const rough = rounds < ROUNDS ? `; fewer than ${ROUNDS} are rough` : "";
process.stdout.write(`${rounds} rounds of ${window_ms} ms${rough}\n\n`);
const generator = startGenerator();
const found = new Map<string, Finding>();
for (const { name, run } of chosen) {
  process.stdout.write(`${name}\n`);
  const finding = await run({ ...setting, generator });
  found.set(name, finding);
  process.stdout.write(`${printed(finding)}\n`);
}
await generator.stop();

for (const [name, { verdicts }] of found) {
  for (const verdict of verdicts) process.stdout.write(printedVerdict(name, verdict));
}
if (json !== undefined) {
  const machine = { node: process.version, cpu: cpus()[0]?.model, cores: availableParallelism() };
  const figures = Object.fromEntries([...found].map(([name, { table: _table, ...rest }]) => [name, rest]));
  writeFileSync(json, `${JSON.stringify({ machine, setting, found: figures }, null, 2)}\n`);
}
if ([...found.values()].some(({ faults }) => faults.length > 0)) process.exitCode = 1;
