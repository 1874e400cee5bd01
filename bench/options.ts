/** Options of the command line. */
import { parseArgs } from "node:util";
import type { BenchmarkOptions } from "./benchmarks/benchmark.ts";

export interface Options extends Omit<BenchmarkOptions, "generator"> {
  /** Only benchmarks whose name contains this text are run. */
  readonly only: string;
  /** File that all results are written to, as JSON. */
  readonly json: string | undefined;
  /** Commits whose builds this one is compared with, instead of the benchmarks. */
  readonly against: readonly string[];
  /** Whether the comparison is added to `bench/record.md`. */
  readonly record: boolean;
}

/** The smallest number of rounds for which the medians of two runs agree. */
export const ROUNDS = 9;

const FULL = { rounds: ROUNDS, window_ms: 1000, polls: 10_000, messages: 1_000_000, minutes: 2, tiny: false };
const QUICK = { ...FULL, rounds: 3, window_ms: 500, messages: 100_000, minutes: 1 };
const TINY = { rounds: 1, window_ms: 200, polls: 100, messages: 2000, minutes: 1, tiny: true };

/** Parses the command line; exits with status 2 if it is invalid. */
export function parseOptions(args: string[]): Options {
  try {
    const { values } = parseArgs({
      args,
      options: {
        quick: { type: "boolean", default: false },
        tiny: { type: "boolean", default: false },
        only: { type: "string", default: "" },
        rounds: { type: "string" },
        messages: { type: "string" },
        minutes: { type: "string" },
        workload: { type: "string", default: "" },
        json: { type: "string" },
        against: { type: "string", multiple: true, default: [] },
        record: { type: "boolean", default: false },
      },
    });
    const defaults = values.tiny ? TINY : values.quick ? QUICK : FULL;
    const rounds = positiveInteger("--rounds", values.rounds ?? defaults.rounds);
    const messages = positiveInteger("--messages", values.messages ?? defaults.messages);
    const minutes = positiveInteger("--minutes", values.minutes ?? defaults.minutes);
    const { only, workload, json, against, record } = values;
    return { ...defaults, rounds, messages, minutes, only, workload, json, against, record };
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(2);
  }
}

function positiveInteger(name: string, value: string | number): number {
  const count = Number(value);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`${name} takes an integer of at least 1`);
  return count;
}
