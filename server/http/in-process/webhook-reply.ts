/** Executes a bot method in the body of a webhook's response as if the bot had called it (behaviour.md §6). */
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { MediaBusy } from "../../media/upload.ts";
import type { Method } from "../../methods/engine/method.ts";
import { callAsBot, findActiveBot } from "./call-as-bot.ts";
import { callerOf, FIRST_FAILURE, type FailedCall } from "../failed-call.ts";
import type { RawCall } from "../../methods/engine/raw-call.ts";
import { BodyError } from "../body/body-error.ts";
import { readCall } from "../body/read-call.ts";
import { bodyLimits } from "../method-body.ts";
import type { ApiDeps } from "../routes/api-deps.ts";

/** Methods that read, or that manage webhooks, are ignored: nobody sees their result. */
const IGNORED_METHODS = /^(get|setwebhook$|deletewebhook$|close$|logout$)/i;

/**
 * @returns the function that takes the body of a webhook's response. Errors in the body are ignored, as the update
 * itself is delivered
 * @param onFailure - notified of calls that fail, as nobody sees their response
 */
export function webhookReply(deps: ApiDeps, makeTraceId: () => string, onFailure: (failed: FailedCall) => void) {
  return async (bot_id: number, content_type: string, body: Buffer): Promise<void> => {
    const bot = await deps.db.read((tx) => findActiveBot(tx, bot_id));
    if (!bot) return;
    const uploads = deps.uploadsOf(bot);
    const read = readCall(asRequest(content_type, body), "", bodyLimits(undefined, deps.settings.limits), uploads);
    const raw = await read.catch(ignoreBodyError);
    const method = raw && namedMethod(deps, raw);
    const trace_id = makeTraceId();
    if (!method) {
      for (const { upload } of raw?.files.values() ?? []) await deps.media.drop(upload);
      return;
    }
    const response = await callAsBot(deps, "webhook", bot, method, raw, { trace_id, signal: undefined });
    if (response.status < FIRST_FAILURE) return;
    const caller = callerOf(response);
    onFailure({ api: "webhook", status: response.status, body: response.body, trace_id, caller, from: undefined });
  };
}

function ignoreBodyError(error: unknown): undefined {
  if (!(error instanceof BodyError || error instanceof MediaBusy)) throw error;
}

function namedMethod(deps: ApiDeps, raw: RawCall): Method | undefined {
  const name = raw.params.get("method");
  return typeof name === "string" && !IGNORED_METHODS.test(name) ? deps.methods.get(name.toLowerCase()) : undefined;
}

/** The body as a request, so that the same code reads it. */
function asRequest(content_type: string, body: Buffer): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers = { "content-type": content_type, "content-length": String(body.length) };
  request.push(body);
  request.push(null);
  return request;
}
