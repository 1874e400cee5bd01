/** Looks up host names for connections: fairly, with deadlines, and to allowed addresses only (behaviour.md §6). */
import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { ConcurrencyLimit } from "../concurrency/concurrency-limit.ts";
import { isAllowed, NOT_ALLOWED, type EgressRules } from "./addresses.ts";
import { EgressError } from "./egress-error.ts";
import type { EgressClock } from "./pool.ts";

export interface LookupContext {
  /** The account in whose name the connection is made. */
  readonly account_id: number;
  /** Aborts when nobody waits for the addresses any more. */
  readonly signal: AbortSignal;
}

/** Returns all addresses of a host name. Without one, it may return none or throw. */
export type Resolve = (name: string, context: LookupContext) => Promise<readonly LookupAddress[]>;

/** As `Resolve`, without a context. */
export type ResolveName = (name: string) => Promise<readonly LookupAddress[]>;

/** Lookups of one account and of all that run at a time, and those of an account that wait. */
const MAX_LOOKUPS_PER_ACCOUNT = 8;
const MAX_LOOKUPS = 256;
const MAX_WAITING_PER_ACCOUNT = 200;
/** After this time a lookup ends and makes room for another one. */
const LOOKUP_TIMEOUT_MS = 5000;
/** How long a name that was not found, or not looked up in time, is not looked up again. */
const FAILURE_KEPT_MS = 10_000;
const TIMEOUT_KEPT_MS = 30_000;
const MAX_FAILURES = 1000;

const NOT_KNOWN = "the name of the host is not known";
const NOT_ANSWERED = "the name of the host cannot be looked up";

interface Failure {
  readonly error: EgressError;
  readonly cancel: () => void;
}

/** The lookups of all connections. No account waits for the names of another one. */
export class Lookups {
  readonly #resolve: Resolve;
  readonly #clock: EgressClock;
  /** By name: a lookup that runs is shared by all who ask. */
  readonly #running = new Map<string, Promise<readonly LookupAddress[]>>();
  /** By name, the oldest first. */
  readonly #failures = new Map<string, Failure>();
  readonly #limit = new ConcurrencyLimit<number>({
    max_running: MAX_LOOKUPS,
    max_running_per_key: MAX_LOOKUPS_PER_ACCOUNT,
    max_waiting_per_key: MAX_WAITING_PER_ACCOUNT,
    refusal: () => new EgressError("too many names of hosts are being looked up"),
  });

  constructor(resolve: Resolve, clock: EgressClock) {
    this.#resolve = resolve;
    this.#clock = clock;
  }

  /** The addresses of a host name, at least one. @throws EgressError */
  async find(name: string, account_id: number): Promise<readonly LookupAddress[]> {
    this.#assertNotFailed(name);
    return this.#limit.run(account_id, () => {
      this.#assertNotFailed(name);
      let running = this.#running.get(name);
      if (!running) {
        running = this.#lookUp(name, account_id).finally(() => this.#running.delete(name));
        this.#running.set(name, running);
      }
      return running;
    });
  }

  /** Forgets what has failed. */
  close(): void {
    for (const { cancel } of this.#failures.values()) cancel();
    this.#failures.clear();
  }

  #assertNotFailed(name: string): void {
    const failure = this.#failures.get(name);
    if (failure) throw failure.error;
  }

  async #lookUp(name: string, account_id: number): Promise<readonly LookupAddress[]> {
    const abort = new AbortController();
    const cancel = this.#clock.after(LOOKUP_TIMEOUT_MS, () => abort.abort());
    try {
      const found = await orAborted(this.#resolve(name, { account_id, signal: abort.signal }), abort.signal);
      if (found.length > 0) return found;
    } catch (error) {
      if (abort.signal.aborted) throw this.#remember(name, NOT_ANSWERED, TIMEOUT_KEPT_MS);
      throw this.#remember(name, isUnanswered(error) ? NOT_ANSWERED : NOT_KNOWN, FAILURE_KEPT_MS);
    } finally {
      cancel();
    }
    throw this.#remember(name, NOT_KNOWN, FAILURE_KEPT_MS);
  }

  #remember(name: string, sentence: string, for_ms: number): EgressError {
    const error = new EgressError(sentence);
    this.#failures.get(name)?.cancel();
    const cancel = this.#clock.after(for_ms, () => this.#failures.delete(name));
    this.#failures.set(name, { error, cancel });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > MAX_FAILURES) {
      this.#failures.get(oldest!)!.cancel();
      this.#failures.delete(oldest!);
    }
    return error;
  }
}

/** The lookup function of the connections of an account. A connection goes to an address that was checked. */
export function allowedLookup(find: ResolveName, rules: EgressRules): LookupFunction {
  return (name, { all }, done) => {
    find(name).then(
      (found) => {
        const allowed = found.filter(({ address }) => isAllowed(address, rules));
        if (found.length === 0) done(new EgressError(NOT_KNOWN), []);
        else if (allowed.length === 0) done(new EgressError(NOT_ALLOWED), []);
        else if (all) done(null, allowed);
        else done(null, allowed[0]!.address, allowed[0]!.family);
      },
      (error: unknown) => done(error instanceof EgressError ? error : new EgressError(NOT_KNOWN), []),
    );
  };
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new EgressError(NOT_ANSWERED)), { once: true });
    work.then(resolve, reject);
  });
}

/** Whether a server did not answer, or could not. */
function isUnanswered(error: unknown): boolean {
  return /^E(TIMEOUT|SERVFAIL|REFUSED|CONNREFUSED|AI_AGAIN)$/.test((error as NodeJS.ErrnoException).code ?? "");
}
