/** The beginning of the action: starts `heliogram dev`, and tells later steps where it is. */
import { spawn } from "node:child_process";
import { appendFileSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";

const LIMIT_MS = 60_000;
const AGAIN_MS = 100;

const { INPUT_COMMAND = "npx heliogram", INPUT_WORLD = "", RUNNER_TEMP } = process.env;
const { GITHUB_ENV, GITHUB_OUTPUT, GITHUB_STATE } = process.env;
const output = join(RUNNER_TEMP, "heliogram.json");
const log = join(RUNNER_TEMP, "heliogram.log");
const transcripts = join(RUNNER_TEMP, "heliogram-transcripts.md");

// The shell finds npx on every system. A group of its own is ended as a whole.
const args = ["dev", "--json", "--port", "0", ...(INPUT_WORLD === "" ? [] : ["--world", JSON.stringify(INPUT_WORLD)])];
const service = spawn(`${INPUT_COMMAND} ${args.join(" ")}`, {
  shell: true,
  detached: true,
  // A pipe of this step would keep it from ending.
  stdio: ["ignore", openSync(output, "w"), openSync(log, "w")],
});
service.unref();

const { url } = JSON.parse(await firstLine());
appendFileSync(GITHUB_ENV, `HELIOGRAM_URL=${url}\nHELIOGRAM_TRANSCRIPTS=${transcripts}\n`);
appendFileSync(GITHUB_OUTPUT, `url=${url}\n`);
appendFileSync(GITHUB_STATE, `pid=${service.pid}\nurl=${url}\ntranscripts=${transcripts}\n`);
process.stdout.write(`Heliogram listens on ${url}\n`);

async function firstLine() {
  for (let waited_ms = 0; waited_ms < LIMIT_MS; waited_ms += AGAIN_MS) {
    const line = /^.*(?=\n)/.exec(readFileSync(output, "utf8"))?.[0];
    if (line !== undefined) return line;
    if (service.exitCode !== null)
      throw new Error(`${INPUT_COMMAND} dev has ended with ${service.exitCode}: ${readFileSync(log, "utf8")}`);
    await after(AGAIN_MS);
  }
  throw new Error(`${INPUT_COMMAND} dev does not listen after ${LIMIT_MS / 1000} s`);
}
