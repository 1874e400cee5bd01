/** The search index for the rest of the process: it runs on a thread of its own, which is restarted when it fails. */
import { Worker } from "node:worker_threads";
import { StoreUnavailable, type Db } from "../db.ts";
import { forgetChanges } from "./changes.ts";
import type { LeaseRow } from "../queries/cluster/leases.ts";
import type { Candidates, Progress, Question, SearchIndex } from "./search-index.ts";

export type ToThread =
  | { readonly kind: "find"; readonly number: number; readonly question: Question }
  /** This process is to update the index while it has the lease, or is not to. */
  | { readonly kind: "lease"; readonly lease: LeaseRow | undefined }
  | { readonly kind: "close" };

export type FromThread =
  | { readonly kind: "found"; readonly number: number; readonly found: Candidates }
  | { readonly kind: "failed"; readonly number: number; readonly error: unknown }
  | { readonly kind: "progress"; readonly progress: Progress }
  | { readonly kind: "said"; readonly sentence: string }
  /** A step has failed and will be repeated. */
  | { readonly kind: "fault"; readonly error: unknown };

export interface ThreadOptions {
  /** Logs a message for the operator. */
  readonly tell: (sentence: string) => void;
  /** Calls `fire` once after `delay_ms`. @returns a function that cancels it */
  readonly after: (delay_ms: number, fire: () => void) => () => void;
  /** Called with errors outside of questions. */
  readonly onError: (error: unknown) => void;
}

/** Milliseconds before a failed thread is restarted. */
const AGAIN_MS = 1000;
/** SQLite's cache of the index is not part of this limit. */
const HEAP_MB = 128;

interface Asker {
  readonly resolve: (found: Candidates) => void;
  readonly reject: (error: unknown) => void;
}

export class SearchThread implements SearchIndex {
  readonly #db: Db;
  readonly #place: object;
  readonly #isRemote: boolean;
  readonly #options: ThreadOptions;
  readonly #askers = new Map<number, Asker>();
  #worker: Worker | undefined;
  #lease: LeaseRow | undefined;
  #ended = Promise.resolve();
  #cancelStart = () => {};
  #isClosing = false;
  #asked = 0;
  #complaint: string | undefined;
  #progress: Progress | undefined;
  #forgotten = 0;
  #forgetting = Promise.resolve();

  /** @param isRemote - whether the store can be unavailable, which is then no error of the thread */
  constructor(db: Db, place: object, isRemote: boolean, options: ThreadOptions) {
    this.#db = db;
    this.#place = place;
    this.#isRemote = isRemote;
    this.#options = options;
    this.#start();
  }

  find(question: Question): Promise<Candidates> {
    const worker = this.#worker;
    if (!worker) return Promise.reject(unavailable(undefined));
    return new Promise((resolve, reject) => {
      const number = ++this.#asked;
      this.#askers.set(number, { resolve, reject });
      worker.postMessage({ kind: "find", number, question } satisfies ToThread);
    });
  }

  get progress(): Progress | undefined {
    return this.#progress;
  }

  setLease(lease: LeaseRow | undefined): void {
    this.#lease = lease;
    this.#worker?.postMessage({ kind: "lease", lease } satisfies ToThread);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#cancelStart();
    this.#worker?.postMessage({ kind: "close" } satisfies ToThread);
    await this.#ended;
    await this.#forgetting;
  }

  #start(): void {
    const url = new URL("./worker.ts", import.meta.url);
    const worker = new Worker(url, { workerData: this.#place, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    this.#worker = worker;
    this.setLease(this.#lease);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ended = promise;
    worker.on("message", (message: FromThread) => this.#hear(message));
    worker.on("error", (error) => this.#options.onError(error));
    worker.on("exit", () => {
      this.#worker = undefined;
      for (const { reject } of this.#askers.values()) reject(unavailable(undefined));
      this.#askers.clear();
      if (!this.#isClosing) this.#cancelStart = this.#options.after(AGAIN_MS, () => this.#start());
      resolve();
    });
  }

  #hear(message: FromThread): void {
    if (message.kind === "said") this.#options.tell(message.sentence);
    else if (message.kind === "progress") this.#follow(message.progress);
    else if (message.kind === "fault") this.#complain(message.error);
    else {
      const asker = this.#askers.get(message.number);
      this.#askers.delete(message.number);
      if (message.kind === "found") asker?.resolve(message.found);
      else asker?.reject(this.#faultOf(message.error));
    }
  }

  #faultOf(error: unknown): unknown {
    return this.#isRemote ? unavailable(error) : error;
  }

  /** Reports a repeated error once. */
  #complain(error: unknown): void {
    const { message } = error as Error;
    if (message === this.#complaint) return;
    this.#complaint = message;
    this.#options.onError(this.#faultOf(error));
  }

  /** Deletes the rows of `message_change` that the index has followed. */
  #follow(progress: Progress): void {
    this.#complaint = undefined;
    this.#progress = progress;
    if (this.#isClosing || progress.change <= this.#forgotten) return;
    this.#forgotten = progress.change;
    this.#forgetting = this.#db.write((tx) => forgetChanges(tx, progress.change)).catch(this.#options.onError);
  }
}

function unavailable(cause: unknown): StoreUnavailable {
  return new StoreUnavailable("the search index cannot be asked", { cause });
}
