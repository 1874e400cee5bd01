/** The transcript of a world: what people and bots did, what they were answered, and what became of the updates. */
import type { Context } from "../context.ts";
import { NO_UPDATE_REASONS } from "@heliogram/shared/updates.ts";
import type { RecordedCall, RecordedUpdate } from "@heliogram/shared/wire.ts";
import { listUpdates } from "../service/update-log.ts";
import { describeCall } from "./call-lines.ts";

/** The newest calls that are shown. */
const MOST_CALLS = 100;
/** What people's clients do besides, and what bots do all the time. */
const NOT_SHOWN = /^(?:get(?!Me$)\w*|list\w*|openChat|resolve|search\w*)$/i;
const INDENT = " ".repeat(13);

/** Reads what was recorded, and describes it as lines of text. */
export async function readTranscript(context: Context): Promise<string> {
  await context.calls.sync();
  const updates = await listUpdates(context.client);
  const calls = context.calls.calls.filter(({ method, status }) => status !== 200 || !NOT_SHOWN.test(method));
  const all = calls.toSorted((a, b) => a.id - b.id);
  const shown = all.slice(-MOST_CALLS);
  const begin_ms = context.calls.calls[0]?.at_ms ?? 0;
  const lines = shown.flatMap((call) => [
    `${timeOf(call.at_ms - begin_ms)}  ${describeCall(context, call).join(`\n${INDENT}`)}`,
    ...causedBy(updates, call).map((update) => `${INDENT}${describeUpdate(context, update, begin_ms)}`),
  ]);
  if (all.length > shown.length) lines.unshift(`(${all.length - shown.length} earlier calls)`);
  const { beginning } = context.calls;
  if (beginning !== undefined) lines.unshift(`(set back to ${beginning})`);
  return lines.join("\n") || "(nobody has done anything)";
}

/** The updates of a call, and of none those that bots never get of each other. */
function causedBy(updates: readonly RecordedUpdate[], { trace_id }: RecordedCall): RecordedUpdate[] {
  return updates.filter((update) => update.trace_id === trace_id && update.reason !== "SENT_BY_A_BOT");
}

function describeUpdate({ directory }: Context, update: RecordedUpdate, begin_ms: number): string {
  const { bot_id, kind, update_id = "", state, reason, steps } = update;
  const bot = directory.nameOf(bot_id);
  if (state === "not_made") return `no ${kind} update for ${bot}: ${reason && NO_UPDATE_REASONS[reason]}`;
  const life = steps.map(({ at_ms, what }) => `${STEPS[what] ?? what} at ${timeOf(at_ms - begin_ms)}`);
  return `update ${update_id} (${kind}) for ${bot}: ${[...life, ...(WAITS[state] ?? [])].join(", ")}`;
}

const STEPS: Readonly<Record<string, string>> = {
  poll: "fetched",
  webhook: "taken by the webhook",
  webhook_failed: "refused by the webhook",
  confirmed: "confirmed",
  removed: "dropped",
};

const WAITS: Readonly<Record<string, readonly string[]>> = {
  queued: ["waits: the bot has not fetched it"],
  delivered: ["not confirmed"],
};

/** Minutes, seconds and milliseconds of the world's clock. */
function timeOf(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  const two = (value: number) => String(value).padStart(2, "0");
  const seconds = Math.floor(whole / 1000);
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}.${String(whole % 1000).padStart(3, "0")}`;
}
