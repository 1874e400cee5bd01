/** Limits on what anonymous clients ask for: of one network address, and of all of them. */
import { AttemptLimits } from "./attempt-limits.ts";
import type { AttemptLimit, LimitContext } from "./limit-context.ts";

export class ClientLimits {
  readonly fromOne: AttemptLimits;
  readonly inAll: AttemptLimits;

  constructor(fromOne: AttemptLimit, inAll: AttemptLimit, context: LimitContext) {
    this.fromOne = new AttemptLimits(fromOne, context);
    this.inAll = new AttemptLimits(inAll, context);
  }

  /** Counts one attempt; of all only if the address has one left. @returns 0, or the whole seconds to wait */
  async take(network: string): Promise<number> {
    return (await this.fromOne.take(network)) || this.inAll.take("all");
  }
}
