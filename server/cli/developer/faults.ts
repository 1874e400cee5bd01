/** `heliogram fault add|list|remove`: injects faults into calls, updates or webhooks of a running `heliogram dev`. */
import type { Fault } from "@heliogram/shared/wire.ts";
import { durationMs } from "@heliogram/shared/durations.ts";
import type { Arguments } from "../arguments.ts";
import { UsageError } from "../errors.ts";
import type { Call } from "./client.ts";

/** Those of `add`, and `--all` of `remove`. */
export const FAULT_OPTIONS = {
  error: "text",
  description: "text",
  "retry-after": "text",
  parameters: "text",
  delay: "text",
  effect: "text",
  "cut-bytes": "text",
  when: "text",
  bot: "text",
  method: "text",
  chat: "text",
  text: "text",
  nth: "text",
  probability: "text",
  count: "text",
  all: "flag",
} as const;

/** Options whose parameter has another name. */
const PARAMETERS: Readonly<Record<string, string>> = {
  error: "error_code",
  "retry-after": "retry_after",
  "cut-bytes": "cut_bytes",
};

type Verb = (call: Call, args: Arguments) => Promise<void>;

const VERBS: Readonly<Record<string, Verb>> = { add, list, remove };

/** @throws UsageError, CommandRefused */
export function injectFaults(call: Call, args: Arguments): Promise<void> {
  const { words, texts, flags } = args;
  const [verb = "", word] = words;
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (!run) throw new UsageError(`${`fault ${verb}`.trim()} is no command; fault has ${Object.keys(VERBS).join(", ")}`);
  const [option] = texts.keys();
  if (verb !== "add" && option !== undefined) throw new UsageError(`--${option} belongs to fault add`);
  if (verb !== "remove" && flags.has("all")) throw new UsageError("--all belongs to fault remove");
  if (verb !== "remove" && word !== undefined)
    throw new UsageError(`fault ${verb} does not know what to do with ${word}`);
  return run(call, args);
}

async function add(call: Call, { texts, flags }: Arguments): Promise<void> {
  const params: Record<string, unknown> = {};
  for (const [name, value] of texts) {
    if (name === "delay") params.delay_ms = delayOf(value);
    else params[PARAMETERS[name] ?? name] = value;
  }
  const { fault } = (await call("/developer/addFault", params)) as { readonly fault: Fault };
  print(fault, flags.get("json"));
}

/** @throws UsageError */
function delayOf(duration: string): number {
  const ms = durationMs(duration);
  if (ms === undefined) throw new UsageError("--delay needs a duration, as 500ms, 31s or 5m");
  return Math.round(ms);
}

async function list(call: Call, { flags }: Arguments): Promise<void> {
  const { faults } = (await call("/developer/listFaults", {})) as { readonly faults: readonly Fault[] };
  for (const fault of faults) print(fault, flags.get("json"));
}

async function remove(call: Call, { words: [, id], flags }: Arguments): Promise<void> {
  const isAll = flags.get("all") === true;
  if (isAll === (id !== undefined)) throw new UsageError("fault remove needs the id of a rule, or --all");
  const done = isAll
    ? ((await call("/developer/removeAllFaults", {})) as { readonly removed: number })
    : { removed: (await call("/developer/removeFault", { id })) === true ? 1 : 0 };
  process.stdout.write(`${flags.get("json") ? JSON.stringify(done) : `removed ${done.removed}`}\n`);
}

function print(fault: Fault, asJson: boolean | undefined): void {
  process.stdout.write(`${asJson ? JSON.stringify(fault) : line(fault)}\n`);
}

function line({ id, effect, matched, applied, is_over, ...rest }: Fault): string {
  const effects = Object.entries(rest)
    .filter(([name]) => name !== "parameters")
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [id, effect, ...effects, `matched ${matched}, applied ${applied}${is_over ? ", over" : ""}`].join("  ");
}
