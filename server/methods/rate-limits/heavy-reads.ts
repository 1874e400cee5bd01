/** The limit on long reads: one per person at a time, and a few in all (behaviour.md §7). */
import { ConcurrencyLimit } from "../../concurrency/concurrency-limit.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";

/** While one read waits for the store, the result of another can be presented. */
const MAX_RUNNING = 2;
const MAX_WAITING_PER_PERSON = 10;
const RETRY_AFTER_S = 2;

/**
 * The limit on long reads, by person id. Tasks are refused with TooManyRequests.
 * @param yieldToEventLoop - lets requests that arrived during a long read be answered before the next one starts
 */
export function heavyReadLimit(yieldToEventLoop: () => Promise<void>): ConcurrencyLimit<number> {
  return new ConcurrencyLimit({
    max_running: MAX_RUNNING,
    max_running_per_key: 1,
    max_waiting_per_key: MAX_WAITING_PER_PERSON,
    refusal: () => new TooManyRequests(RETRY_AFTER_S),
    afterEach: yieldToEventLoop,
  });
}
