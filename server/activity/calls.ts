/** Records calls: those of bots for the pages of the bots, and while the developer console is on for its log. */
import { MAX_ERROR, type BotRecord, type BotRecords, type CallEntry } from "./bot-records.ts";
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

/** What is read of a call's files. */
export interface FilePart {
  readonly field: string;
  readonly file_name?: string;
  readonly content_type?: string;
  readonly upload: { readonly size: number };
}

/** Who has called what. */
export interface CallFacts {
  /** `undefined` if the credential was refused. */
  readonly account_id: number | undefined;
  /** As the caller has named it. */
  readonly method: string;
  /** Absent where nothing was called. */
  readonly duration_ms?: number;
}

/** The API of a call: the value of the metrics' label `api`. */
export type ApiLabel = "bot" | "user" | "webhook";

/** Counts durations of calls. */
export interface CallTimes {
  /** @param method - as the caller has named it, if there is no such method */
  observe(api: ApiLabel, method: string, status: number, duration_ms: number, account_id: number | undefined): void;
}

/** The entry of a call in the log of the developer console. */
export interface LoggedCall {
  caller(account_id: number, method: string): void;
  parameters(params: ReadonlyMap<string, unknown>, files: ReadonlyMap<string, FilePart>): void;
  fault(rule: string): void;
  end(status: number, body: string, duration_ms: number): void;
}

export class CallRecorder {
  readonly #records: BotRecords;
  readonly #clock: CallClock;
  readonly #times: CallTimes;

  constructor(records: BotRecords, clock: CallClock, times: CallTimes) {
    this.#records = records;
    this.#clock = clock;
    this.#times = times;
  }

  /** @param method - as it is known before the caller is */
  ofBot(api: "bot" | "webhook", trace_id: string, method: string, logged: LoggedCall | undefined): ObservedCall {
    return new ObservedCall(this.#records, this.#clock, this.#times, api, trace_id, method, logged);
  }

  /** People have no page of their calls. */
  ofPerson(trace_id: string, method: string, logged: LoggedCall | undefined): ObservedCall {
    return new ObservedCall(undefined, this.#clock, this.#times, "user", trace_id, method, logged);
  }
}

/** What follows one call from its arrival to its response. */
export class ObservedCall {
  readonly #records: BotRecords | undefined;
  readonly #clock: CallClock;
  readonly #times: CallTimes;
  readonly #api: ApiLabel;
  readonly #trace_id: string;
  readonly #logged: LoggedCall | undefined;
  readonly #begun_ms: number;
  /** `undefined` as long as it is not known which bot calls. */
  #record: BotRecord | undefined;
  #account_id: number | undefined;
  #method: string;

  constructor(
    records: BotRecords | undefined,
    clock: CallClock,
    times: CallTimes,
    api: ApiLabel,
    trace_id: string,
    method: string,
    logged: LoggedCall | undefined,
  ) {
    this.#method = method;
    this.#records = records;
    this.#clock = clock;
    this.#times = times;
    this.#api = api;
    this.#trace_id = trace_id;
    this.#logged = logged;
    this.#begun_ms = clock.elapsed();
  }

  caller(account_id: number, method: string): void {
    this.#account_id = account_id;
    this.#method = method;
    this.#record = this.#records?.of(account_id);
    if (this.#record && method === POLL) this.#record.polls += 1;
    this.#logged?.caller(account_id, method);
  }

  facts(): CallFacts {
    const duration_ms = this.#clock.elapsed() - this.#begun_ms;
    return { account_id: this.#account_id, method: this.#method, duration_ms };
  }

  parameters(params: ReadonlyMap<string, unknown>, files: ReadonlyMap<string, FilePart>): void {
    this.#logged?.parameters(params, files);
  }

  /** A fault rule of developer mode applies to it. */
  fault(rule: string): void {
    this.#logged?.fault(rule);
  }

  end(status: number, body: string): void {
    const duration_ms = this.#clock.elapsed() - this.#begun_ms;
    const duration_us = Math.round(duration_ms * 1000);
    this.#times.observe(this.#api, this.#method, status, duration_ms, this.#account_id);
    this.#logged?.end(status, body, duration_us / 1000);
    if (this.#record) this.#show(this.#record, status, body, duration_us);
  }

  /** Adds the call to the page of the bot. */
  #show(record: BotRecord, status: number, body: string, duration_us: number): void {
    const at_ms = Math.floor(this.#clock.now());
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
    this.#records!.addCall(record, call);
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
