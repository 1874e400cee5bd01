/** Opens the OpenID providers of a service. Their libraries are loaded only where there are some. */
import { Providers } from "../oidc/providers.ts";
import type { Metrics } from "../operations/metrics.ts";
import type { ServiceOptions } from "./components.ts";

export async function openProviders(options: ServiceOptions, metrics: Metrics): Promise<Providers> {
  const { providers = [], clock, machine = clock, egress, log } = options;
  const observers = {
    onOutcome: (outcome: string) => metrics.count("heliogram_provider_sign_ins_total", outcome),
    onRefused: (provider: string, { fault, message }: { readonly fault: string; readonly message: string }) =>
      log.warn({ provider, fault, reason: message }, "an OpenID provider's answer was refused"),
  };
  if (providers.length === 0) return new Providers([], observers);
  const { ProviderClient } = await import("../oidc/provider-client.ts");
  const http = { clock: machine, rules: egress };
  return new Providers(
    providers.map((each) => new ProviderClient(each, machine, http)),
    observers,
  );
}
