/** The outbox: sends messages optimistically, one after another in each chat, until they are delivered or rejected. */
import { mustBackOff, isTooLarge, isRetryable, retryDelay, ApiError, errorText } from "../api/errors.ts";
import type { MessageEntity } from "@heliogram/shared/wire.ts";
import { applyMessage } from "../live/apply-event.ts";
import { chatIdOf, threadIdOf, type Place } from "../model/chats/place.ts";
import {
  partKey,
  placeOfOutgoing,
  sendKeyOf,
  type Outgoing,
  type PickedFile,
  type PickedFiles,
} from "../model/messages/outgoing.ts";
import type { ReplyTarget } from "../model/messages/quote.ts";
import { addOutgoing, updateOutgoing, setBackoff, clearBackoff, removeOutgoing } from "../store/outbox.ts";
import type { ActionDeps } from "./deps.ts";
import { ChatQueue } from "./chat-queue.ts";
import type { MessageActions } from "./messages.ts";
import { sendOutgoing, type FileBytes } from "./send-request.ts";

const STORED = "outbox";
/** Files of one message that are larger than this in total are not copied to the blob store. */
const MAX_PERSISTED_BYTES = 64 * 1024 * 1024;
/** How long a sent file is shown from its local `blob:` URL, until the server's copy can be loaded. */
const REVOKE_MS = 60_000;
/** Until files of an earlier visit are looked for. The start of a page does not wait for that. */
const CLEAN_UP_MS = 10_000;

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

export interface NewMessage extends ReplyTarget {
  readonly text: string;
  readonly entities?: readonly MessageEntity[];
  /** The Markdown of a rich message. */
  readonly rich_source?: string;
  readonly silent?: boolean;
  readonly no_preview?: boolean;
  /** Several files form one album. The outbox revokes their `blob:` URLs. */
  readonly files?: readonly Picked[];
}

export interface OutboxActions {
  /** Sends to a chat, or to a topic of it. @returns the key of the message */
  send(place: Place, message: NewMessage): string;
  /** Sends a failed message again. */
  retry(key: string): void;
  /** Aborts the upload of a message; it can be retried. */
  cancel(key: string): void;
  /** The local `blob:` URL of a file that was sent in this visit, by the `client_key` of its message. */
  localFileUrl(client_key: string | undefined): string | undefined;
  /** Removes a message, and aborts its upload. */
  discard(key: string): void;
  /** The connection was reopened: delays before retries end. */
  onReconnect(): void;
  /** Whether the page holds files to send that are not in the blob store and would be lost with the page. */
  hasUnsavedFiles(): boolean;
  /** Restores the unsent messages of an earlier visit. */
  restore(): void;
}

type OutboxChatActions = Pick<MessageActions, "sendChatAction" | "forgetChatAction">;

export class Outbox implements OutboxActions {
  readonly #deps: ActionDeps;
  readonly #chatActions: OutboxChatActions;
  readonly #bytes = new Map<string, readonly FileBytes[]>();
  /** Keys of the messages whose files are in the blob store. */
  readonly #persistedFiles = new Set<string>();
  readonly #localUrls = new Map<string, string>();
  /** The queue of each chat that has messages to send. */
  readonly #queues = new Map<number, ChatQueue>();
  readonly #onTooLarge: () => void;

  /** `onTooLarge` is called for every file that the server rejects as too large: the page has outdated limits. */
  constructor(
    deps: ActionDeps,
    chatActions: OutboxChatActions = { sendChatAction: () => {}, forgetChatAction: () => {} },
    onTooLarge: () => void = () => {},
  ) {
    this.#deps = deps;
    this.#chatActions = chatActions;
    this.#onTooLarge = onTooLarge;
  }

  send(place: Place, { files = [], ...message }: NewMessage): string {
    const { newKey, clock, store } = this.#deps;
    const key = newKey();
    const chat_id = chatIdOf(place);
    const thread_id = threadIdOf(place);
    const where = { chat_id, ...(thread_id === undefined ? {} : { message_thread_id: thread_id }) };
    if (files.length > 0) this.#storeFiles(key, files);
    for (const [i, { address }] of files.entries()) this.#localUrls.set(partKey(key, i), address);
    const picked = files.length > 0 ? { files: files.map(withoutBytes) as unknown as PickedFiles } : {};
    store.setState(addOutgoing({ key, ...where, at_ms: clock.now_ms(), ...message, ...picked, state: "waiting" }));
    this.#persist();
    void this.#processQueue(chat_id);
    return key;
  }

