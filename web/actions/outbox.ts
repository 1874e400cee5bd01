/** Sends what is written, one after another in each chat, until it has arrived or is refused. */
import { isTooBig, mayPass, Refusal, sentenceOf } from "../api/failure.ts";
import type { MessageEntity } from "@heliogram/shared/wire.ts";
import { showMessage } from "../live/events.ts";
import { partKey, sendKeyOf, type Outgoing, type PickedFile, type PickedFiles } from "../model/outgoing.ts";
import type { Answering } from "../model/quote.ts";
import { addOutgoing, changeOutgoing, removeOutgoing } from "../store/outbox.ts";
import type { ActionDeps } from "./deps.ts";
import type { MessageActions } from "./messages.ts";
import { post, type FileBytes } from "./post.ts";

const PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;
const STORED = "outbox";
/** Files of one message that are larger than this together are not worth copying for the next visit. */
const MOST_KEPT_BYTES = 64 * 1024 * 1024;
/** A file that has arrived is shown from where it lies until the service's own copy of it can be. */
const ARRIVED_MS = 60_000;

const UPLOADING = {
  photo: "upload_photo",
  video: "upload_video",
  animation: "upload_video",
  audio: "upload_audio",
  voice: "upload_voice",
  document: "upload_document",
} as const;

/** A picked file with its bytes. */
export type Picked = PickedFile & FileBytes;

export interface Written extends Answering {
  readonly text: string;
  readonly entities?: readonly MessageEntity[];
  readonly silent?: boolean;
  /** Several are one album; their `blob:` addresses are the outbox's to revoke from here on. */
  readonly files?: readonly Picked[];
}

export interface OutboxActions {
  send(chat_id: number, written: Written): void;
  /** Tries a failed message again. */
  retry(key: string): void;
  /** Stops a message whose file is on its way; it can be tried again. */
  cancel(key: string): void;
  /** Where a file of the person's own lies that was sent in this visit, by its message's `client_key`. */
  localOf(client_key: string | undefined): string | undefined;
  /** Gives a message up, also while its file is on its way. */
  discard(key: string): void;
  /** The line is back: what waits need not wait longer. */
  hurry(): void;
  /** Whether files wait or are on their way that would not outlive the page. */
  wouldLoseFiles(): boolean;
  /** Takes up what an earlier visit left unsent. */
  resume(): void;
}

export class Outbox implements OutboxActions {
  readonly #deps: ActionDeps;
  readonly #tellTyping: MessageActions["tellTyping"];
  readonly #bytes = new Map<string, readonly FileBytes[]>();
  /** Messages whose bytes the browser has for the next visit. */
  readonly #kept = new Set<string>();
  readonly #locals = new Map<string, string>();
  readonly #sending = new Map<number, { readonly key: string; readonly abort: AbortController }>();
  #wakes: (() => void)[] = [];

  constructor(deps: ActionDeps, tellTyping: MessageActions["tellTyping"] = () => {}) {
    this.#deps = deps;
    this.#tellTyping = tellTyping;
  }

  send(chat_id: number, { files = [], ...written }: Written): void {
    const { newKey, clock, store } = this.#deps;
    const key = newKey();
    if (files.length > 0) this.#holdBytes(key, files);
    for (const [i, { address }] of files.entries()) this.#locals.set(partKey(key, i), address);
    const picked = files.length > 0 ? { files: files.map(shownOf) as unknown as PickedFiles } : {};
    store.setState(addOutgoing({ key, chat_id, at_ms: clock.now_ms(), ...written, ...picked, state: "waiting" }));
    this.#keep();
    void this.#work(chat_id);
  }

  retry(key: string): void {
    const outgoing = this.#find(key);
    if (!outgoing) return;
    const { error: _, reason: _reason, fault: _fault, progress: _progress, ...rest } = outgoing;
    this.#deps.store.setState(removeOutgoing(key));
    this.#deps.store.setState(addOutgoing({ ...rest, state: "waiting" }));
    this.#keep();
    void this.#work(outgoing.chat_id);
  }

  cancel(key: string): void {
    const outgoing = this.#find(key);
    if (outgoing?.state !== "waiting") return;
    this.#deps.store.setState(changeOutgoing(key, { state: "failed", fault: "cancelled" }));
    this.#keep();
    this.#abort(outgoing);
  }

  discard(key: string): void {
    const outgoing = this.#find(key);
    if (!outgoing) return;
    this.#remove(outgoing, 0);
    this.#abort(outgoing);
  }

  localOf(client_key: string | undefined): string | undefined {
    return client_key === undefined ? undefined : this.#locals.get(client_key);
  }

