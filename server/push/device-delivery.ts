/** Sends a device what it does not show yet, and closes what is over; waits after failures. */
import { retryDelay, type ReadDate } from "../live/webhooks/retry-delay.ts";
import type { Clock } from "../ports/clock.ts";
import type { PushSubscription, ShownPush } from "../store/queries/accounts/push-subscriptions.ts";
import type { PushAlert } from "./alerts.ts";
import { isShown, type Look } from "./look.ts";
import { closedOf, MAX_CLOSED, withoutContents, type PushPayload } from "./payload.ts";
import type { OutgoingPush, PushOutcome, PushService, Urgency } from "./push-service.ts";

export interface DeliveryDeps {
  readonly clock: Clock;
  readonly fraction: () => number;
  readonly readDate: ReadDate;
  readonly service: Pick<PushService, "send">;
  /** Called with each outcome, for the metrics. */
  readonly onOutcome: (outcome: PushOutcome["kind"], duration_ms: number) => void;
}

/** What became of a device in one look. */
export interface DeviceResult {
  /** Pushes that were delivered. */
  readonly sent: number;
  readonly shown: readonly Omit<ShownPush, "subscription_id">[];
  /** Notifications that it does not show any more. */
  readonly closed: readonly ShownPush[];
  readonly isGone: boolean;
  /** Why the last one failed. */
  readonly error: string | undefined;
  readonly retry_in_ms: number | undefined;
}

interface Failures {
  readonly count: number;
  /** On the monotonic clock. */
  readonly until_ms: number;
}

export class DeviceDelivery {
  readonly #deps: DeliveryDeps;
  /** By subscription that fails. */
  readonly #failures = new Map<number, Failures>();

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
  }

  /** @param isAllowed - whether this node may still send */
  async send(to: PushSubscription, look: Look, isAllowed: () => boolean): Promise<DeviceResult> {
    const result = { sent: 0, shown: [] as PushAlert[], closed: [] as ShownPush[], isGone: false };
    const over = look.read.filter(({ shown }) => shown.subscription_id === to.id);
    const alerts = look.alerts.filter(({ alert }) => !isShown(look.shown, to.id, alert));
    const waits_ms = (this.#failures.get(to.id)?.until_ms ?? 0) - this.#deps.clock.elapsed();
    if (waits_ms > 0 && (alerts.length > 0 || over.length > 0))
      return { ...result, error: undefined, retry_in_ms: waits_ms };
    const pushes = pushesTo(to, alerts, over, look.badge);
    for (const { push, alert, closed } of pushes) {
      if (!isAllowed()) break;
      const outcome = await this.#send(to, push);
      if (outcome.kind === "gone") {
        this.#failures.delete(to.id);
        return { ...result, isGone: true, error: outcome.error, retry_in_ms: undefined };
      }
      if (outcome.kind !== "delivered")
        return { ...result, error: outcome.error, retry_in_ms: this.#fail(to, outcome) };
      this.#failures.delete(to.id);
      result.sent += 1;
      if (alert) result.shown.push(alert);
      result.closed.push(...closed);
    }
    return { ...result, error: undefined, retry_in_ms: undefined };
  }

  /** Sends a push, and once more without names and text where it is too large for the push service. */
  async #send(to: PushSubscription, push: OutgoingPush): Promise<PushOutcome> {
    const outcome = await this.#attempt(to, push);
    if (outcome.kind !== "too_large") return outcome;
    return this.#attempt(to, { ...push, payload: withoutContents(push.payload) });
  }

  async #attempt(to: PushSubscription, push: OutgoingPush): Promise<PushOutcome> {
    const { service, clock, onOutcome } = this.#deps;
    const began_ms = clock.elapsed();
    const outcome = await service.send(to, push);
    onOutcome(outcome.kind, clock.elapsed() - began_ms);
    return outcome;
  }

  /** @returns milliseconds until the device is tried again */
  #fail({ id }: PushSubscription, outcome: PushOutcome): number {
    const { clock, fraction, readDate } = this.#deps;
    const attempts = this.#failures.get(id)?.count ?? 0;
    const retry_after = outcome.kind === "failed" ? outcome.retry_after : undefined;
    const delay_ms = retryDelay({ attempts, retry_after, now_ms: clock.now(), fraction, readDate });
    this.#failures.set(id, { count: attempts + 1, until_ms: clock.elapsed() + delay_ms });
    return delay_ms;
  }
}

interface PlannedPush {
  readonly push: OutgoingPush;
  readonly alert?: PushAlert;
  readonly closed: readonly ShownPush[];
}

/**
 * The pushes to one device. Browsers demand that each push shows something, and end subscriptions that do not, so a device
 * that has not said otherwise learns what is over by the next alert alone.
 */
function pushesTo(
  to: PushSubscription,
  alerts: Look["alerts"],
  over: Look["read"],
  badge: number,
): readonly PlannedPush[] {
  if (to.takes_silent === 1)
    return [
      ...over.map(({ shown, chat_id }): PlannedPush => {
        const payload: PushPayload = { type: "read", chat_id, badge, closed: [closedOf(shown, chat_id)] };
        return { push: { payload, urgency: "low", about: shown }, closed: [shown] };
      }),
      ...alerts.map(({ alert, payload }): PlannedPush => ({
        push: pushOf(alert, { ...payload, badge }),
        alert,
        closed: [],
      })),
    ];
  return alerts.map(({ alert, payload }, i): PlannedPush => {
    const first = i === 0 ? over.slice(0, MAX_CLOSED) : [];
    const closed = first.map(({ shown, chat_id }) => closedOf(shown, chat_id));
    const carried = { ...payload, badge, ...(closed.length > 0 ? { closed } : {}) };
    return { push: pushOf(alert, carried), alert, closed: first.map(({ shown }) => shown) };
  });
}

function pushOf(alert: PushAlert, payload: PushPayload): OutgoingPush {
  const urgency: Urgency = alert.is_silent || !alert.is_personal ? "normal" : "high";
  return { payload, urgency, about: alert };
}
