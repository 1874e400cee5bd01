/** Opens the OpenID providers of a service. Their libraries are loaded only where there are some. */
import { Providers } from "../oidc/providers.ts";
import type { Metrics } from "../operations/metrics.ts";
import type { EgressRules } from "../egress/addresses.ts";
import type { ProviderClock } from "../oidc/provider-client.ts";
import type { ProviderOptions } from "../oidc/provider.ts";
import type { Log } from "../operations/log.ts";
import type { Clock } from "../ports/clock.ts";

interface ProviderSources {
  readonly providers?: readonly ProviderOptions[];
  readonly clock: Clock;
  /** The clock of connections, if it is another one. */
  readonly machine?: Clock;
  /** The rules for what a provider names on other hosts than its own. */
  readonly egress: EgressRules;
  readonly log: Log;
}

export async function openProviders(sources: ProviderSources, metrics: Metrics): Promise<Providers> {
  const { providers = [], clock, machine = clock, egress, log } = sources;
  const observers = {
    onOutcome: (outcome: string) => metrics.count("heliogram_provider_sign_ins_total", outcome),
    onRefused: (provider: string, { fault, message }: { readonly fault: string; readonly message: string }) =>
      log.warn({ provider, fault, reason: message }, "an OpenID provider's answer was refused"),
    onChatsMissing: (provider: string, chats: readonly (string | number)[]) =>
      log.warn({ provider, chats }, "chats that HELIOGRAM_OIDC names for groups are not there"),
    onTurnedAway: (provider: string, fault: string) =>
      log.info({ provider, fault }, "a sign-in with an OpenID provider was refused"),
    onLeftOut: (provider: string, claims: readonly string[]) =>
      log.warn(
        { provider, claims },
        "an OpenID provider has not named all values of a claim: the person's chats and rights stay as they are",
      ),
  };
  if (providers.length === 0) return new Providers([], observers);
  const { ProviderClient } = await import("../oidc/provider-client.ts");
  const http = { clock: machine, rules: egress };
  return new Providers(
    providers.map((each) => new ProviderClient(each, providerClock(machine), http)),
    observers,
  );
}

/** The clock with which tokens are compared: that of the machine, as theirs are of other machines. */
export function providerClock(machine: Pick<Clock, "now">): ProviderClock {
  return { now: () => machine.now(), date: () => new Date(machine.now()) };
}
