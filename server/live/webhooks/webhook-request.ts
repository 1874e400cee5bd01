/** The HTTP request of one delivery: body, headers, signature (behaviour.md §6). */
import { createHmac } from "node:crypto";
import type { EventRow } from "../../store/queries/streams/streams.ts";
import { updateJson } from "../update-json.ts";

export interface WebhookRequest {
  readonly body: string;
  readonly headers: Record<string, string>;
}

/**
 * Sends the Standard Webhooks headers besides Telegram's secret token header. `webhook-id` is the same for every
 * attempt. `traceparent` continues the trace of the call that has caused the update. The key of the signature is the secret token's bytes.
 */
export function webhookRequest(
  bot_id: number,
  secret: string,
  event: EventRow,
  now_s: number,
  traceparent?: string,
): WebhookRequest {
  const body = updateJson(event);
  const id = webhookId(bot_id, event.seq);
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(now_s),
  };
  if (traceparent !== undefined) headers.traceparent = traceparent;
  if (secret !== "") {
    headers["x-telegram-bot-api-secret-token"] = secret;
    headers["webhook-signature"] = `v1,${sign(secret, `${id}.${now_s}.${body}`)}`;
  }
  return { body, headers };
}

/** The header `webhook-id`: one for all attempts to deliver an update. */
export function webhookId(bot_id: number, seq: number): string {
  return `update_${bot_id}_${seq}`;
}

function sign(secret: string, signed: string): string {
  return createHmac("sha256", secret).update(signed).digest("base64");
}
