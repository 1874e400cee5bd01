/** The calls of one world, followed from its beginning. */
import type { Client } from "./client.ts";
import type { RecordedCall } from "@heliogram/shared/wire.ts";
import { type Deadline, within } from "./timers.ts";

const PAGE = 1000;
/** Seconds that one request waits for news; the service allows no more. */
const WAIT_S = 50;

interface CallPage {
  readonly calls: readonly RecordedCall[];
}

export class CallLog {
  readonly #client: Client;
  readonly #calls: RecordedCall[] = [];
  #revision = 0;
  #beginning: string | undefined;

  constructor(client: Client) {
    this.#client = client;
  }

  /** All calls that have been read, in the order in which they were answered. */
  get calls(): readonly RecordedCall[] {
    return this.#calls;
  }

  /** The position after the last call that has been read. */
  get revision(): number {
    return this.#revision;
  }

  /** The state with which the world has begun again; `undefined` if it never has. */
  get beginning(): string | undefined {
    return this.#beginning;
  }

  /** Forgets all calls: the world was set back. The positions of later calls are higher. */
  restart(beginning: string): void {
    this.#calls.length = 0;
    this.#beginning = beginning;
  }

  /** Reads every call that has been answered. */
  async sync(): Promise<void> {
    while ((await this.#read(0)) === PAGE);
  }

  /** Waits until a bot has called. @returns whether one has, before the time was over or `stop` was aborted */
  async nextBotCall(deadline: Deadline, stop: AbortSignal): Promise<boolean> {
    for (let seen = this.#calls.length; !deadline.isOver && !stop.aborted; seen = this.#calls.length) {
      await within(deadline.left_ms, stop, (signal) => this.#read(WAIT_S, signal));
      if (this.#calls.slice(seen).some(({ api }) => api !== "person")) return true;
    }
    return false;
  }

  async #read(timeout: number, signal?: AbortSignal): Promise<number> {
    const page = { after: this.#revision, limit: PAGE, with_bodies: true, timeout };
    const { calls } = await this.#client.developer<CallPage>("listCalls", page, signal);
    // Another reader may have been faster.
    for (const call of calls) {
      if (call.revision <= this.#revision) continue;
      this.#calls.push(call);
      this.#revision = call.revision;
    }
    return calls.length;
  }
}
