/** The search index as the rest of the process knows it: on a thread of its own, started anew if that fails. */
import { Worker } from "node:worker_threads";
import { StoreUnavailable, type Db } from "../db.ts";
import { forgetChanges } from "./changes.ts";
import type { Candidates, Progress, Question, SearchIndex } from "./search-index.ts";

export type ToThread =
  | { readonly kind: "find"; readonly number: number; readonly question: Question }
  | { readonly kind: "close" };

export type FromThread =
  | { readonly kind: "found"; readonly number: number; readonly found: Candidates }
  | { readonly kind: "failed"; readonly number: number; readonly error: unknown }
  | { readonly kind: "progress"; readonly progress: Progress }
  | { readonly kind: "said"; readonly sentence: string }
  /** A step has failed, and is taken again. */
  | { readonly kind: "fault"; readonly error: unknown };

export interface ThreadOptions {
  /** Says what an operator should know. */
  readonly tell: (sentence: string) => void;
  /** Calls `fire` once when `delay_ms` have passed; what it returns calls that off. */
  readonly after: (delay_ms: number, fire: () => void) => () => void;
  /** Told of what goes wrong besides the questions. */
  readonly onFault: (error: unknown) => void;
}

/** Milliseconds after which a thread that failed is started again. */
const AGAIN_MS = 1000;
/** Its cache of the index is no part of this. */
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
  #ended = Promise.resolve();
  #cancelStart = () => {};
  #isClosing = false;
  #asked = 0;
  #complaint: string | undefined;
  #forgotten = 0;
  #forgetting = Promise.resolve();

  /** @param isRemote - the store may be away, which is no fault of the thread */
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
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ended = promise;
    worker.on("message", (message: FromThread) => this.#hear(message));
    worker.on("error", (error) => this.#options.onFault(error));
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

  /** The same fault again and again is told once. */
  #complain(error: unknown): void {
    const { message } = error as Error;
    if (message === this.#complaint) return;
    this.#complaint = message;
    this.#options.onFault(this.#faultOf(error));
  }

  /** What the index has followed is forgotten. */
  #follow(progress: Progress): void {
    this.#complaint = undefined;
    if (this.#isClosing || progress.change <= this.#forgotten) return;
    this.#forgotten = progress.change;
    this.#forgetting = this.#db.write((tx) => forgetChanges(tx, progress.change)).catch(this.#options.onFault);
  }
}

function unavailable(cause: unknown): StoreUnavailable {
  return new StoreUnavailable("the search index cannot be asked", { cause });
}
