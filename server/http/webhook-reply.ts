/** A bot method in the body of a webhook's answer: carried out as if it had been called (behaviour.md §6). */
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { call } from "../methods/call.ts";
import { findBot } from "../store/accounts.ts";
import type { ReadTx } from "../store/db.ts";
import { BodyFault, type RawCall } from "./body/raw-call.ts";
import { readCall } from "./body/read-call.ts";
import { bodyLimits } from "./method-body.ts";
import type { FaceDeps } from "./face.ts";

/** Reading and webhook methods make no sense here: nobody sees their answer. */
const LEFT_OUT = /^(get|setwebhook$|deletewebhook$|close$|logout$)/i;

/** @returns the function that takes an answer's body. What is wrong with it ends there: the update itself is delivered */
export function webhookReply(deps: FaceDeps, makeTraceId: () => string) {
  return async (bot_id: number, content_type: string, body: Buffer): Promise<void> => {
    let raw: RawCall;
    try {
      raw = await readCall(asRequest(content_type, body), "", bodyLimits(undefined, deps.limits), deps.uploads);
    } catch (error) {
      if (error instanceof BodyFault) return;
      throw error;
    }
    const name = raw.params.get("method");
    if (typeof name !== "string" || LEFT_OUT.test(name)) return;
    const method = deps.methods.get(name.toLowerCase());
    const reload = async (tx: ReadTx) => {
      const bot = await findBot(tx, bot_id);
      return bot?.suspended_at === null ? bot : undefined;
    };
    const bot = method && (await deps.db.read(reload));
    if (!method || !bot) return;
    const caller = { account: bot, dialect: bot.dialect ?? deps.env.dialect, reload };
    await call(deps, method, caller, raw, { trace_id: makeTraceId(), gone: undefined });
  };
}

/** The body in the form in which all bodies are read. */
function asRequest(content_type: string, body: Buffer): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers = { "content-type": content_type, "content-length": String(body.length) };
  request.push(body);
  request.push(null);
  return request;
}
