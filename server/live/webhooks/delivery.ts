/** One delivery to a webhook: its client, what comes of it, and who is notified. */
import type { EventRow } from "../../store/queries/streams/streams.ts";
import type { Webhook } from "../../store/queries/bots/webhooks.ts";
import type { AttemptFault } from "../delivery-faults.ts";
import type { WebhookRequest } from "./webhook-request.ts";

/** The part of a webhook's HTTP response that the dispatcher uses. */
export interface WebhookResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The IP address at which the receiver has answered. */
  readonly ip_address: string;
  /** Why the body could not be read. `body` is empty in this case. */
  readonly error: string | undefined;
  /** To be called when the body is not used any more. */
  readonly release: () => void;
}

/** What came of an attempt: a response, or the error in its place. */
export interface AttemptOutcome {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly error?: string;
  /** Milliseconds until the next attempt. */
  readonly retry_in_ms?: number;
}

/** The trace to which a delivery belongs. */
export interface DeliveryTrace {
  /** Of the call that has caused the update; `undefined` if this node does not know it. */
  readonly trace_id: string | undefined;
  /** The header that the webhook gets; `undefined` if nobody follows the trace. */
  readonly traceparent: string | undefined;
  /** To be called with the status of the response; 0 if there was none. */
  readonly end: (status: number) => void;
}

/** An update and its webhook, for the log. */
export interface Delivery {
  readonly trace_id?: string | undefined;
  readonly bot_id: number;
  readonly update_id: number;
  readonly webhook_id: string;
  readonly attempt?: number;
  readonly status?: number;
  readonly duration_ms?: number;
}

/** What has gone wrong with an update, for the log. */
export interface DeliveryFailure extends Delivery {
  /** A sentence without credentials and without content. */
  readonly error: string;
  /** Milliseconds until the next attempt. */
  readonly retry_in_ms?: number | undefined;
}

/** An attempt that has ended, for the metrics. */
export interface DeliveryAttempt {
  readonly outcome: "delivered" | "failed" | "expired";
  /** Absent where nothing was sent. */
  readonly duration_ms?: number;
  /** Seconds from the update to its delivery. */
  readonly lag_s?: number;
}

/** Notified of every attempt. */
export interface WebhookObserver {
  /** @returns a function to call once with the outcome */
  begin(
    hook: Pick<Webhook, "bot_id" | "url">,
    event: EventRow,
    attempt: number,
    request: WebhookRequest,
    fault?: string,
  ): (outcome: AttemptOutcome) => void;
}

/** An HTTP client for one webhook. */
export interface WebhookClient {
  /** Sends one delivery. @throws when there was no response */
  readonly send: (headers: Record<string, string>, body: string) => Promise<WebhookResponse>;
  /** Closes the connections after the deliveries in flight. */
  readonly close: () => void;
}

/** Bytes of a response's body that an observer receives. */
const OBSERVED_BYTES = 64 * 1024;

/** The error of an attempt that was answered with another status than 2xx. */
export function wrongResponse(status: number): string {
  return `Wrong response from the webhook: ${status}`;
}

export function asError({ message }: Error): AttemptOutcome {
  return { error: message };
}

export function outcomeOf({ status, headers, body }: WebhookResponse): AttemptOutcome {
  return { status, headers, body: body.toString("utf8", 0, OBSERVED_BYTES) };
}

/** The same of a response that is not used any more. */
export function lastOutcomeOf(response: WebhookResponse): AttemptOutcome {
  response.release();
  return outcomeOf(response);
}

/** Sends a delivery that fails by a fault rule, whether the webhook is contacted or not. @throws Error in place of a response */
export async function sendInVain(
  client: WebhookClient,
  { isSent, outcome }: AttemptFault,
  { headers, body }: WebhookRequest,
): Promise<WebhookResponse> {
  // What the webhook answers is lost.
  if (isSent) await client.send(headers, body).then(lastOutcomeOf, asError);
  if ("error" in outcome) throw new Error(outcome.error);
  const { status, retry_after } = outcome;
  return {
    status,
    headers: retry_after === undefined ? {} : { "retry-after": retry_after },
    body: Buffer.alloc(0),
    ip_address: "",
    error: undefined,
    release: () => {},
  };
}
