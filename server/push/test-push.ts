/** A test push that says step by step how far it came. */
import type { Egress } from "../egress/egress.ts";
import type { PushSubscription } from "../store/queries/accounts/push-subscriptions.ts";
import type { PushOutcome, PushService } from "./push-service.ts";

/** `address`: the rules for outgoing requests. `name`: the host is found. `connection`: TCP and TLS. `answer`: HTTP. */
export type PushTestStep = "subscription" | "address" | "name" | "connection" | "answer";

export interface PushTestResult {
  readonly step: PushTestStep;
  readonly is_ok: boolean;
  /** What was found, or what has failed: a sentence. */
  readonly detail: string;
}

export interface TestPushDeps {
  readonly egress: Pick<Egress, "check" | "addressOf">;
  readonly service: Pick<PushService, "send">;
}

/** Errors of the egress client about names (`EgressError`). */
const NAME_ERRORS = /name of the host|network that is not allowed/;

/** Sends a push of the type `test`. The last step is the one at which it stopped, or the answer. */
export async function testPush(
  { egress, service }: TestPushDeps,
  to: PushSubscription | undefined,
): Promise<readonly PushTestResult[]> {
  if (!to) return [{ step: "subscription", is_ok: false, detail: "no device is subscribed" }];
  const subscribed = { step: "subscription", is_ok: true, detail: to.label } as const;
  const refusal = egress.check(to.endpoint);
  if (refusal !== null) return [subscribed, { step: "address", is_ok: false, detail: refusal }];
  const { origin, hostname } = new URL(to.endpoint);
  const steps: PushTestResult[] = [subscribed, { step: "address", is_ok: true, detail: origin }];
  const address = await egress.addressOf(to.endpoint, to.account_id);
  if (address === "") {
    const detail = `the name ${hostname} is not found, or leads to a network that is not allowed`;
    return [...steps, { step: "name", is_ok: false, detail }];
  }
  steps.push({ step: "name", is_ok: true, detail: address });
  const outcome = await service.send(to, { payload: { type: "test" }, urgency: "high" });
  return [...steps, ...resultsOf(outcome)];
}

function resultsOf(outcome: PushOutcome): readonly PushTestResult[] {
  if (outcome.kind === "delivered") {
    const detail = `the push service has taken it (${outcome.status})`;
    return [
      { step: "connection", is_ok: true, detail: "" },
      { step: "answer", is_ok: true, detail },
    ];
  }
  const text = outcome.kind === "failed" && outcome.text ? `: ${outcome.text}` : "";
  const detail = `${outcome.error}${text}`;
  if (outcome.status !== undefined)
    return [
      { step: "connection", is_ok: true, detail: "" },
      { step: "answer", is_ok: false, detail },
    ];
  return [{ step: NAME_ERRORS.test(detail) ? "name" : "connection", is_ok: false, detail }];
}
