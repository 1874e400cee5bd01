/** Asks the media worker, and kills it when it does not answer. */
import { fork, type ChildProcess } from "node:child_process";
import type { Clock } from "../ports/clock.ts";
import type { ProbeAnswer, ProbeRequest } from "./probe-messages.ts";

const TIME_LIMIT_MS = 20_000;
/** An idle worker is let go: it holds as much memory as the rest of the service. */
const IDLE_MS = 60_000;
const MAX_QUEUE = 1000;
const MEMORY_MB = 512;

/** The worker did not answer in time, or died over the file. */
export class ProbeFault extends Error {}

interface Job {
  readonly request: ProbeRequest;
  readonly resolve: (answer: ProbeAnswer) => void;
  readonly reject: (error: Error) => void;
}

export class Prober {
  readonly #clock: Clock;
  readonly #script: URL;
  readonly #time_limit_ms: number;
  readonly #queue: Job[] = [];
  #worker: ChildProcess | undefined;
  #current: Job | undefined;
  #cancel = () => {};
  #closed = false;

  /** `script` is the worker's own file, unless a test puts another in its place. */
  constructor(clock: Clock, script = new URL("./probe-worker.ts", import.meta.url), time_limit_ms = TIME_LIMIT_MS) {
    this.#clock = clock;
    this.#script = script;
    this.#time_limit_ms = time_limit_ms;
  }

  /** @throws ProbeFault */
  ask(request: ProbeRequest): Promise<ProbeAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#closed || this.#queue.length >= MAX_QUEUE) {
        reject(new ProbeFault("the media worker is not available"));
        return;
      }
      this.#queue.push({ request, resolve, reject });
      this.#next();
    });
  }

  close(): void {
    this.#closed = true;
    this.#cancel();
    this.#worker?.kill("SIGKILL");
    for (const job of [this.#current, ...this.#queue.splice(0)]) {
      job?.reject(new ProbeFault("the media worker is not available"));
    }
    this.#current = undefined;
  }

  #next(): void {
    if (this.#current) return;
    this.#current = this.#queue.shift();
    this.#cancel();
    if (!this.#current) {
      this.#cancel = this.#clock.after(IDLE_MS, () => this.#letGo());
      return;
    }
    const worker = this.#start();
    this.#cancel = this.#clock.after(this.#time_limit_ms, () => this.#fail("it took too long"));
    // A process that could not be started, for want of descriptors, has no line to send on.
    if (worker.connected) worker.send(this.#current.request);
    else this.#fail("it cannot be started");
  }

  #start(): ChildProcess {
    if (this.#worker) return this.#worker;
    const worker = fork(this.#script, {
      execArgv: [`--max-old-space-size=${MEMORY_MB}`],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      env: { PATH: process.env.PATH ?? "" },
    });
    worker.on("message", (answer: ProbeAnswer) => {
      if (worker !== this.#worker || !this.#current) return;
      const job = this.#current;
      this.#current = undefined;
      job.resolve(answer);
      this.#next();
    });
    const gone = () => {
      if (worker !== this.#worker) return;
      this.#worker = undefined;
      if (this.#current) this.#fail("it died over the file");
    };
    worker.on("exit", gone);
    worker.on("error", gone);
    this.#worker = worker;
    return worker;
  }

  #fail(reason: string): void {
    const job = this.#current;
    this.#current = undefined;
    this.#letGo();
    job?.reject(new ProbeFault(`the media worker gave up: ${reason}`));
    if (!this.#closed) this.#next();
  }

  #letGo(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.kill("SIGKILL");
  }
}
