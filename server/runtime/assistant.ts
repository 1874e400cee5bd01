/** Runs the assistant on the node that has its lease: issues a token for its account and connects it to this service over HTTP. */
import { assistantToken, createAssistant } from "../app/bots/assistant-account.ts";
import { Assistant } from "../assistant/assistant.ts";
import { ASSISTANT_ID } from "../domain/bots.ts";
import { Egress } from "../egress/egress.ts";
import { sleep } from "../live/coalesced-task.ts";
import { LeaseLost, fenced, type Lease } from "../store/lease.ts";
import type { Components } from "./components.ts";

/** Far longer than a long poll. On one machine, a call ends by itself or its connection breaks. */
const TIMEOUT_MS = 10 * 60_000;
/** A batch of updates is at most 4 MiB, plus one message. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
const MAX_CONNECTIONS = 16;
/** Milliseconds before the next start. */
const RETRY_MS = 3000;

/**
 * Runs the assistant whenever this node has its lease. `url` is the loopback address of the service.
 * @returns a function that stops it; it resolves when it has stopped
 */
export async function runAssistant(components: Components, url: string): Promise<() => Promise<void>> {
  const { options, db, cluster, assistantLease } = components;
  await db.write((tx) => createAssistant(tx, Math.floor(options.clock.now() / 1000)));
  let run: LeasedRun | undefined;
  return cluster.leases.hold("assistant", {
    acquired(lease) {
      assistantLease.current = lease;
      run = new LeasedRun(components, url, lease);
    },
    lost: () => run!.stop(),
  });
}

/** The assistant during one lease. */
class LeasedRun {
  readonly #components: Components;
  readonly #url: string;
  readonly #lease: Lease;
  readonly #egress: Egress;
  readonly #finished: Promise<void>;
  #assistant: Assistant | undefined;
  readonly #stopping = Promise.withResolvers<void>();
  #isStopped = false;

  constructor(components: Components, url: string, lease: Lease) {
    this.#components = components;
    this.#url = url;
    this.#lease = lease;
    // All requests go to the service's own loopback address, which the default egress rules refuse.
    const rules = { allow: [], allow_everything: true };
    this.#egress = new Egress({
      rules,
      clock: components.options.machine ?? components.options.clock,
      connections: MAX_CONNECTIONS,
    });
    this.#finished = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopping.resolve();
    this.#assistant?.stop();
    await this.#finished;
    this.#egress.close();
  }

  /** Runs the assistant until the lease is lost. If its token was replaced by somebody else, it gets a new one. */
  async #run(): Promise<void> {
    const { options, onError } = this.#components;
    while (!this.#isStopped) {
      try {
        const token = await this.#issueToken();
        if (this.#isStopped) return;
        const post = (path: string, body: string) => this.#post(path, body);
        this.#assistant = new Assistant({ post, token, clock: options.clock, onError });
        await this.#assistant.finished();
        if (!this.#isStopped) options.log.info({}, "the assistant's token was replaced: it gets another one");
      } catch (error) {
        onError(error);
        if (error instanceof LeaseLost) return;
      }
      if (!this.#isStopped) await sleep(options.clock, RETRY_MS, this.#stopping.promise);
    }
  }

  #issueToken(): Promise<string> {
    const { options, db, hashes } = this.#components;
    return fenced(db, this.#lease).write((tx) => assistantToken(tx, { hashes, bytes: options.random.bytes }));
  }

  async #post(path: string, body: string): Promise<{ readonly status: number; readonly body: string }> {
    const limits = { account_id: ASSISTANT_ID, timeout_ms: TIMEOUT_MS, max_response_bytes: MAX_RESPONSE_BYTES };
    const answer = await this.#egress.post(this.#url + path, { "content-type": "application/json" }, body, limits);
    answer.release();
    return { status: answer.status, body: answer.body.toString("utf8") };
  }
}
