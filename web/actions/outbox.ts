/** Sends what is written, one after another in each chat, until it has arrived or is refused. */
import { mayPass, Refusal, sentenceOf } from "../api/failure.ts";
import type { Message, MessageEntity } from "@heliogram/shared/wire.ts";
import { showMessage } from "../live/events.ts";
import type { Outgoing, PickedFile } from "../model/outgoing.ts";
import { addOutgoing, changeOutgoing, removeOutgoing } from "../store/outbox.ts";
import type { ActionDeps } from "./deps.ts";
import { post } from "./post.ts";

const PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;
const STORED = "outbox";

export interface Written {
  readonly text: string;
  readonly entities?: readonly MessageEntity[];
  readonly reply_to?: Message;
  readonly silent?: boolean;
  readonly file?: PickedFile & { readonly blob: Blob };
}

export interface OutboxActions {
  send(chat_id: number, written: Written): void;
  /** Tries a failed message again. */
  retry(key: string): void;
  /** Gives a message up, also while its file is on its way. */
  discard(key: string): void;
  /** The line is back: what waits need not wait longer. */
  hurry(): void;
  /** Takes up what an earlier visit left unsent. */
  resume(): void;
}

export class Outbox implements OutboxActions {
  readonly #deps: ActionDeps;
  readonly #blobs = new Map<string, Blob>();
  readonly #sending = new Map<number, { readonly key: string; readonly abort: AbortController }>();
  #wakes: (() => void)[] = [];

  constructor(deps: ActionDeps) {
    this.#deps = deps;
  }

  send(chat_id: number, { file, ...written }: Written): void {
    const { newKey, clock, store } = this.#deps;
    const key = newKey();
    const { blob, ...shown } = file ?? {};
    if (blob) this.#blobs.set(key, blob);
    const picked = file ? { file: shown as PickedFile } : {};
    store.setState(addOutgoing({ key, chat_id, at_ms: clock.now_ms(), ...written, ...picked, state: "waiting" }));
    this.#keep();
    void this.#work(chat_id);
  }

  retry(key: string): void {
    const outgoing = this.#find(key);
    if (!outgoing) return;
    const { error: _, progress: _progress, ...rest } = outgoing;
    this.#deps.store.setState(removeOutgoing(key));
    this.#deps.store.setState(addOutgoing({ ...rest, state: "waiting" }));
    void this.#work(outgoing.chat_id);
  }

  discard(key: string): void {
    const outgoing = this.#find(key);
    if (!outgoing) return;
    this.#remove(outgoing);
    const sending = this.#sending.get(outgoing.chat_id);
    if (sending?.key === key) sending.abort.abort();
  }

  hurry(): void {
    for (const wake of this.#wakes.splice(0)) wake();
  }

  /** Files do not outlive the page; texts do. */
  resume(): void {
    const stored = this.#deps.storage.read(STORED);
    if (!Array.isArray(stored)) return;
    for (const outgoing of stored as Outgoing[]) {
      this.#deps.store.setState(addOutgoing(outgoing));
      void this.#work(outgoing.chat_id);
    }
  }

  async #work(chat_id: number): Promise<void> {
    if (this.#sending.has(chat_id)) return;
    for (let tries = 0; ;) {
      const next = this.#deps.store
        .getState()
        .outbox.find((each) => each.chat_id === chat_id && each.state === "waiting");
      if (!next) return;
      const abort = new AbortController();
      this.#sending.set(chat_id, { key: next.key, abort });
      const error = await this.#try(next, abort.signal);
      this.#sending.delete(chat_id);
      if (error === undefined || abort.signal.aborted) tries = 0;
      else if (mayPass(error)) await this.#pause(pauseFor(error, tries++));
      else this.#fail(next, error);
    }
  }

  /** @returns why it did not arrive */
  async #try(outgoing: Outgoing, signal: AbortSignal): Promise<unknown> {
    const { api, store } = this.#deps;
    const onProgress = (progress: number) => store.setState(changeOutgoing(outgoing.key, { progress }));
    try {
      const message = await post(api, outgoing, this.#blobs.get(outgoing.key), { signal, onProgress });
      this.#remove(outgoing);
      showMessage(store, outgoing.chat_id, message);
      return undefined;
    } catch (error) {
      return error ?? new Error("nothing");
    }
  }

  #fail({ key }: Outgoing, error: unknown): void {
    this.#deps.store.setState(changeOutgoing(key, { state: "failed", error: sentenceOf(error) }));
    this.#keep();
  }

  #remove(outgoing: Outgoing): void {
    this.#blobs.delete(outgoing.key);
    this.#deps.store.setState(removeOutgoing(outgoing.key));
    this.#keep();
  }

  #find(key: string): Outgoing | undefined {
    return this.#deps.store.getState().outbox.find((each) => each.key === key);
  }

  #keep(): void {
    const texts = this.#deps.store.getState().outbox.filter((each) => !each.file);
    if (texts.length > 0) this.#deps.storage.write(STORED, texts);
    else this.#deps.storage.remove(STORED);
  }

  #pause(by_ms: number): Promise<void> {
    return new Promise((resolve) => {
      const callOff = this.#deps.clock.after(by_ms, resolve);
      this.#wakes.push(() => {
        callOff();
        resolve();
      });
    });
  }
}

function pauseFor(error: unknown, tries: number): number {
  if (error instanceof Refusal && error.retry_after_s !== undefined) return error.retry_after_s * 1000;
  return Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** tries);
}
