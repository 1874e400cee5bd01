/** The history of a run: everything that was asked, answered, delivered, shown and broken, in order, in memory and in a file. */
import { createWriteStream, readFileSync, type WriteStream } from "node:fs";

/** A send; `key` is its Idempotency-Key, under which it may be repeated. */
export interface Send {
  readonly what: "send";
  readonly chat_id: number;
  readonly text: string;
  readonly author: "person" | "bot";
  readonly key?: string;
  /** The SHA-256 of the file that is sent with it. */
  readonly file?: string;
}

export interface Edit {
  readonly what: "edit";
  readonly chat_id: number;
  readonly message_id: number;
  readonly text: string;
}

export interface Poll {
  readonly what: "poll";
  readonly bot: string;
  /** The update_id up to which everything is confirmed by this poll. */
  readonly confirms: number;
}

/** Takes away what `subject` may do: a token, a session, a membership. */
export interface Revoke {
  readonly what: "revoke";
  readonly subject: string;
}

/** Uses what was taken away, at one node; `waits`: the call goes on until something happens. */
export interface Use {
  readonly what: "use";
  readonly subject: string;
  readonly node: string;
  readonly waits?: boolean;
}

/** Downloads the file of a message that was acknowledged. The result is the SHA-256 of what came. */
export interface Download {
  readonly what: "download";
  /** The text of the message. */
  readonly text: string;
  /** The SHA-256 of what was sent. */
  readonly file: string;
}

export type Action = Send | Edit | Poll | Revoke | Use | Download;

export type Outcome =
  /** Done and answered. */
  | { readonly how: "ok"; readonly result?: unknown }
  /** Answered, and certainly not done. */
  | { readonly how: "refused"; readonly why: string }
  /** Nobody knows whether it was done. */
  | { readonly how: "unknown"; readonly why: string };

/** An update of a bot as it was seen: its content as a digest, and the message that it is about. */
export interface SeenUpdate {
  readonly update_id: number;
  readonly digest: string;
  readonly kind: string;
  readonly chat_id?: number;
  readonly message_id?: number;
  readonly text?: string;
}

export interface FinalMessage {
  readonly message_id: number;
  readonly text: string;
  /** The SHA-256 of its file, or why that cannot be read. */
  readonly file?: string;
}

type Event =
  | { readonly type: "begin"; readonly op: number; readonly by: string; readonly action: Action }
  | { readonly type: "end"; readonly op: number; readonly outcome: Outcome }
  /** A webhook's delivery has come in, from the node of this name where that is known. */
  | {
      readonly type: "delivery";
      readonly id: string;
      readonly node: string;
      readonly update: SeenUpdate;
      readonly answered: boolean;
    }
  /** A web socket: opened, a frame on it, closed. `socket` numbers the connections. */
  | { readonly type: "open"; readonly socket: number; readonly by: string; readonly subject?: string }
  | {
      readonly type: "frame";
      readonly socket: number;
      readonly frame: string;
      readonly chat_id?: number;
      readonly seq?: number;
      readonly text?: string;
    }
  | { readonly type: "close"; readonly socket: number }
  /** A lease has changed hands in the database, at that time of the run; `node` is empty where it was released. */
  | {
      readonly type: "lease";
      readonly name: string;
      readonly node: string;
      readonly fence: number;
      readonly when_ms: number;
    }
  /**
   * Two polls of one bot wait on two nodes. After a while: whether the older one still does, and the answer with which the
   * newer one was refused, if it was.
   */
  | {
      readonly type: "two-polls";
      readonly phase: "begin" | "felt";
      readonly pair: number;
      /** When the older one was sent. It waits later if a fault delays what it reads before. */
      readonly older_ms: number;
      readonly olderLeft: boolean;
      readonly newerEnded: string;
    }
  | {
      readonly type: "fault";
      readonly fault: number;
      readonly name: string;
      readonly phase: "begin" | "mended" | "well";
    }
  /** How late the machine itself was at most since the last such entry, in milliseconds. */
  | { readonly type: "lag"; readonly lag_ms: number }
  /** At the end of the run, something had not come to its end within the time for it. */
  | { readonly type: "unfinished"; readonly what: string }
  | { readonly type: "final-chat"; readonly chat_id: number; readonly messages: readonly FinalMessage[] }
  | {
      readonly type: "final-screen";
      readonly by: string;
      readonly chat_id: number;
      readonly messages: readonly FinalMessage[];
    };

/** `at` is in milliseconds since the beginning of the run, by the one monotonic clock of the process that records. */
export type Entry = Event & { readonly at: number };

export class History {
  readonly entries: Entry[] = [];
  readonly #file: WriteStream | undefined;
  readonly #start_ms = performance.now();
  #ops = 0;

  /** @param path where the entries are kept as well, one JSON object on each line */
  constructor(path?: string) {
    this.#file = path === undefined ? undefined : createWriteStream(path);
  }

  now(): number {
    return performance.now() - this.#start_ms;
  }

  add(event: Event): void {
    const entry = { at: Math.round(this.now() * 100) / 100, ...event };
    this.entries.push(entry);
    this.#file?.write(`${JSON.stringify(entry)}\n`);
  }

  /** Records an action from before it begins to its outcome. */
  async record(by: string, action: Action, work: () => Promise<Outcome>): Promise<Outcome> {
    const op = ++this.#ops;
    this.add({ type: "begin", op, by, action });
    const outcome = await work();
    this.add({ type: "end", op, outcome });
    return outcome;
  }

  close(): Promise<void> {
    return new Promise((done) => (this.#file ? this.#file.end(done) : done()));
  }
}

/** Reads a file that a `History` has written. */
export function readHistory(path: string): Entry[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Entry);
}
