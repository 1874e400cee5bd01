/** Hashes large files on a thread of its own, while they are being written. */
import { Worker } from "node:worker_threads";
import type { HashAnswer, HashRequest } from "./hash-messages.ts";
import type { Hashes } from "./part-hashes.ts";

/** The heap limit of the thread. The buffer of the file is outside of the heap. */
const HEAP_MB = 16;
/** Bytes that are written before the thread is notified of them. */
const TOLD_BYTES = 4 * 1024 * 1024;
/** A thread without work is ended after this time, because it takes 15 MB. */
const IDLE_MS = 60_000;

/** The hash of one file. `digest` or `drop` must be called. */
export interface FileHash {
  /** So many bytes of the file have been written. */
  written(bytes: number): void;
  /** The file is complete and has so many bytes. @throws Error when it cannot be read, or the thread has ended */
  digest(bytes: number): Promise<Hashes>;
  /** The hash is not wanted any more. May be called at any time. */
  drop(): void;
}

export interface HashThreadOptions {
  /** Calls a function after a time. @returns what cancels that */
  readonly after: (delay_ms: number, fire: () => void) => () => void;
  /** The size of the parts that are hashed too; `undefined` for none. */
  readonly part_bytes: number | undefined;
}

/** A running thread, and the files that it hashes. */
interface Running {
  readonly worker: Worker;
  readonly files: Map<number, PromiseWithResolvers<Hashes>>;
}

export class HashThread {
  readonly #options: HashThreadOptions;
  #running: Running | undefined;
  #last_id = 0;
  #cancelEnd = () => {};

  constructor(options: HashThreadOptions) {
    this.#options = options;
  }

  /** Begins to hash a file, which has been created. */
  begin(path: string): FileHash {
    const id = ++this.#last_id;
    const { part_bytes = Infinity } = this.#options;
    const { worker, files } = (this.#running ??= this.#start());
    this.#cancelEnd();
    const hashes = Promise.withResolvers<Hashes>();
    // Nobody waits for the hash of a file that is dropped.
    hashes.promise.catch(() => {});
    files.set(id, hashes);
    const send = (end: number, is: HashRequest["is"]) =>
      worker.postMessage({ id, path, part_bytes, end, is } satisfies HashRequest);
    let told_bytes = 0;
    return {
      written(bytes) {
        if (bytes - told_bytes < TOLD_BYTES) return;
        told_bytes = bytes;
        send(bytes, "more");
      },
      digest(bytes) {
        send(bytes, "last");
        return hashes.promise;
      },
      drop: () => {
        send(0, "drop");
        this.#end(id);
      },
    };
  }

  /** Ends the thread. Hashes in progress fail. */
  close(): void {
    this.#cancelEnd();
    this.#stop(new Error("the service is going down"));
  }

  #start(): Running {
    const worker = new Worker(new URL("./hash-worker.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    worker.unref();
    worker.on("message", ({ id, hashes, reason }: HashAnswer) => {
      const file = this.#running?.files.get(id);
      if (hashes) file?.resolve(hashes);
      else file?.reject(new Error(reason));
      this.#end(id);
    });
    // An error of the thread fails the files in progress; the next one starts a new thread.
    worker.on("error", (error) => {
      if (this.#running?.worker === worker) this.#stop(error as Error);
    });
    return { worker, files: new Map() };
  }

  #end(id: number): void {
    const running = this.#running;
    if (!running?.files.delete(id) || running.files.size > 0) return;
    this.#cancelEnd = this.#options.after(IDLE_MS, () => this.#stop(new Error("the thread was idle")));
  }

  #stop(error: Error): void {
    const running = this.#running;
    this.#running = undefined;
    void running?.worker.terminate();
    for (const { reject } of running?.files.values() ?? []) reject(error);
  }
}
