/** What the linter of developer mode is applied to, and its findings as the developer API shows them. */
import { UPDATE_KINDS } from "@heliogram/shared/updates.ts";
import type * as Wire from "@heliogram/shared/wire.ts";
import type { DeveloperLogs } from "../../developer/developer-logs.ts";
import { deliveredQueries } from "../../developer/lint/buttons.ts";
import type { Finding } from "../../developer/lint/lint.ts";
import type { BotApi, BotCall, DeliveredQuery, LintInput } from "../../developer/lint/rule.ts";
import type { LogRecord, RecordLog } from "../../developer/record-log.ts";
import type { RecordedUpdate } from "../../developer/updates/update-log.ts";
import { MAX_CALLBACK_BYTES } from "../../domain/markup.ts";
import { findQuery, QUERY_LIFE_S } from "../../store/queries/bots/callback-queries.ts";
import type { ReadTx } from "../../store/db.ts";
import { ASSISTANT_METHODS } from "../assistant/index.ts";
import { BOT_METHODS } from "../bot/index.ts";
import { REPLACED_PARAMETERS } from "../bot/replaced-parameters.ts";
import { UNSUPPORTED_PARAMETERS, UNSUPPORTED_UPDATE_KINDS, unsupportedMethod } from "../engine/unsupported-methods.ts";
import { registry } from "../engine/registry.ts";

const PARAMETERS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...registry([...BOT_METHODS, ...ASSISTANT_METHODS])].map(([name, { fields }]) => [
    name,
    new Set(Object.keys(fields)),
  ]),
);

const BOT_API: BotApi = {
  max_callback_bytes: MAX_CALLBACK_BYTES,
  parameters: (method) => PARAMETERS.get(method.toLowerCase()),
  unsupportedMethod,
  unsupportedParameters: new Set(UNSUPPORTED_PARAMETERS),
  updateKinds: new Set<string>([...UPDATE_KINDS, ...UNSUPPORTED_UPDATE_KINDS]),
  replacedParameters: REPLACED_PARAMETERS,
};

/**
 * What is recorded of one bot, or of all.
 * @param now - Unix seconds
 */
export async function lintInput(
  tx: ReadTx,
  { calls, updates }: DeveloperLogs,
  bot_id: number | undefined,
  now: number,
): Promise<LintInput> {
  const { leftOutOf } = await import("../../domain/rich/left-out.ts");
  const bots = all(
    calls.log,
    ({ api, account_id, is_repeat }) =>
      api !== "person" && account_id !== null && !is_repeat && (bot_id === undefined || account_id === bot_id),
  ) as readonly BotCall[];
  const made = all(updates.log, ({ update }) => bot_id === undefined || update.bot_id === bot_id);
  return {
    calls: bots.toSorted((a, b) => a.elapsed_ms - b.elapsed_ms || a.id - b.id),
    updates: made,
    unanswered: await unansweredQueries(tx, made, now),
    api: BOT_API,
    leftOutOf,
    now_ms: now * 1000,
  };
}

function all<T extends LogRecord>(log: RecordLog<T>, matches: (record: T) => boolean): readonly T[] {
  return log.read({ after: undefined, limit: Number.POSITIVE_INFINITY, matches });
}

async function unansweredQueries(
  tx: ReadTx,
  updates: readonly RecordedUpdate[],
  now: number,
): Promise<DeliveredQuery[]> {
  const found: DeliveredQuery[] = [];
  for (const query of deliveredQueries(updates)) {
    const stored = await findQuery(tx, query.id);
    if (stored && stored.answer === null && stored.at + QUERY_LIFE_S < now) found.push(query);
  }
  return found;
}

export function presentFinding({ subject, trace_id, ...finding }: Finding): Wire.Finding {
  return {
    ...finding,
    ...(subject === "" ? {} : { subject }),
    ...(trace_id === null ? {} : { trace_id }),
  };
}