  hurry(): void {
    for (const wake of this.#wakes.splice(0)) wake();
  }

  wouldLoseFiles(): boolean {
    const { outbox } = this.#deps.store.getState();
    return outbox.some(({ key, files, state }) => files && state === "waiting" && !this.#kept.has(key));
  }

  resume(): void {
    const stored = this.#deps.storage.read(STORED);
    if (Array.isArray(stored)) void this.#resumeAll(stored as Outgoing[]);
  }

  /** In their order: what waits for its files holds up what was written after it. */
  async #resumeAll(stored: readonly Outgoing[]): Promise<void> {
    for (const outgoing of stored) {
      const found = outgoing.files ? await this.#withBytes(outgoing, outgoing.files) : outgoing;
      if (!found) continue;
      this.#deps.store.setState(addOutgoing(found));
      void this.#work(found.chat_id);
    }
    this.#keep();
  }

  /** @returns nothing where the browser has not kept the files */
  async #withBytes(outgoing: Outgoing, files: PickedFiles): Promise<Outgoing | undefined> {
    const { key } = outgoing;
    const bytes = (await this.#deps.keptFiles.get(key)) as readonly FileBytes[] | undefined;
    if (bytes?.length !== files.length) return undefined;
    this.#bytes.set(key, bytes);
    this.#kept.add(key);
    const shown = files.map((file, i) => {
      const address = URL.createObjectURL(bytes[i]!.blob);
      this.#locals.set(partKey(key, i), address);
      return { ...file, address };
    });
    const { progress: _, ...rest } = outgoing;
    return { ...rest, files: shown as unknown as PickedFiles };
  }

  #holdBytes(key: string, files: readonly Picked[]): void {
    const bytes = files.map(bytesOf);
    this.#bytes.set(key, bytes);
    if (files.reduce((sum, { size }) => sum + size, 0) > MOST_KEPT_BYTES) return;
    void this.#deps.keptFiles.put(key, bytes).then((isKept) => {
      // It may have arrived meanwhile.
      if (!this.#bytes.has(key)) void this.#deps.keptFiles.remove(key);
      else if (isKept) this.#kept.add(key);
    });
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
    const onProgress = (progress: number) => {
      store.setState(changeOutgoing(outgoing.key, { progress }));
      this.#tellUpload(outgoing);
    };
    this.#tellUpload(outgoing);
    try {
      const messages = await post(api, outgoing, this.#bytes.get(outgoing.key) ?? [], { signal, onProgress });
      for (const message of messages) showMessage(store, outgoing.chat_id, message);
      this.#remove(outgoing, ARRIVED_MS);
      return undefined;
    } catch (error) {
      return error ?? new Error("nothing");
    }
  }

  /** A large file takes its time: others see that it is under way. */
  #tellUpload({ chat_id, files }: Outgoing): void {
    if (files) this.#tellTyping(chat_id, UPLOADING[files[0].kind]);
  }

  #fail({ key, chat_id, files }: Outgoing, error: unknown): void {
    if (files) this.#tellTyping(chat_id, "cancel");
    const fault = isTooBig(error) ? "too_big" : "refused";
    this.#deps.store.setState(
      changeOutgoing(key, { state: "failed", error: sentenceOf(error), fault, ...reasonOf(error) }),
    );
    this.#keep();
  }

  #remove({ key }: Outgoing, revoke_after_ms: number): void {
    if (this.#bytes.delete(key)) void this.#deps.keptFiles.remove(key);
    this.#kept.delete(key);
    this.#deps.store.setState(removeOutgoing(key));
    this.#keep();
    this.#deps.clock.after(revoke_after_ms, () => this.#revoke(key));
  }

  #revoke(key: string): void {
    for (const [name, address] of this.#locals) {
      if (sendKeyOf(name) !== key) continue;
      this.#locals.delete(name);
      URL.revokeObjectURL(address);
    }
  }

  #abort({ chat_id, key }: Outgoing): void {
    const sending = this.#sending.get(chat_id);
    if (sending?.key !== key) return;
    sending.abort.abort();
    this.#tellTyping(chat_id, "cancel");
  }

  #find(key: string): Outgoing | undefined {
    return this.#deps.store.getState().outbox.find((each) => each.key === key);
  }

  #keep(): void {
    const { outbox } = this.#deps.store.getState();
    if (outbox.length > 0) this.#deps.storage.write(STORED, outbox);
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

function bytesOf({ blob, poster }: Picked): FileBytes {
  return poster ? { blob, poster } : { blob };
}

/** What goes into the state: everything but the bytes. */
function shownOf(picked: Picked): PickedFile {
  const { blob: _, poster: _poster, ...shown } = picked;
  return shown;
}

function reasonOf(error: unknown): Pick<Outgoing, "reason"> {
  return error instanceof Refusal && error.reason !== undefined ? { reason: error.reason } : {};
}

function pauseFor(error: unknown, tries: number): number {
  if (error instanceof Refusal && error.retry_after_s !== undefined) return error.retry_after_s * 1000;
  return Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** tries);
}
