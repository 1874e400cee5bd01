/** The fault rules of a world: calls, updates and webhooks into which faults are injected. */
import type { Fault } from "@heliogram/shared/wire.ts";
import type { Context } from "./context.ts";
import type { Target } from "./directory.ts";

/** Which calls fail, and how. The names and meanings are those of `/developer/addFault`. */
export interface FaultRule {
  readonly bot?: Target;
  readonly method?: string;
  readonly chat?: Target;
  /** A part of the text or caption. */
  readonly text?: string;
  /** Only from the n-th match on, counted from 1. */
  readonly nth?: number;
  /** More than 0 and less than 1. */
  readonly probability?: number;
  /** How often it applies at most. */
  readonly count?: number;
  readonly effect?: string;
  readonly when?: "before" | "after";
  readonly error_code?: number;
  readonly description?: string;
  readonly retry_after?: number;
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Milliseconds of the world's clock. */
  readonly delay_ms?: number;
  readonly cut_bytes?: number;
}

export interface NextFaultOptions {
  /** Seconds, with 429. */
  readonly retryAfter?: number;
  readonly description?: string;
  readonly bot?: Target;
  readonly chat?: Target;
  /** How many calls fail; one by default. */
  readonly count?: number;
}

export class TestFaults {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Lets the next call of a method fail. @throws CallRefused */
  next(method: string, error_code: number, options: NextFaultOptions = {}): Promise<Fault> {
    const { retryAfter, count = 1, ...rest } = options;
    return this.add({
      method,
      error_code,
      count,
      ...rest,
      ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
    });
  }

  /** Adds a rule. @throws CallRefused */
  async add({ bot, chat, ...rule }: FaultRule): Promise<Fault> {
    const { client, directory } = this.#context;
    const ids = {
      ...(bot === undefined ? {} : { bot: directory.idOf(bot) }),
      ...(chat === undefined ? {} : { chat: directory.idOf(chat) }),
    };
    return (await client.developer<{ fault: Fault }>("addFault", { ...rule, ...ids })).fault;
  }

  /** The rules in the order in which they were added, those that are over as well. */
  async list(): Promise<readonly Fault[]> {
    return (await this.#context.client.developer<{ faults: readonly Fault[] }>("listFaults")).faults;
  }

  async remove({ id }: Pick<Fault, "id">): Promise<void> {
    await this.#context.client.developer("removeFault", { id });
  }

  /** Removes all rules. Calls that are delayed or hang go on at once. */
  async clear(): Promise<void> {
    await this.#context.client.developer("removeAllFaults");
  }
}
