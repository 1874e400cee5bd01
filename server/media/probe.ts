/** Has files read by a few media workers, which accounts share fairly (behaviour.md §5). */
import { availableParallelism } from "node:os";
import type { Clock } from "../ports/clock.ts";
import { FairQueue } from "./fair-queue.ts";
import type { ProbeAnswer, ProbeRequest } from "./probe-messages.ts";
import { ProbeFault, ProbeProcess, type ProbeClocks } from "./probe-process.ts";
import { Strikes } from "./strikes.ts";
import { MediaBusy } from "./upload.ts";

/** Two at least, so that one file cannot keep all others waiting; each takes about 100 MB while it runs. */
const WORKERS = Math.min(4, Math.max(2, availableParallelism()));
/** Small files get less time, as nothing in them needs more. The largest photo takes about a second. */
const LEAST_TIME_MS = 2000;
const MOST_TIME_MS = 3000;
const TIME_MS_PER_MB = 100;
const MB = 1_000_000;
/** An idle worker is let go: it holds as much memory as the rest of the service. */
const IDLE_MS = 60_000;
/** Files that wait: what two workers get through in the longest wait, and a bot's largest burst. */
const MAX_WAITING = 1000;
const MAX_WAITING_PER_ACCOUNT = 200;
/** Who would wait longer is asked to come again; most clients give up on a request after a minute. */
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
  /** The worker's own file, unless a test puts another in its place. */
  readonly script?: URL | undefined;
  readonly workers?: number | undefined;
}

export class Prober {
  readonly #clock: Clock;
  readonly #machine: Clock;
  readonly #script: URL;
  readonly #workers: number;
  readonly #queue: FairQueue<Job>;
  readonly #strikes: Strikes;
  readonly #running = new Set<ProbeProcess>();
  /** The one that stopped last comes first, so that the others can be let go. */
  #idle: IdleProcess[] = [];
  #isClosed = false;

  constructor({ clock, machine, script, workers = WORKERS }: ProberOptions) {
    this.#clock = clock;
    this.#machine = machine;
    this.#script = script ?? new URL("./probe-worker.ts", import.meta.url);
    this.#workers = workers;
    this.#strikes = new Strikes(() => clock.now());
    const limits = { workers, waiting: MAX_WAITING, waiting_per_account: MAX_WAITING_PER_ACCOUNT };
    this.#queue = new FairQueue(limits, (account_id) => this.#strikes.has(account_id));
  }

  /**
   * Has a file of `size` bytes read for an account.
   * @throws ProbeFault when the file stops the worker; MediaBusy
   */
  ask(account_id: number, request: ProbeRequest, size: number): Promise<ProbeAnswer> {
    return new Promise((resolve, reject) => {
      const barred_s = this.#strikes.barred_s(account_id);
      const job: Job = { request, size, resolve, reject, cancel: () => {} };
      if (this.#isClosed) reject(new Error("the media workers are closed"));
      else if (barred_s > 0) reject(new MediaBusy(barred_s, true));
      else if (!this.#queue.add(account_id, job)) reject(new MediaBusy(RETRY_AFTER_S));
      else {
        job.cancel = this.#clock.after(MAX_WAIT_MS, () => this.#refuse(account_id, job, RETRY_AFTER_S, false));
        this.#startAll();
      }
    });
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
      process.kill();
    }
    for (const process of this.#running) process.abandon(new Error("the media workers are closed"));
  }

  #refuse(account_id: number, job: Job, retry_after_s: number, isBarred: boolean): void {
    job.cancel();
    if (this.#queue.remove(account_id, job)) job.reject(new MediaBusy(retry_after_s, isBarred));
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
      if (error instanceof ProbeFault) this.#strike(account_id);
      job.reject(error);
    }
    this.#queue.end(account_id, this.#clock.now() - began_ms);
    this.#startAll();
  }

  async #read({ request, size }: Job): Promise<ProbeAnswer> {
    const process = this.#takeProcess();
    this.#running.add(process);
    try {
      return await process.run(request, timeLimitOf(size));
    } finally {
      this.#running.delete(process);
      if (process.isAlive) this.#keepIdle(process);
    }
  }

  #strike(account_id: number): void {
    this.#strikes.add(account_id);
    const barred_s = this.#strikes.barred_s(account_id);
    if (barred_s === 0) return;
    for (const job of this.#queue.waitingOf(account_id)) this.#refuse(account_id, job, barred_s, true);
  }

  #takeProcess(): ProbeProcess {
    const idle = this.#idle.pop();
    idle?.cancel();
    if (idle) return idle.process;
    const process: ProbeProcess = new ProbeProcess({ clock: this.#clock, machine: this.#machine }, this.#script, () =>
      this.#forget(process),
    );
    return process;
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
