/** `heliogram record FILE` and `heliogram replay FILE`: what people did and bots answered, played again and compared. */
import { accessSync, constants, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { durationMs } from "@heliogram/shared/durations.ts";
import type { Replay, Scenario, ScenarioStep } from "@heliogram/shared/wire.ts";
import { EXIT } from "../../runtime/exit-error.ts";
import { readScenario } from "../../world/read.ts";
import { scenarioText } from "../../world/scenario-schema.ts";
import type { Arguments } from "../arguments.ts";
import { CommandRefused, UsageError } from "../errors.ts";
import type { Call } from "./client.ts";
import { counted, replayLines, stepLines } from "./scenario-lines.ts";
import { untilStopped } from "./until-stopped.ts";

/** Seconds that one request waits for calls. */
const WAIT_S = 50;

interface Recorded {
  readonly scenario: Scenario;
  readonly revision: number;
}

/** @throws UsageError, CommandRefused */
export async function recordScenario(call: Call, { words: [file], flags }: Arguments): Promise<void> {
  if (file === undefined) throw new UsageError("record needs the name of a file to write");
  requireFolder(file);
  const asJson = flags.get("json") === true;
  const { steps } = flags.get("all") ? await recordAll(call) : await recordUntilStopped(call, file, asJson);
  if (steps.length === 0) throw new CommandRefused(`nobody has done anything: ${file} is not written`);
  write(file, scenarioText({ scenario: 1, steps }, file.endsWith(".json") ? "json" : "yaml"));
  const answers = steps.reduce((count, step) => count + (step.answers?.length ?? 0), 0);
  const done = { file, steps: steps.length, answers };
  const line = `wrote ${counted(done.steps, "step")} and ${counted(answers, "answer")} to ${file}`;
  process.stdout.write(`${asJson ? JSON.stringify(done) : line}\n`);
}

async function recordAll(call: Call): Promise<Scenario> {
  return ((await call("/developer/getScenario", {})) as Recorded).scenario;
}

/** Prints the steps as they come. What was recorded is kept if the service ends first. */
async function recordUntilStopped(call: Call, file: string, asJson: boolean): Promise<Scenario> {
  const signal = untilStopped();
  const { revision: after } = (await call("/developer/listCalls", { limit: 1 })) as { readonly revision: number };
  if (!asJson) process.stdout.write(`Recording. Press Ctrl-C to stop and to write ${file}.\n`);
  let recorded: Recorded = { scenario: { scenario: 1, steps: [] }, revision: after };
  const read = async () => (recorded = (await call("/developer/getScenario", { after })) as Recorded);
  for (let shown = 0; ;) {
    const waiting = { after: recorded.revision, timeout: WAIT_S, limit: 1 };
    try {
      await call("/developer/listCalls", waiting, undefined, signal);
      await read();
    } catch (error) {
      if (signal.aborted) return (await read()).scenario;
      if (recorded.scenario.steps.length === 0) throw error;
      process.stderr.write(`heliogram: ${(error as Error).message}\n`);
      return recorded.scenario;
    }
    if (signal.aborted) return recorded.scenario;
    const { steps } = recorded.scenario;
    // The answers of the last step may still come.
    for (; shown < steps.length - 1 && !asJson; shown++) print(stepLines(steps[shown]!, shown + 1));
  }
}

/** @throws UsageError, CommandRefused */
export async function replayScenario(call: Call, { words: [file], texts, flags }: Arguments): Promise<void> {
  if (file === undefined) throw new UsageError("replay needs the name of a scenario file");
  const content = readScenarioFile(file);
  const limits = Object.fromEntries(
    ["timeout", "quiet"].flatMap((name) => (texts.has(name) ? [[name, secondsOf(name, texts.get(name)!)]] : [])),
  );
  const replay = (await call("/developer/replayScenario", { content, ...limits })) as Replay;
  if (flags.get("json")) print([JSON.stringify(replay)]);
  else print(replayLines(replay));
  if (!replay.is_equal) process.exitCode = EXIT.refused;
}

/** @throws UsageError that lists the problems of the file */
function readScenarioFile(file: string): { readonly steps: readonly ScenarioStep[] } {
  const read = readScenario(attempt(`${file} cannot be read`, () => readFileSync(file, "utf8")));
  if (!read.ok) throw new UsageError(read.problems.map((problem) => `${file}:${problem}`).join("\n"));
  return read.scenario;
}

/** Before anything is recorded. @throws UsageError */
function requireFolder(file: string): void {
  attempt(`${file} cannot be written`, () => accessSync(dirname(resolve(file)), constants.W_OK));
}

function write(file: string, text: string): void {
  attempt(`${file} cannot be written`, () => writeFileSync(file, text));
}

/** @throws UsageError */
function attempt<T>(sentence: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UsageError(`${sentence}: ${(error as Error).message}`);
  }
}

/** @throws UsageError */
function secondsOf(name: string, duration: string): number {
  const ms = durationMs(duration);
  if (ms === undefined) throw new UsageError(`--${name} needs a duration, as 500ms, 31s or 5m`);
  return ms / 1000;
}

function print(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}
