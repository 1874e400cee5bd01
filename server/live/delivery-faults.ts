/** What goes wrong with updates on their way to bots, in developer mode: an interface that this module asks. */
import type { EventRow } from "../store/queries/streams/streams.ts";

/** What happens to an attempt to deliver an update to a webhook. */
export interface AttemptFault {
  /** The rule, for the log of attempts. */
  readonly name: string;
  /** Whether the bot is contacted before the attempt fails. */
  readonly isSent: boolean;
  /** The response of the webhook, or the error in its place. */
  readonly outcome: { readonly status: number; readonly retry_after?: string } | { readonly error: string };
}

/** Every question counts as a match of a rule. */
export interface DeliveryFaults {
  /** Whether an update of a bot is delivered twice or after the next one; `undefined` for neither. */
  ofUpdate(bot_id: number, event: EventRow, hasNext: boolean): "duplicate" | "reorder" | undefined;
  ofAttempt(bot_id: number, event: EventRow): AttemptFault | undefined;
  /** Whether a rule about updates may apply. */
  readonly mixesUpdates: () => boolean;
}

/** The updates of a poll as they are delivered. The queue is not changed. */
export function mixed(faults: DeliveryFaults, bot_id: number, events: readonly EventRow[]): readonly EventRow[] {
  const rest = [...events];
  const delivered: EventRow[] = [];
  for (let event = rest.shift(); event; event = rest.shift()) {
    const fault = faults.ofUpdate(bot_id, event, rest.length > 0);
    if (fault === "reorder") delivered.push(rest.shift()!);
    delivered.push(event);
    if (fault === "duplicate") delivered.push(event);
  }
  return delivered;
}
