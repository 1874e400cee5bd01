/** What can be said on the command line. */
import { parseArgs } from "node:util";
import type { Setting } from "./measurements/measurement.ts";

export interface Options extends Omit<Setting, "generator"> {
  /** A piece of the names of what is to be measured. */
  readonly only: string;
  /** Where all figures are written. */
  readonly json: string | undefined;
}

/** As many as a median takes that two runs agree on. */
export const ROUNDS = 9;

const FULL = { rounds: ROUNDS, window_ms: 1000, polls: 10_000, messages: 1_000_000 };
const QUICK = { rounds: 3, window_ms: 500, polls: 10_000, messages: 100_000 };

/** Ends the process if it is something else. */
export function options(args: string[]): Options {
  try {
    const { values } = parseArgs({
      args,
      options: {
        quick: { type: "boolean", default: false },
        only: { type: "string", default: "" },
        rounds: { type: "string" },
        messages: { type: "string" },
        json: { type: "string" },
      },
    });
    const usual = values.quick ? QUICK : FULL;
    const rounds = counted("--rounds", values.rounds ?? usual.rounds);
    const messages = counted("--messages", values.messages ?? usual.messages);
    return { ...usual, rounds, messages, only: values.only, json: values.json };
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(2);
  }
}

function counted(name: string, value: string | number): number {
  const count = Number(value);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`${name} takes a number from 1 up`);
  return count;
}
