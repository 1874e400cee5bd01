/** Examines files with a few media workers, which accounts share fairly (behaviour.md §5). */
import { availableParallelism } from "node:os";
import type { Clock } from "../ports/clock.ts";
import { FairQueue } from "./fair-queue.ts";
import type { ProbeAnswer, ProbeRequest } from "./probe-messages.ts";
import { ProbeError, ProbeProcess, type ProbeClocks } from "./probe-process.ts";
import { ProbeFailures } from "./probe-failures.ts";
import { MediaBusy } from "./upload.ts";

/** At least two, so that one file cannot block all others. Each needs about 100 MB. */
const MAX_WORKERS = Math.min(4, Math.max(2, availableParallelism()));
/** The time limit grows with the size of the file. The largest photo takes about a second. */
const LEAST_TIME_MS = 2000;
const MOST_TIME_MS = 3000;
const TIME_MS_PER_MB = 100;
const MB = 1_000_000;
/** An idle worker is ended after this time, because it needs as much memory as the rest of the service. */
const IDLE_MS = 60_000;
/** Waiting files: what two workers can examine within MAX_WAIT_MS, and per account a bot's largest burst. */
const MAX_WAITING = 1000;
const MAX_WAITING_PER_ACCOUNT = 200;
/** A file that waits longer is refused with RETRY_AFTER_S; most clients time out after a minute. */
const MAX_WAIT_MS = 30_000;
const RETRY_AFTER_S = 5;

interface Job {
  readonly request: ProbeRequest;
  readonly size: number;
  readonly resolve: (answer: ProbeAnswer) => void;
  readonly reject: (error: unknown) => void;
  cancel: () => void;
}

interface IdleProcess {
  readonly process: ProbeProcess;
  readonly cancel: () => void;
}

export interface ProberOptions extends ProbeClocks {
  /** The script of the worker; tests replace it. */
  readonly script?: URL | undefined;
  readonly workers?: number | undefined;
  /** Idle processes that no service has, and to which this one leaves its own. Given by tests, for the usual script. */
  readonly spare?: ProbeProcess[] | undefined;
}

export class Prober {
  readonly #clock: Clock;
  readonly #clocks: ProbeClocks;
  readonly #spare: ProbeProcess[] | undefined;
  readonly #script: URL;
  readonly #workers: number;
  readonly #queue: FairQueue<Job>;
  readonly #failures: ProbeFailures;
  readonly #running = new Set<ProbeProcess>();
  /** A stack: the process used last is used next, so that the others reach their idle timeout. */
  #idle: IdleProcess[] = [];
  #isClosed = false;

  constructor({ clock, machine, script, workers = MAX_WORKERS, spare }: ProberOptions) {
    this.#clock = clock;
    this.#clocks = { clock, machine };
    this.#spare = spare;
    this.#script = script ?? new URL("./probe-worker.ts", import.meta.url);
    this.#workers = workers;
    this.#failures = new ProbeFailures(() => clock.now());
    const limits = { workers, waiting: MAX_WAITING, waiting_per_account: MAX_WAITING_PER_ACCOUNT };
    this.#queue = new FairQueue(limits, (account_id) => this.#failures.has(account_id));
  }

  /**
   * Examines a file of `size` bytes for an account.
   * @throws ProbeError when the worker times out or crashes; MediaBusy
   */
  probe(account_id: number, request: ProbeRequest, size: number): Promise<ProbeAnswer> {
    return new Promise((resolve, reject) => {
      const blocked_s = this.#failures.blocked_s(account_id);
      const job: Job = { request, size, resolve, reject, cancel: () => {} };
      if (this.#isClosed) reject(new Error("the media workers are closed"));
      else if (blocked_s > 0) reject(new MediaBusy(blocked_s, true));
      else if (!this.#queue.add(account_id, job)) reject(new MediaBusy(RETRY_AFTER_S));
      else {
        job.cancel = this.#clock.after(MAX_WAIT_MS, () => this.#refuse(account_id, job, RETRY_AFTER_S, false));
        this.#startAll();
      }
    });
  }

  /** Starts one worker, so that the first file does not wait for its libraries. It ends when it stays idle. */
  prepare(): void {
    if (!this.#isClosed && this.#running.size + this.#idle.length === 0) this.#keepIdle(this.#takeProcess());
  }

  /** Workers that examine a file, and files that wait for one. */
  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running.size, waiting: this.#queue.waiting };
  }

  close(): void {
    this.#isClosed = true;
    for (const { job, account_id } of this.#queue.all) {
      job.cancel();
      this.#queue.remove(account_id, job);
      job.reject(new Error("the media workers are closed"));
    }
    for (const { process, cancel } of this.#idle.splice(0)) {
      cancel();
      if (this.#spare && this.#spare.length < this.#workers) this.#spare.push(process);
      else process.kill();
    }
    for (const process of this.#running) process.abandon(new Error("the media workers are closed"));
  }

  #refuse(account_id: number, job: Job, retry_after_s: number, isBlocked: boolean): void {
    job.cancel();
    if (this.#queue.remove(account_id, job)) job.reject(new MediaBusy(retry_after_s, isBlocked));
  }

  #startAll(): void {
    while (!this.#isClosed && this.#running.size < this.#workers) {
      const turn = this.#queue.next();
      if (!turn) return;
      turn.job.cancel();
      void this.#run(turn.account_id, turn.job);
    }
  }

  async #run(account_id: number, job: Job): Promise<void> {
    const began_ms = this.#clock.now();
    try {
      job.resolve(await this.#read(job));
    } catch (error) {
      if (error instanceof ProbeError) this.#countFailure(account_id);
      job.reject(error);
    }
    this.#queue.end(account_id, this.#clock.now() - began_ms);
    this.#startAll();
  }

  async #read({ request, size }: Job): Promise<ProbeAnswer> {
    const process = this.#takeProcess();
    this.#running.add(process);
    try {
      return await process.run(request, timeLimitOf(size), this.#clocks);
    } finally {
      this.#running.delete(process);
      if (process.isAlive) this.#keepIdle(process);
    }
  }

  #countFailure(account_id: number): void {
    this.#failures.add(account_id);
    const blocked_s = this.#failures.blocked_s(account_id);
    if (blocked_s === 0) return;
    for (const job of this.#queue.waitingOf(account_id)) this.#refuse(account_id, job, blocked_s, true);
  }

  #takeProcess(): ProbeProcess {
    const idle = this.#idle.pop();
    idle?.cancel();
    if (idle) return idle.process;
    const process = this.#takeSpare() ?? new ProbeProcess(this.#script);
    process.onGone = () => this.#forget(process);
    return process;
  }

  #takeSpare(): ProbeProcess | undefined {
    const process = this.#spare?.pop();
    return process && !process.isAlive ? this.#takeSpare() : process;
  }

  #keepIdle(process: ProbeProcess): void {
    const cancel = this.#clock.after(IDLE_MS, () => {
      this.#forget(process);
      process.kill();
    });
    this.#idle.push({ process, cancel });
  }

  #forget(process: ProbeProcess): void {
    for (const idle of this.#idle) if (idle.process === process) idle.cancel();
    this.#idle = this.#idle.filter((idle) => idle.process !== process);
  }
}

function timeLimitOf(size: number): number {
  return Math.min(MOST_TIME_MS, Math.round(LEAST_TIME_MS + (size / MB) * TIME_MS_PER_MB));
}
