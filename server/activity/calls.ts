/** Records the calls of bots. */
import { MAX_ERROR, type BotRecord, type BotRecords, type CallEntry } from "./bot-records.ts";
import type { CallFacts, CallObservation } from "./call-observation.ts";
import { flatText } from "./flat-text.ts";

export interface CallClock {
  /** Milliseconds of the service's clock. */
  readonly now: () => number;
  /** Milliseconds of the machine's monotonic clock. */
  readonly elapsed: () => number;
}

const POLL = "getUpdates";
/** Characters that are kept of a method's name. */
const MAX_NAME = 64;

/** The observation of a call that can tell who has made it. */
export interface ObservedCall extends CallObservation {
  facts(): CallFacts;
}

export class CallRecorder {
  readonly #records: BotRecords;
  readonly #clock: CallClock;

  constructor(records: BotRecords, clock: CallClock) {
    this.#records = records;
    this.#clock = clock;
  }

  /** @param method - as it is known before the caller is */
  begin(trace_id: string, method: string): ObservedCall {
    return new RecordedCall(this.#records, this.#clock, trace_id, method);
  }
}

class RecordedCall implements ObservedCall {
  readonly #records: BotRecords;
  readonly #clock: CallClock;
  readonly #trace_id: string;
  readonly #begun_ms: number;
  /** `undefined` as long as it is not known who calls. */
  #record: BotRecord | undefined;
  #method: string;

  constructor(records: BotRecords, clock: CallClock, trace_id: string, method: string) {
    this.#method = method;
    this.#records = records;
    this.#clock = clock;
    this.#trace_id = trace_id;
    this.#begun_ms = clock.elapsed();
  }

  caller(bot_id: number, method: string): void {
    this.#record = this.#records.of(bot_id);
    this.#method = method;
    if (method === POLL) this.#record.polls += 1;
  }

  facts(): CallFacts {
    const duration_ms = this.#clock.elapsed() - this.#begun_ms;
    return { account_id: this.#record?.bot_id, method: this.#method, duration_ms };
  }

  parameters(): void {}

  fault(): void {}

  end(status: number, body: string): void {
    const record = this.#record;
    if (!record) return;
    const at_ms = Math.floor(this.#clock.now());
    const duration_us = Math.round((this.#clock.elapsed() - this.#begun_ms) * 1000);
    record.used_ms = at_ms;
    if (this.#method === POLL) {
      record.polls -= 1;
      record.last_poll_ms = at_ms;
      const { newest } = record.calls;
      if (status === 200 && newest?.method === POLL && newest.status === 200) {
        countPoll(newest, at_ms, duration_us, this.#trace_id);
        return;
      }
    }
    const call: CallEntry = {
      at_ms,
      // Only a method that does not exist has a name of the caller's choice.
      method: status === 404 ? flatText(this.#method, MAX_NAME) : this.#method,
      status,
      duration_us,
      trace_id: this.#trace_id,
      error: status < 400 ? "" : descriptionOf(body),
      count: 1,
    };
    this.#records.addCall(record, call);
    if (status >= 400) record.last_failed = call;
  }
}

/** Polls that follow each other are one entry. Otherwise a bot that polls would have nothing else in its list. */
function countPoll(entry: CallEntry, at_ms: number, duration_us: number, trace_id: string): void {
  entry.at_ms = at_ms;
  entry.duration_us = duration_us;
  entry.trace_id = trace_id;
  entry.count += 1;
}

/** The `description` of an error response; empty if it has none. */
export function descriptionOf(body: string): string {
  try {
    const { description } = JSON.parse(body) as { readonly description?: unknown };
    return typeof description === "string" ? flatText(description, MAX_ERROR) : "";
  } catch {
    // A call that has failed unexpectedly has no response yet.
    return "";
  }
}
