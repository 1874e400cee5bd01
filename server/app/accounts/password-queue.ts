/** Hashes the passwords of a running service one at a time, on a worker thread. */
import { Worker } from "node:worker_threads";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import { hashPassword, isPassword, type Argon2Parameters, type PasswordCost } from "./passwords.ts";

/**
 * The priority class of a request. `known`: the client has a session, an invitation or a code, or a network address from
 * which the person signed in before. The two classes alternate, so that unknown clients cannot block known ones.
 */
export type RequesterKind = "known" | "anonymous";

/** Waiting hashes per class. A hash takes about 40 ms, so 32 anonymous clients alone wait about two seconds at most. */
const MAX_WAITING: Readonly<Record<RequesterKind, number>> = { known: 200, anonymous: 32 };
const RETRY_AFTER_S = 2;
/** The heap limit of the thread. The memory of a hash is outside of the heap. */
const HEAP_MB = 32;

interface Job {
  readonly parameters: Argon2Parameters;
  readonly resolve: (tag: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

export class PasswordQueue {
  readonly #bytes: (length: number) => Buffer;
  readonly #cost: PasswordCost | undefined;
  readonly #waiting: Readonly<Record<RequesterKind, Job[]>> = { known: [], anonymous: [] };
  #worker: Worker | undefined;
  #running: Job | undefined;
  #last: RequesterKind = "anonymous";

  constructor(bytes: (length: number) => Buffer, cost?: PasswordCost) {
    this.#bytes = bytes;
    this.#cost = cost;
  }

  /** Hashes a password. @throws TooManyRequests when the queue is full */
  hash(password: string, requester: RequesterKind): Promise<string> {
    return hashPassword(password, this.#bytes, this.#cost, (parameters) => this.#derive(parameters, requester));
  }

  /** Whether `stored` is a hash of `password`. @throws TooManyRequests when the queue is full */
  isRight(password: string, stored: string, requester: RequesterKind): Promise<boolean> {
    return isPassword(password, stored, (parameters) => this.#derive(parameters, requester));
  }

  /** Rejects running and waiting requests. */
  async close(): Promise<void> {
    this.#rejectRunning(new Error("the service is going down"));
    for (const waiting of Object.values(this.#waiting)) {
      for (const job of waiting.splice(0)) job.reject(new Error("the service is going down"));
    }
    await this.#worker?.terminate();
  }

  #derive(parameters: Argon2Parameters, requester: RequesterKind): Promise<Uint8Array> {
    const waiting = this.#waiting[requester];
    if (waiting.length >= MAX_WAITING[requester]) throw new TooManyRequests(RETRY_AFTER_S);
    return new Promise((resolve, reject) => {
      waiting.push({ parameters, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#running) return;
    const other: RequesterKind = this.#last === "known" ? "anonymous" : "known";
    const turn = this.#waiting[other].length > 0 ? other : this.#last;
    const job = this.#waiting[turn].shift();
    if (!job) return;
    this.#last = turn;
    this.#running = job;
    this.#start().postMessage(job.parameters);
  }

  /** Starts the thread on first use. */
  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL("./password-worker.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    worker.unref();
    worker.on("message", (tag: Uint8Array) => {
      const job = this.#running;
      this.#running = undefined;
      job?.resolve(tag);
      this.#next();
    });
    // An error of the thread fails the running hash; the next one starts a new thread.
    worker.on("error", (error) => {
      this.#worker = undefined;
      this.#rejectRunning(error);
      this.#next();
    });
    return (this.#worker = worker);
  }

  #rejectRunning(error: unknown): void {
    const job = this.#running;
    this.#running = undefined;
    job?.reject(error);
  }
}
