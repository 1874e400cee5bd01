/** One media worker: a process that examines one file at a time and is killed at a timeout. */
import { fork, type ChildProcess } from "node:child_process";
import type { Clock } from "../ports/clock.ts";
import type { Facts, ProbeAnswer, ProbeRequest, WorkerMessage } from "./probe-messages.ts";

/** Time to load the libraries: half a second, and many times that on a busy machine. */
const START_MS = 30_000;
/** Heap limit. Decoded pictures are outside of the heap and limited by the number of pixels. */
const MEMORY_MB = 512;

/** The worker timed out or crashed because of the file. */
export class ProbeError extends Error {
  /** The properties that it had reported before. */
  readonly facts: Facts | undefined;

  constructor(reason: string, facts?: Facts) {
    super(`the media worker gave up: ${reason}`);
    this.facts = facts;
  }
}

export interface ProbeClocks {
  readonly clock: Clock;
  /** The system clock, for the timeout of the start: tests advance the other clock. */
  readonly machine: Clock;
}

interface Job {
  readonly request: ProbeRequest;
  readonly time_limit_ms: number;
  readonly clock: Clock;
  readonly resolve: (answer: ProbeAnswer) => void;
  readonly reject: (error: Error) => void;
  facts?: Facts;
}

export class ProbeProcess {
  readonly #child: ChildProcess;
  /** Called if the process ends by itself while it is idle. */
  onGone = () => {};
  #isReady = false;
  #isAlive = true;
  #job: Job | undefined;
  #cancel = () => {};

  /** Starts the process. */
  constructor(script: URL) {
    this.#child = fork(script, {
      execArgv: [`--max-old-space-size=${MEMORY_MB}`],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      env: { PATH: process.env.PATH ?? "" },
      serialization: "advanced",
    });
    this.#child.on("message", (message: WorkerMessage) => this.#onMessage(message));
    const gone = () => {
      if (!this.#isAlive) return;
      if (this.#job) this.#fail(this.#isReady ? "it died over the file" : undefined);
      else {
        this.kill();
        this.onGone();
      }
    };
    this.#child.on("exit", gone);
    this.#child.on("error", gone);
  }

  /** Whether it can examine another file. */
  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** The time limit starts when the worker gets the file. @throws ProbeError; Error when the process does not start */
  run(request: ProbeRequest, time_limit_ms: number, { clock, machine }: ProbeClocks): Promise<ProbeAnswer> {
    return new Promise((resolve, reject) => {
      this.#job = { request, time_limit_ms, clock, resolve, reject };
      if (this.#isReady) this.#begin(this.#job);
      else this.#cancel = machine.after(START_MS, () => this.#fail(undefined));
    });
  }

  /** Kills the process and rejects its job. */
  abandon(error: Error): void {
    const job = this.#job;
    this.#job = undefined;
    this.kill();
    job?.reject(error);
  }

  kill(): void {
    this.#isAlive = false;
    this.#cancel();
    this.#child.kill("SIGKILL");
  }

  #onMessage(message: WorkerMessage): void {
    const job = this.#job;
    if (message.is === "ready") {
      this.#isReady = true;
      if (job) this.#begin(job);
    } else if (message.is === "facts") {
      if (job) job.facts = message.facts;
    } else if (job) {
      this.#cancel();
      this.#job = undefined;
      job.resolve(message.answer);
    }
  }

  #begin({ request, time_limit_ms, clock }: Job): void {
    this.#cancel();
    this.#cancel = clock.after(time_limit_ms, () => this.#fail("it took too long"));
    this.#child.send(request);
  }

  /** `reason` says what the file caused; `undefined` if the worker could not be started. */
  #fail(reason: string | undefined): void {
    const facts = this.#job?.facts;
    this.abandon(
      reason === undefined ? new Error("the media worker cannot be started") : new ProbeError(reason, facts),
    );
  }
}
