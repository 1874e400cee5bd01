/** Calls of bots that a developer makes: a method without a token, or a recorded call again (developer mode). */
import type { CallBot, Developer, RepeatCall } from "../../developer/developer.ts";
import { callAsBot, findActiveBot } from "./call-as-bot.ts";
import type { ApiDeps } from "../routes/api-deps.ts";

/** The function that calls methods as bots. Their records are not those of the bots' doing. */
export function callerAsBot(deps: ApiDeps, { calls }: Developer, makeTraceId: () => string): CallBot {
  return async (bot_id, name, params, signal) => {
    const method = deps.methods.get(name.toLowerCase());
    const bot = await deps.db.read((tx) => findActiveBot(tx, bot_id));
    if (!method || !bot) return undefined;
    const trace_id = makeTraceId();
    await callAsBot(deps, "bot", bot, method, { params, files: new Map() }, { trace_id, signal });
    const [made] = calls.log.read({ after: undefined, limit: 1, matches: (call) => call.trace_id === trace_id });
    if (made) made.is_repeat = true;
    return made;
  };
}

export function callRepeater(callBot: CallBot): RepeatCall {
  return async ({ api, account_id, method, params, files }, signal) => {
    // The bytes of files are not recorded.
    if (api === "person" || account_id === null || params === null || files.length > 0) return undefined;
    return callBot(account_id, method, params, signal);
  };
}
