/** Calls and updates as lines of text. */
import { NO_UPDATE_REASONS } from "@heliogram/shared/updates.ts";
import type {
  FetchedPreview,
  RecordedCall,
  RecordedUpdate,
  WebhookAttempt,
  WebhookState,
} from "@heliogram/shared/wire.ts";

export function callLine(call: RecordedCall): string {
  const { at_ms, api, account_id = "-", method, status, duration_ms, trace_id, fault } = call;
  const rule = fault === undefined ? "" : `  fault ${fault}`;
  return `${timeOf(at_ms)}  ${status}  ${api} ${account_id}  ${method}  ${duration_ms} ms  ${trace_id}${rule}`;
}

export function updateLine(update: RecordedUpdate): string {
  const { at_ms, bot_id, update_id = "-", kind, chat_id, message_id, state, reason, steps } = update;
  const place = message_id === undefined ? `${chat_id}` : `${chat_id}/${message_id}`;
  const life = ["made", ...steps.map(({ what }) => what)].join(" > ");
  const text = state === "not_made" ? `not made: ${reason && NO_UPDATE_REASONS[reason]}` : life;
  return `${timeOf(at_ms)}  bot ${bot_id}  ${update_id}  ${kind}  ${place}  ${text}`;
}

export function webhookLine(webhook: WebhookState): string {
  const { bot_id, url, is_paused, pending_update_count, last_error_message } = webhook;
  const error = last_error_message === undefined ? "" : `  last error: ${last_error_message}`;
  return `bot ${bot_id}  ${url}  ${pending_update_count} waiting${is_paused ? "  paused" : ""}${error}`;
}

export function attemptLine(entry: WebhookAttempt): string {
  const { id, at_ms, bot_id, update_id, attempt, status, error, duration_ms, next_attempt_ms } = entry;
  const outcome = status ?? error ?? "under way";
  const parts = [timeOf(at_ms), `attempt ${id}`, `bot ${bot_id}`, `update ${update_id}`, `try ${attempt}`, outcome];
  if (duration_ms !== undefined) parts.push(`${duration_ms} ms`);
  if (next_attempt_ms !== undefined) parts.push(`again at ${timeOf(next_attempt_ms)}`);
  if (entry.redelivery_of !== undefined) parts.push(`redelivery of ${entry.redelivery_of}`);
  if (entry.fault !== undefined) parts.push(`fault ${entry.fault}`);
  return parts.join("  ");
}

export function previewLine(entry: FetchedPreview): string {
  const { at_ms, url, outcome = "under way", title, reason, duration_ms, requests } = entry;
  const parts = [timeOf(at_ms), url, outcome];
  if (title !== undefined) parts.push(`“${title}”`);
  if (reason !== undefined) parts.push(reason);
  if (requests.length > 1) parts.push(`${requests.length} requests`);
  if (duration_ms !== undefined) parts.push(`${duration_ms} ms`);
  return parts.join("  ");
}

interface ForwardedEntry extends WebhookAttempt {
  readonly request_body: unknown;
}

/** An attempt that is over, as one line of `heliogram listen`. */
export function forwardedLine(entry: ForwardedEntry): string {
  const { at_ms, update_id, status, error, duration_ms, next_attempt_ms, request_body } = entry;
  const parts = [timeOf(at_ms), `update ${update_id}`, kindOf(request_body), status ?? error, `${duration_ms} ms`];
  if (next_attempt_ms !== undefined) parts.push(`again at ${timeOf(next_attempt_ms)}`);
  return parts.join("  ");
}

/** The kind of an update, also of one that was cut and is no JSON any more. */
function kindOf(body: unknown): string {
  if (typeof body === "string") return /^\{"update_id":\d+,"(\w+)"/.exec(body)?.[1] ?? "-";
  return Object.keys(body as object).find((name) => name !== "update_id") ?? "-";
}

/** The time of day in UTC. */
function timeOf(at_ms: number): string {
  const of_day = Math.floor(at_ms) % 86_400_000;
  const two = (unit_ms: number, base: number) => String(Math.floor(of_day / unit_ms) % base).padStart(2, "0");
  const ms = String(of_day % 1000).padStart(3, "0");
  return `${two(3_600_000, 24)}:${two(60_000, 60)}:${two(1000, 60)}.${ms}`;
}
