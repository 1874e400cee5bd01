/** Hashes the passwords of a running service on a thread of its own, one after another. */
import { Worker } from "node:worker_threads";
import { TooMany } from "../domain/too-many.ts";
import { hashPassword, isPassword, type Derivation } from "./passwords.ts";

/**
 * Who orders a hash. `known`: somebody with a session, an invitation or a code, or who comes from where they were
 * before. The two take turns, so that no stranger holds up anybody known.
 */
export type Customer = "known" | "stranger";

/** Hashes that may wait. One takes some 40 ms, so a stranger waits for two seconds at most where nobody known does. */
const MOST_WAITING: Readonly<Record<Customer, number>> = { known: 200, stranger: 32 };
/** Seconds after which whoever found the queue full may come again. */
const AGAIN_S = 2;
/** The thread needs little more than the memory of one hash, which is no part of its heap. */
const HEAP_MB = 32;

interface Job {
  readonly derivation: Derivation;
  readonly resolve: (tag: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

export class PasswordQueue {
  readonly #bytes: (length: number) => Buffer;
  readonly #waiting: Readonly<Record<Customer, Job[]>> = { known: [], stranger: [] };
  #worker: Worker | undefined;
  #running: Job | undefined;
  #last: Customer = "stranger";

  constructor(bytes: (length: number) => Buffer) {
    this.#bytes = bytes;
  }

  /** Hashes a password. @throws TooMany when too many wait */
  hash(password: string, customer: Customer): Promise<string> {
    return hashPassword(password, this.#bytes, (derivation) => this.#derive(derivation, customer));
  }

  /** Whether `password` is the one behind `stored`. @throws TooMany when too many wait */
  isRight(password: string, stored: string, customer: Customer): Promise<boolean> {
    return isPassword(password, stored, (derivation) => this.#derive(derivation, customer));
  }

  /** Whoever still waits is told that the service is going down. */
  async close(): Promise<void> {
    this.#fail(new Error("the service is going down"));
    for (const waiting of Object.values(this.#waiting)) {
      for (const job of waiting.splice(0)) job.reject(new Error("the service is going down"));
    }
    await this.#worker?.terminate();
  }

  #derive(derivation: Derivation, customer: Customer): Promise<Uint8Array> {
    const waiting = this.#waiting[customer];
    if (waiting.length >= MOST_WAITING[customer]) throw new TooMany(AGAIN_S);
    return new Promise((resolve, reject) => {
      waiting.push({ derivation, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#running) return;
    const other: Customer = this.#last === "known" ? "stranger" : "known";
    const turn = this.#waiting[other].length > 0 ? other : this.#last;
    const job = this.#waiting[turn].shift();
    if (!job) return;
    this.#last = turn;
    this.#running = job;
    this.#start().postMessage(job.derivation);
  }

  /** The thread is started when it is first needed. */
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
    // A thread that breaks takes one hash with it; the next is done by another thread.
    worker.on("error", (error) => {
      this.#worker = undefined;
      this.#fail(error);
      this.#next();
    });
    return (this.#worker = worker);
  }

  #fail(error: unknown): void {
    const job = this.#running;
    this.#running = undefined;
    job?.reject(error);
  }
}
