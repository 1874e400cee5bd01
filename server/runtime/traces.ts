/** Joins traces: spans of calls, and the deliveries of webhooks that they cause. */
import type { Bus, TraceMessage } from "../cluster/bus/bus.ts";
import type { CallTimes as ObservedTimes } from "../activity/calls.ts";
import type { UpdateRecorder } from "../activity/updates.ts";
import { traceIdOf, type CallerTraces } from "../http/trace-id.ts";
import type { DeliveryTrace } from "../live/webhooks/delivery.ts";
import type { CallTimes } from "../operations/call-times.ts";
import type { Tracing } from "../operations/tracing.ts";
import { methodName } from "./method-names.ts";

/** Where the trace of an update may be known. */
export interface KnownTraces {
  readonly updates: UpdateRecorder;
  readonly traces: CallerTraces;
  readonly foreign: ForeignTraces;
}

/** Counts the durations of calls. With an SDK of OpenTelemetry, their spans get the name of the method besides. */
export function observedTimes(times: CallTimes, tracing: Tracing | undefined): ObservedTimes {
  if (!tracing) return times;
  return {
    observe(api, method, status, duration_ms, account_id) {
      times.observe(api, method, status, duration_ms);
      tracing.describe({ api, method: methodName(method), account_id });
    },
  };
}

/** Traces of other nodes that are remembered, as many as those of this node's callers. */
const MAX_FOREIGN = 10_000;

/** The traces of updates that calls on other nodes have caused. The newest ones. */
export class ForeignTraces {
  readonly #headers = new Map<string, string>();

  hear({ bot_id, update_id, traceparent }: TraceMessage): void {
    this.#headers.set(`${bot_id}/${update_id}`, traceparent);
    if (this.#headers.size > MAX_FOREIGN) this.#headers.delete(this.#headers.keys().next().value!);
  }

  /** The header by which the trace of an update is passed on; `undefined` if none is known. */
  headerOf(bot_id: number, update_id: number): string | undefined {
    return this.#headers.get(`${bot_id}/${update_id}`);
  }
}

/** Tells the other nodes of the traces of callers: one of them may deliver what a call has caused. */
export function relayTraces(updates: UpdateRecorder, traces: CallerTraces, publish: Bus["publish"]): void {
  updates.relayTo((bot_id, update_id, trace_id) => {
    const traceparent = traces.headerOf(trace_id);
    if (traceparent !== undefined) publish({ kind: "trace", bot_id, update_id, traceparent });
  });
}

/** @returns the function that begins an attempt of a webhook as a part of the trace of the call that has caused the update */
export function deliveryTraces(
  { updates, traces, foreign }: KnownTraces,
  tracing: Tracing | undefined,
): (bot_id: number, update_id: number) => DeliveryTrace {
  return (bot_id, update_id) => {
    const own = updates.traceOf(bot_id, update_id);
    const traceparent = own === undefined ? foreign.headerOf(bot_id, update_id) : traces.headerOf(own);
    const trace_id = own ?? traceIdOf(traceparent);
    const span = tracing?.delivery(bot_id, traceparent);
    if (!span) return { trace_id, traceparent, end: () => {} };
    return { trace_id: trace_id ?? span.trace_id, traceparent: span.traceparent, end: span.end };
  };
}
