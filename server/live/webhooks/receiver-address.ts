/** Keeps the IP address at which a webhook's receiver answers, for getWebhookInfo. */
import type { Clock } from "../../ports/clock.ts";
import type { Db } from "../../store/db.ts";
import { LeaseLost } from "../../store/lease.ts";
import { saveResolvedAddress, type OpenWebhook } from "../../store/queries/bots/webhooks.ts";

/** A host with several addresses answers at another one all the time. */
const SAVED_EVERY_MS = 60_000;

interface AddressDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

export class ReceiverAddress {
  readonly #deps: AddressDeps;
  readonly #hook: OpenWebhook;
  #known: string;
  #saved_ms = Number.NEGATIVE_INFINITY;

  constructor(deps: AddressDeps, hook: OpenWebhook) {
    this.#deps = deps;
    this.#hook = hook;
    this.#known = hook.resolved_ip_address;
  }

  /**
   * The receiver has answered at this address; "" where it is not known. Costs nothing unless it is another one than
   * before. The bot's own `ip_address` is shown in place of what its name leads to.
   */
  answeredAt(ip_address: string): void {
    if (ip_address === this.#known || ip_address === "" || this.#hook.ip_address !== "") return;
    const { clock, onError } = this.#deps;
    if (clock.elapsed() - this.#saved_ms < SAVED_EVERY_MS) return;
    this.#saved_ms = clock.elapsed();
    // No delivery waits for it or fails with it. A node that has lost the lease does not deliver any more.
    void this.#save(ip_address).catch((error: unknown) => {
      if (!(error instanceof LeaseLost)) onError(error);
    });
  }

  async #save(resolved_ip_address: string): Promise<void> {
    const { bot_id, url } = this.#hook;
    await this.#deps.db.write((tx) => saveResolvedAddress(tx, { bot_id, url, resolved_ip_address }));
    this.#known = resolved_ip_address;
  }
}
