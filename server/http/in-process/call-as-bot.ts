/** Calls a method for a bot that has sent no token with it. */
import type { CallApi } from "../../developer/calls/call-log.ts";
import type { ApiResponse } from "../../methods/engine/api-response.ts";
import { call, type RequestContext } from "../../methods/engine/call.ts";
import type { Method } from "../../methods/engine/method.ts";
import type { RawCall } from "../../methods/engine/raw-call.ts";
import { findBot } from "../../store/queries/accounts/accounts.ts";
import type { ReadTx } from "../../store/db.ts";
import { callWithFault } from "../call-fault.ts";
import { observeBot, observed } from "../observed-call.ts";
import type { ApiDeps } from "../routes/api-deps.ts";

type ActiveBot = NonNullable<Awaited<ReturnType<typeof findBot>>>;

/** Of a call whose caller waits for no response. */
const NEVER = new AbortController().signal;

/** A bot that is not suspended. */
export async function findActiveBot(tx: ReadTx, bot_id: number): Promise<ActiveBot | undefined> {
  const bot = await findBot(tx, bot_id);
  return bot?.suspended_at === null ? bot : undefined;
}

export function callAsBot(
  deps: ApiDeps,
  api: Exclude<CallApi, "person">,
  bot: ActiveBot,
  method: Method,
  raw: RawCall,
  context: RequestContext,
): Promise<ApiResponse> {
  const reload = (tx: ReadTx) => findActiveBot(tx, bot.id);
  const caller = { account: bot, dialect: bot.dialect ?? deps.app.dialect, reload };
  const observation = observeBot(deps, api, method.name, context.trace_id);
  observation.caller(bot.id, method.name);
  observation.parameters(raw.params, raw.files);
  const run = () => call(deps, method, caller, raw, context);
  const faults = deps.developer?.faults;
  if (!faults?.has("calls")) return observed(observation, run(), deps.logsCalls);
  const disconnected = () => context.signal ?? NEVER;
  const request = { bot, method, raw, trace_id: context.trace_id, observation, disconnected };
  return observed(observation, callWithFault(deps, faults, request, run), deps.logsCalls);
}