  retry(key: string): void {
    const outgoing = this.#find(key);
    if (!outgoing) return;
    const { error: _, reason: _reason, fault: _fault, progress: _progress, ...rest } = outgoing;
    this.#deps.store.setState(removeOutgoing(key));
    this.#deps.store.setState(addOutgoing({ ...rest, state: "waiting" }));
    this.#persist();
    void this.#processQueue(outgoing.chat_id);
  }

  cancel(key: string): void {
    const outgoing = this.#find(key);
    if (outgoing?.state !== "waiting") return;
    this.#deps.store.setState(updateOutgoing(key, { state: "failed", fault: "cancelled" }));
    this.#persist();
    this.#abort(outgoing);
  }

  discard(key: string): void {
    const outgoing = this.#find(key);
    if (!outgoing) return;
    this.#remove(outgoing, 0);
    this.#abort(outgoing);
  }

  localFileUrl(client_key: string | undefined): string | undefined {
    return client_key === undefined ? undefined : this.#localUrls.get(client_key);
  }

  onReconnect(): void {
    for (const queue of this.#queues.values()) queue.onReconnect();
  }

  hasUnsavedFiles(): boolean {
    const { outbox } = this.#deps.store.getState();
    return outbox.some(({ key, files, state }) => files && state === "waiting" && !this.#persistedFiles.has(key));
  }

  restore(): void {
    void this.#restoreAll();
    this.#deps.clock.after(CLEAN_UP_MS, () => void this.#removeFilesWithoutMessage());
  }

  /** Restores messages in order: a message whose files are being read delays those written after it. */
  async #restoreAll(): Promise<void> {
    const stored = this.#readPersisted();
    if (stored.length === 0) return;
    for (const outgoing of stored) {
      const found = outgoing.files ? await this.#withStoredFiles(outgoing, outgoing.files) : outgoing;
      if (!found) continue;
      this.#deps.store.setState(addOutgoing(found));
      void this.#processQueue(found.chat_id);
    }
    this.#persist();
  }

  /** @returns `undefined` if the blob store does not have the files */
  async #withStoredFiles(outgoing: Outgoing, files: PickedFiles): Promise<Outgoing | undefined> {
    const { key } = outgoing;
    const bytes = (await this.#deps.outboxFiles.get(key)) as readonly FileBytes[] | undefined;
    if (bytes?.length !== files.length) return undefined;
    this.#bytes.set(key, bytes);
    this.#persistedFiles.add(key);
    const shown = files.map((file, i) => {
      const address = URL.createObjectURL(bytes[i]!.blob);
      this.#localUrls.set(partKey(key, i), address);
      return { ...file, address };
    });
    const { progress: _, ...rest } = outgoing;
    return { ...rest, files: shown as unknown as PickedFiles };
  }

  /**
   * A page that is closed as soon as a message was sent may not finish the removal of its files. The files are listed
   * first, because another tab persists a message before its files are stored.
   */
  async #removeFilesWithoutMessage(): Promise<void> {
    const { outboxFiles } = this.#deps;
    const names = await outboxFiles.names();
    const keys = new Set(this.#readPersisted().map(({ key }) => key));
    for (const name of names) if (!keys.has(name) && !this.#bytes.has(name)) void outboxFiles.remove(name);
  }

  #storeFiles(key: string, files: readonly Picked[]): void {
    const bytes = files.map(bytesOf);
    this.#bytes.set(key, bytes);
    if (files.reduce((sum, { size }) => sum + size, 0) > MAX_PERSISTED_BYTES) return;
    void this.#deps.outboxFiles.put(key, bytes).then((isPersisted) => {
      // The message may have been sent meanwhile.
      if (!this.#bytes.has(key)) void this.#deps.outboxFiles.remove(key);
      else if (isPersisted) this.#persistedFiles.add(key);
    });
  }

  async #processQueue(chat_id: number): Promise<void> {
    const before = this.#queues.get(chat_id);
    if (before) {
      before.retryNow();
      return;
    }
    const queue = new ChatQueue(this.#deps.clock);
    this.#queues.set(chat_id, queue);
    for (let tries = 0; ;) {
      const next = this.#deps.store
        .getState()
        .outbox.find((each) => each.chat_id === chat_id && each.state === "waiting");
      if (!next) break;
      const signal = queue.startSending(next.key, next.files !== undefined);
      const error = await this.#attempt(next, signal);
      queue.endSending();
      if (error === undefined || signal.aborted) tries = 0;
      else if (isRetryable(error)) await this.#waitToRetry(queue, next, error, tries++);
      else this.#fail(next, error);
    }
    this.#queues.delete(chat_id);
  }

