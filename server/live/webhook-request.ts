/** One delivery as it goes over the wire: body, headers, signature (behaviour.md §6). */
import { createHmac } from "node:crypto";
import type { EventRow } from "../store/streams.ts";
import { updateText } from "./update-text.ts";

export interface WebhookRequest {
  readonly body: string;
  readonly headers: Record<string, string>;
}

/**
 * The Standard Webhooks headers beside the secret token of Telegram's form. `webhook-id` is the same for every
 * attempt; the key of the signature is the secret token's own bytes.
 */
export function webhookRequest(bot_id: number, secret: string, event: EventRow, now_s: number): WebhookRequest {
  const body = updateText(event);
  const id = `update_${bot_id}_${event.seq}`;
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(now_s),
  };
  if (secret !== "") {
    headers["x-telegram-bot-api-secret-token"] = secret;
    headers["webhook-signature"] = `v1,${sign(secret, `${id}.${now_s}.${body}`)}`;
  }
  return { body, headers };
}

function sign(secret: string, signed: string): string {
  return createHmac("sha256", secret).update(signed).digest("base64");
}
