/** One media worker: a process that gets one file at a time, and is killed when it takes too long. */
import { fork, type ChildProcess } from "node:child_process";
import type { Clock } from "../ports/clock.ts";
import type { Facts, ProbeAnswer, ProbeRequest, WorkerMessage } from "./probe-messages.ts";

/** To load the libraries, which on a busy machine takes many times the usual half second. */
const START_MS = 30_000;
/** Of JavaScript objects; what is decoded comes on top, and is limited by the number of pixels. */
const MEMORY_MB = 512;

/** The worker did not answer in time, or died over the file. */
export class ProbeFault extends Error {
  /** What it had found out by then. */
  readonly facts: Facts | undefined;

  constructor(reason: string, facts?: Facts) {
    super(`the media worker gave up: ${reason}`);
    this.facts = facts;
  }
}

export interface ProbeClocks {
  readonly clock: Clock;
  /** The machine's own clock, which times the start of a worker: turning the other makes no worker late. */
  readonly machine: Clock;
}

interface Job {
  readonly request: ProbeRequest;
  readonly time_limit_ms: number;
  readonly resolve: (answer: ProbeAnswer) => void;
  readonly reject: (error: Error) => void;
  facts?: Facts;
}

export class ProbeProcess {
  readonly #clock: Clock;
  readonly #machine: Clock;
  readonly #child: ChildProcess;
  #isReady = false;
  #isAlive = true;
  #job: Job | undefined;
  #cancel = () => {};

  /** Starts the process. `onGone` is told when it ends by itself while it has nothing to do. */
  constructor({ clock, machine }: ProbeClocks, script: URL, onGone: () => void) {
    this.#clock = clock;
    this.#machine = machine;
    this.#child = fork(script, {
      execArgv: [`--max-old-space-size=${MEMORY_MB}`],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      env: { PATH: process.env.PATH ?? "" },
      serialization: "advanced",
    });
    this.#child.on("message", (message: WorkerMessage) => this.#hear(message));
    const gone = () => {
      if (!this.#isAlive) return;
      if (this.#job) this.#fail(this.#isReady ? "it died over the file" : undefined);
      else {
        this.kill();
        onGone();
      }
    };
    this.#child.on("exit", gone);
    this.#child.on("error", gone);
  }

  /** Whether it can take another file. */
  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** The time limit begins when the worker has the file. @throws ProbeFault; Error when the process does not start */
  run(request: ProbeRequest, time_limit_ms: number): Promise<ProbeAnswer> {
    return new Promise((resolve, reject) => {
      this.#job = { request, time_limit_ms, resolve, reject };
      if (this.#isReady) this.#begin(this.#job);
      else this.#cancel = this.#machine.after(START_MS, () => this.#fail(undefined));
    });
  }

  /** Ends it whatever it does. */
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

  #hear(message: WorkerMessage): void {
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

  #begin({ request, time_limit_ms }: Job): void {
    this.#cancel();
    this.#cancel = this.#clock.after(time_limit_ms, () => this.#fail("it took too long"));
    this.#child.send(request);
  }

  /** `reason` says what the file did; without one it is not the file's fault. */
  #fail(reason: string | undefined): void {
    const facts = this.#job?.facts;
    this.abandon(
      reason === undefined ? new Error("the media worker cannot be started") : new ProbeFault(reason, facts),
    );
  }
}
