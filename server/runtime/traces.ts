/** Joins traces: spans of calls, and the deliveries of webhooks that they cause. */
import type { CallTimes as ObservedTimes } from "../activity/calls.ts";
import type { UpdateRecorder } from "../activity/updates.ts";
import type { CallerTraces } from "../http/trace-id.ts";
import type { DeliveryTrace } from "../live/webhooks/delivery.ts";
import type { CallTimes } from "../operations/call-times.ts";
import type { Tracing } from "../operations/tracing.ts";
import { methodName } from "./method-names.ts";

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

/** @returns the function that begins an attempt of a webhook as a part of the trace of the call that has caused the update */
export function deliveryTraces(
  updates: UpdateRecorder,
  traces: CallerTraces,
  tracing: Tracing | undefined,
): (bot_id: number, update_id: number) => DeliveryTrace {
  return (bot_id, update_id) => {
    const trace_id = updates.traceOf(bot_id, update_id);
    const traceparent = trace_id === undefined ? undefined : traces.headerOf(trace_id);
    const span = tracing?.delivery(bot_id, traceparent);
    if (!span) return { trace_id, traceparent, end: () => {} };
    return { trace_id: trace_id ?? span.trace_id, traceparent: span.traceparent, end: span.end };
  };
}
