/** The OpenID providers of a service. */
import type { ProviderFault } from "@heliogram/shared/provider-faults.ts";
import type { ProviderClient } from "./provider-client.ts";
import { asProviderError, type ProviderError } from "./provider-error.ts";

export interface ProvidersOptions {
  /** Counts how a sign-in has ended. */
  readonly onOutcome: (outcome: ProviderFault | "signed_in" | "connected" | "signed_out") => void;
  /** Logs why the answer of a provider was refused. */
  readonly onRefused: (provider_id: string, error: ProviderError) => void;
  /** Logs by which rule of this service somebody was refused whom the provider has let in. */
  readonly onTurnedAway: (provider_id: string, fault: ProviderFault) => void;
  /** Logs that a provider has left out claims which decide about chats or owners. */
  readonly onLeftOut: (provider_id: string, claims: readonly string[]) => void;
  /** Logs that chats of a provider's groups are not there. */
  readonly onChatsMissing: (provider_id: string, chats: readonly (string | number)[]) => void;
}

export class Providers {
  readonly all: readonly ProviderClient[];
  readonly #options: ProvidersOptions;

  constructor(all: readonly ProviderClient[], options: ProvidersOptions) {
    this.all = all;
    this.#options = options;
  }

  find(id: string): ProviderClient | undefined {
    return this.all.find(({ options }) => options.id === id);
  }

  ofIssuer(issuer: string): ProviderClient | undefined {
    return this.all.find(({ options }) => options.issuer === issuer);
  }

  /** Where a provider ends its session; `undefined` if it cannot, is not to, or does not answer now. */
  async signOutUrl(issuer: string, id_token: string, return_to: string): Promise<string | undefined> {
    const provider = this.ofIssuer(issuer);
    try {
      return await provider?.endSessionUrl(id_token, return_to);
    } catch (error) {
      this.refused(provider!.options.id, asProviderError(error));
      return undefined;
    }
  }

  ended(outcome: Parameters<ProvidersOptions["onOutcome"]>[0]): void {
    this.#options.onOutcome(outcome);
  }

  refused(provider_id: string, error: ProviderError): void {
    this.#options.onRefused(provider_id, error);
    this.#options.onOutcome(error.fault);
  }

  turnedAway(provider_id: string, fault: ProviderFault): void {
    // Anonymous clients can call without an attempt as often as they like.
    if (fault !== "expired") this.#options.onTurnedAway(provider_id, fault);
    this.#options.onOutcome(fault);
  }

  leftOut(provider_id: string, claims: readonly string[]): void {
    this.#options.onLeftOut(provider_id, claims);
  }

  chatsMissing(provider_id: string, chats: readonly (string | number)[]): void {
    this.#options.onChatsMissing(provider_id, chats);
  }

  close(): void {
    for (const each of this.all) each.close();
  }
}
