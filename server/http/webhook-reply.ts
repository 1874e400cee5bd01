/** A bot method in the body of a webhook's answer: carried out as if it had been called (behaviour.md §6). */
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { MediaBusy } from "../media/upload.ts";
import { call } from "../methods/call.ts";
import type { Method } from "../methods/method.ts";
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
    const reload = async (tx: ReadTx) => {
      const bot = await findBot(tx, bot_id);
      return bot?.suspended_at === null ? bot : undefined;
    };
    const bot = await deps.db.read(reload);
    if (!bot) return;
    const uploads = deps.uploadsOf(bot);
    const read = readCall(asRequest(content_type, body), "", bodyLimits(undefined, deps.limits), uploads);
    const raw = await read.catch(refusedBody);
    const method = raw && namedMethod(deps, raw);
    if (method) {
      const caller = { account: bot, dialect: bot.dialect ?? deps.env.dialect, reload };
      await call(deps, method, caller, raw, { trace_id: makeTraceId(), gone: undefined });
    } else for (const { upload } of raw?.files.values() ?? []) await deps.media.drop(upload);
  };
}

function refusedBody(error: unknown): undefined {
  if (!(error instanceof BodyFault || error instanceof MediaBusy)) throw error;
}

function namedMethod(deps: FaceDeps, raw: RawCall): Method | undefined {
  const name = raw.params.get("method");
  return typeof name === "string" && !LEFT_OUT.test(name) ? deps.methods.get(name.toLowerCase()) : undefined;
}

/** The body in the form in which all bodies are read. */
function asRequest(content_type: string, body: Buffer): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers = { "content-type": content_type, "content-length": String(body.length) };
  request.push(body);
  request.push(null);
  return request;
}
