/** The metrics of a service, and what its parts count by themselves. */
import type { DeliveryAttempt } from "../live/webhooks/delivery.ts";
import { CallTimes } from "../operations/call-times.ts";
import { Metrics } from "../operations/metrics.ts";
import type { Readiness } from "../operations/readiness.ts";
import { StoreMeter } from "../store/store-meter.ts";
import { methodNames } from "./method-names.ts";
import { clock as machine } from "./system.ts";
import { ownVersion } from "./version.ts";

export interface OpenMetrics {
  readonly metrics: Metrics;
  readonly meter: StoreMeter;
  readonly callTimes: CallTimes;
}

/** Makes the metrics that parts count by themselves. */
export function openMetrics(database: string): OpenMetrics {
  const metrics = new Metrics(machine.after);
  const engine = /^postgres(ql)?:/.test(database) ? "postgres" : database;
  const info = [[ownVersion(), engine], 1] as const;
  metrics.read("heliogram_info", () => [info]);
  const meter = new StoreMeter();
  const writes = metrics.histogram("heliogram_transaction_duration_seconds");
  const [committed, failed] = [writes.of("committed"), writes.of("failed")];
  meter.onWrite = (duration_ms, outcome) => (outcome === "committed" ? committed : failed).observe(duration_ms / 1000);
  return {
    metrics,
    meter,
    callTimes: new CallTimes(metrics.histogram("heliogram_request_duration_seconds"), methodNames()),
  };
}

/** Counts attempts of webhooks. */
export function attemptCounter(metrics: Metrics): (attempt: DeliveryAttempt) => void {
  const durations = metrics.histogram("heliogram_webhook_attempt_duration_seconds");
  const lag = metrics.histogram("heliogram_webhook_lag_seconds").of();
  return ({ outcome, duration_ms, lag_s }) => {
    metrics.count("heliogram_webhook_attempts_total", outcome);
    if (duration_ms !== undefined) durations.of(outcome).observe(duration_ms / 1000);
    if (lag_s !== undefined) lag.observe(lag_s);
  };
}

/** Whether the service takes calls, as far as its own reasons tell. */
export function readReadiness(metrics: Metrics, readiness: Readiness): void {
  metrics.read("heliogram_ready", () => Number(readiness.reasons.length === 0));
}
