/** Joins the readers of people's streams that push to their devices. */
import { Push } from "../push/push.ts";
import type { Components } from "./components.ts";
import { yieldToEventLoop } from "./event-loop.ts";
import { readHttpDate } from "./http-date.ts";

/** The readers of the streams of people with subscribed devices; `undefined` where the service sends no pushes. */
export function joinPush(components: Components): Push | undefined {
  const { options, push, db, notifier, cluster, metrics, onError } = components;
  if (!push) return undefined;
  const { clock, random } = options;
  const durations = metrics.histogram("heliogram_push_attempt_duration_seconds");
  const pushes = new Push(cluster.leases, {
    db,
    notifier,
    clock,
    now_s: () => Math.floor(clock.now() / 1000),
    fraction: random.fraction,
    readDate: readHttpDate,
    service: push.service,
    onOutcome(outcome, duration_ms) {
      metrics.count("heliogram_push_attempts_total", outcome);
      durations.of(outcome).observe(duration_ms / 1000);
    },
    onError,
    yieldToEventLoop,
  });
  metrics.read("heliogram_push_people", () => pushes.people);
  return pushes;
}
