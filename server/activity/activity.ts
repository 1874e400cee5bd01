/** What bots have called and received lately, in memory, for the pages that show it to their owners (behaviour.md §6). */
import { BotRecords, type BotRecord } from "./bot-records.ts";
import { CallRecorder, type CallClock, type CallTimes } from "./calls.ts";
import { UpdateRecorder, type UpdateLog } from "./updates.ts";

export class BotActivity {
  readonly calls: CallRecorder;
  readonly updates: UpdateRecorder;
  /** Nothing from before is known. */
  readonly since_ms: number;
  readonly #records: BotRecords;

  /**
   * @param log - returns the updates of the developer console, if it is on
   * @param times - counts the durations of calls
   */
  constructor(clock: CallClock, log: () => UpdateLog | undefined, times: CallTimes) {
    this.#records = new BotRecords(clock.now);
    this.calls = new CallRecorder(this.#records, clock, times);
    this.updates = new UpdateRecorder(this.#records, clock.now, log);
    this.since_ms = Math.floor(clock.now());
  }

  /** What is recorded of a bot; `undefined` if it has done nothing lately. */
  of(bot_id: number): BotRecord | undefined {
    return this.#records.find(bot_id);
  }
}
