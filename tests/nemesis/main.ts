/** `npm run nemesis`: a run of the fault suite, as long as wanted. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { check, summarize } from "./checker/check.ts";
import { whyNoNamespaces } from "./cluster/network.ts";
import { readHistory } from "./history.ts";
import { run } from "./run.ts";

const USAGE = `usage: npm run nemesis -- [--minutes N] [--seed TEXT] [--nodes N] [--file PATH]
       npm run nemesis -- --check PATH      check a history that was kept
`;
const MINUTE_MS = 60_000;
const SHOWN = 40;

const say = (line: string) => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "5" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
    nodes: { type: "string", default: "3" },
    file: { type: "string" },
    check: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

async function inflicted() {
  const { minutes, seed, nodes, file = join(tmpdir(), `nemesis-${seed}.jsonl`) } = values;
  const missing = whyNoNamespaces();
  if (missing !== undefined) say(`Nodes are cut off by proxies, and the disk is not filled: ${missing}.`);
  say(`Seed ${seed}. The history is kept in ${file}.`);
  const until = { ms: Number(minutes) * MINUTE_MS };
  const { entries } = await run({ seed, nodes: Number(nodes), until, file, report: say });
  return entries;
}

if (values.help) say(USAGE);
else {
  const entries = values.check === undefined ? await inflicted() : readHistory(values.check);
  const wrong = check(entries);
  say(JSON.stringify(summarize(entries), undefined, 2));
  for (const line of wrong.slice(0, SHOWN)) say(line);
  say(wrong.length === 0 ? "I1 to I6 held." : `${wrong.length} violations.`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