  async #waitToRetry(
    queue: ChatQueue,
    { chat_id, key, files }: Outgoing,
    error: unknown,
    tries: number,
  ): Promise<void> {
    const { clock, store } = this.#deps;
    const delay_ms = retryDelay(error, tries);
    if (files) store.setState(updateOutgoing(key, { progress: 0 }));
    if (!mustBackOff(error)) return queue.waitToRetry(delay_ms);
    store.setState(setBackoff(chat_id, clock.now_ms() + delay_ms));
    await queue.backOff(delay_ms);
    store.setState(clearBackoff(chat_id));
  }

  /** @returns the error, or `undefined` after success */
  async #attempt(outgoing: Outgoing, signal: AbortSignal): Promise<unknown> {
    const { api, store } = this.#deps;
    const onProgress = (progress: number) => {
      store.setState(updateOutgoing(outgoing.key, { progress }));
      this.#announceUpload(outgoing);
    };
    this.#announceUpload(outgoing);
    try {
      const messages = await sendOutgoing(api, outgoing, this.#bytes.get(outgoing.key) ?? [], { signal, onProgress });
      for (const message of messages) applyMessage(store, outgoing.chat_id, message);
      this.#chatActions.forgetChatAction(placeOfOutgoing(outgoing));
      this.#remove(outgoing, REVOKE_MS);
      if (!store.getState().has_sent) store.setState({ has_sent: true });
      return undefined;
    } catch (error) {
      return error ?? new Error("nothing");
    }
  }

  /** Shows others the chat action "uploading", because a large file takes time. */
  #announceUpload(outgoing: Outgoing): void {
    const { files } = outgoing;
    if (files) this.#chatActions.sendChatAction(placeOfOutgoing(outgoing), UPLOADING[files[0].kind]);
  }

  #fail(outgoing: Outgoing, error: unknown): void {
    const { key, files } = outgoing;
    if (files) this.#chatActions.sendChatAction(placeOfOutgoing(outgoing), "cancel");
    const fault = files && isTooLarge(error) ? "too_big" : "refused";
    if (fault === "too_big") this.#onTooLarge();
    this.#deps.store.setState(
      updateOutgoing(key, { state: "failed", error: errorText(error), fault, ...reasonOf(error) }),
    );
    this.#persist();
  }

  #remove({ key }: Outgoing, revoke_after_ms: number): void {
    if (this.#bytes.delete(key)) void this.#deps.outboxFiles.remove(key);
    this.#persistedFiles.delete(key);
    this.#deps.store.setState(removeOutgoing(key));
    this.#persist();
    this.#deps.clock.after(revoke_after_ms, () => this.#revoke(key));
  }

  #revoke(key: string): void {
    for (const [name, address] of this.#localUrls) {
      if (sendKeyOf(name) !== key) continue;
      this.#localUrls.delete(name);
      URL.revokeObjectURL(address);
    }
  }

  #abort(outgoing: Outgoing): void {
    const { chat_id, key } = outgoing;
    if (this.#queues.get(chat_id)?.cancel(key)) this.#chatActions.sendChatAction(placeOfOutgoing(outgoing), "cancel");
  }

  #find(key: string): Outgoing | undefined {
    return this.#deps.store.getState().outbox.find((each) => each.key === key);
  }

  #readPersisted(): readonly Outgoing[] {
    const stored = this.#deps.storage.read(STORED);
    return Array.isArray(stored) ? (stored as Outgoing[]) : [];
  }

  #persist(): void {
    const { outbox } = this.#deps.store.getState();
    if (outbox.length > 0) this.#deps.storage.write(STORED, outbox);
    else this.#deps.storage.remove(STORED);
  }
}

function bytesOf({ blob, poster }: Picked): FileBytes {
  return poster ? { blob, poster } : { blob };
}

/** The fields for the state: everything but the bytes. */
function withoutBytes(picked: Picked): PickedFile {
  const { blob: _, poster: _poster, ...shown } = picked;
  return shown;
}

function reasonOf(error: unknown): Pick<Outgoing, "reason"> {
  return error instanceof ApiError && error.reason !== undefined ? { reason: error.reason } : {};
}
