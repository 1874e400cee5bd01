/** Runs a recorded call of a bot again (developer mode). */
import type { Developer, RepeatCall } from "../developer/developer.ts";
import { callAsBot, findActiveBot } from "./call-as-bot.ts";
import type { ApiDeps } from "./routes/api-deps.ts";

export function callRepeater(deps: ApiDeps, { calls }: Developer, makeTraceId: () => string): RepeatCall {
  return async ({ api, account_id, method: name, params, files }, signal) => {
    // The bytes of files are not recorded.
    if (api === "person" || account_id === null || params === null || files.length > 0) return undefined;
    const method = deps.methods.get(name.toLowerCase());
    const bot = await deps.db.read((tx) => findActiveBot(tx, account_id));
    if (!method || !bot) return undefined;
    const trace_id = makeTraceId();
    await callAsBot(deps, "bot", bot, method, { params, files: new Map() }, { trace_id, signal });
    const [repeated] = calls.log.read({ after: undefined, limit: 1, matches: (call) => call.trace_id === trace_id });
    if (repeated) repeated.is_repeat = true;
    return repeated;
  };
}
