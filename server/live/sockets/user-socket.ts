/** A person's web socket (`GET /api/stream`): sends the events of their own stream and of all their chats. */
import { PROTOCOL } from "@heliogram/shared/protocol.ts";
import type { Frame } from "@heliogram/shared/wire.ts";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Account } from "../../domain/accounts.ts";
import { chatIdFor } from "../../domain/chats.ts";
import type { Clock } from "../../ports/clock.ts";
import { portableJson } from "../../domain/text/portable.ts";
import { findChat } from "../../store/queries/chats/chats.ts";
import { StoreUnavailable, type Db } from "../../store/db.ts";
import { isEdit } from "../../store/queries/streams/chat-events.ts";
import { eventsAfter } from "../../store/queries/streams/streams.ts";
import type { Broadcasters } from "./broadcasters.ts";
import { ChatSubscription, type SubscribedSocket } from "./chat-subscription.ts";
import type { StreamNotifier } from "../stream-notifier.ts";
import { backoff_ms } from "../coalesced-task.ts";
import type { ChatAction } from "../chat-actions.ts";
import { ReactionDelay } from "./reaction-delay.ts";
import { readStreamPositions } from "./stream-positions.ts";
import { StreamView, type ViewDeps } from "./stream-view.ts";

/** Bytes that a slow client may leave unread. Beyond them its socket is closed, and it fetches the difference. */
const MAX_BUFFERED = 4 * 1024 * 1024;
/** Events that are looked at to find out whether all are edits: fewer than so many wait. */
const HELD_EDITS = 1000;
/** The close code of a socket whose session has ended, and its reason. */
export const SESSION_ENDED = [4001, "signed out"] as const;

export interface SocketDeps extends ViewDeps {
  readonly db: Db;
  /** The clock of delays, which nobody freezes. */
  readonly machine: Clock;
  readonly notifier: StreamNotifier;
  readonly broadcasters: Broadcasters;
  /** Resolves in the next turn of the event loop. */
  readonly yieldToEventLoop: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Kinds of account event that neither add a chat nor end a session. */
const KINDS_WITHOUT_CHATS: readonly unknown[] = [
  "callback_answer",
  "chat_settings",
  "join_request",
  "join_requests",
  "own_reactions",
  "pinned_chats",
  "read",
  "unread_reactions",
];

function mayChangeChats(frame: object): boolean {
  return !KINDS_WITHOUT_CHATS.includes((frame as { kind?: unknown }).kind);
}

/** A web socket, and the TCP connection below it, to which frames for many sockets are written directly. */
export interface SocketConnection {
  readonly ws: WebSocket;
  readonly raw: Duplex;
}

/**
 * "opening": nothing is sent before `hello`. "idle": the person has every event. "sending": streams are read, one after
 * another. "waiting": the store was unavailable, and is tried again after a pause or at a notification. "closed" is final.
 */
type State = "opening" | "idle" | "sending" | "waiting" | "closed";

/**
 * 1. The positions of the person's streams are read, and each stream is watched from there. `hello` contains them.
 * 2. A stream with new events is read, as the person sees it (`StreamView`), unless a broadcaster sends them (`sendBytes`).
 * 3. Events of the person's own stream may add chats, which are subscribed to, or end the session, which closes the socket.
 * 4. A socket whose client does not read, or whose session has ended, is closed. Its client fetches the difference.
 */
export class UserSocket implements SubscribedSocket {
  readonly #deps: SocketDeps;
  readonly #socket: WebSocket;
  readonly #raw: Duplex;
  readonly #person: Account;
  readonly #isSessionValid: () => Promise<boolean>;
  readonly #view: StreamView;
  #state: State = "opening";
  /** The person's own stream, and their chats. */
  readonly #subscriptions = new Map<number, ChatSubscription>();
  /** Streams with events to be read. */
  readonly #moved = new Set<number>();
  #unwatchAccount = () => {};
  /** Account events that may add chats or end the session were sent, and `#refreshChats` has not run since. */
  #mustRefreshChats = false;
  /** Frames of streamed drafts are on their way to the client. */
  #isSendingDrafts = false;
  /** Chats with edits that wait until the client has taken what it was sent. */
  readonly #held = new Set<number>();
  /** Chats whose drafts have changed meanwhile. */
  readonly #chatsWithDrafts = new Set<number>();
  #failures = 0;
  #cancel = () => {};

  constructor(
    deps: SocketDeps,
    { ws, raw }: SocketConnection,
    person: Account,
    isSessionValid: () => Promise<boolean>,
  ) {
    this.#deps = deps;
    this.#socket = ws;
    this.#raw = raw;
    this.#person = person;
    this.#isSessionValid = isSessionValid;
    this.#view = new StreamView(deps, person);
  }

  get person_id(): number {
    return this.#person.id;
  }

  /** Subscribes to the person's own stream and to all their chats, from their newest events on. */
  async start(): Promise<void> {
    this.#socket.once("close", () => this.#close());
    this.#socket.on("error", () => this.#close());
    const endCollecting = this.#deps.notifier.collectNotified();
    const isOpen = await this.#open().finally(endCollecting);
    if (!isOpen) return;
    // Streams with events between the read of their position and the subscription.
    for (const stream of endCollecting()) this.#moved.add(stream);
    this.#begin();
    this.#readStreams();
  }

  /** @returns whether the session is valid */
  async #open(): Promise<boolean> {
    const { seq, last_seqs } = await readStreamPositions(this.#deps, this.#person.id);
    this.#subscribe(this.#person.id, seq);
    for (const [chat_id, last_seq] of last_seqs) this.#subscribe(chat_id, last_seq);
    // A session that ended before its stream was watched.
    if (!(await this.#isSessionValid())) {
      this.#socket.close(...SESSION_ENDED);
      return false;
    }
    const sum = [...last_seqs.values()].reduce((total, last_seq) => total + last_seq, 0);
    this.#send({ type: "hello", protocol: PROTOCOL, seq, heads: sum, chats: last_seqs.size });
    return true;
  }

  /** From now on the broadcaster may serve the chats that have no unread events. */
  #begin(): void {
    this.#leave("opening", "idle");
    for (const [stream, subscription] of this.#subscriptions) {
      subscription.isReading = this.#moved.has(stream);
      if (!subscription.isReading) this.#deps.broadcasters.showDrafts(stream);
    }
  }

  #subscribe(stream: number, cursor: number): void {
    if (this.#isClosed || this.#subscriptions.has(stream)) return;
    const subscription = new ChatSubscription(this, cursor);
    subscription.isReading = this.#state === "opening";
    this.#subscriptions.set(stream, subscription);
    if (stream === this.#person.id)
      this.#unwatchAccount = this.#deps.notifier.watch(
        stream,
        () => this.readStream(stream),
        () => subscription.cursor,
      );
    else this.#deps.broadcasters.join(stream, subscription);
  }

  #unsubscribe(stream: number): void {
    const subscription = this.#subscriptions.get(stream);
    subscription?.reactions?.stop();
    if (subscription) this.#deps.broadcasters.leave(stream, subscription);
    this.#subscriptions.delete(stream);
  }

  /** Reads a stream for this socket alone. */
  readStream(stream: number): void {
    this.#readStreams(stream);
  }

  get isBehind(): boolean {
    return this.#raw.writableNeedDrain;
  }

  readWhenTaken(stream: number): void {
    if (!this.isBehind) return this.#readStreams(stream);
    const subscription = this.#subscriptions.get(stream);
    if (subscription) subscription.isHeld = true;
    if (this.#held.size === 0) this.#raw.once("drain", () => this.#readHeld());
    this.#held.add(stream);
  }

  #readHeld(): void {
    const streams = [...this.#held];
    this.#held.clear();
    this.#readStreams(...streams);
  }

  #readStreams(...streams: number[]): void {
    for (const stream of streams) {
      this.#moved.add(stream);
      const subscription = this.#subscriptions.get(stream);
      if (subscription) Object.assign(subscription, { isReading: true, isHeld: false });
    }
    if (this.#state !== "idle" && this.#state !== "waiting") return;
    this.#state = "sending";
    void this.#flush().catch((error: unknown) => {
      this.#deps.onError(error);
      if (error instanceof StoreUnavailable) this.#retryLater();
      else this.#socket.close(1011, "internal error");
    });
  }

  /** The store is unavailable: tries again after a delay, or with the next notification. */
  #retryLater(): void {
    this.#cancel();
    if (this.#isClosed) return;
    this.#state = "waiting";
    this.#cancel = this.#deps.clock.after(backoff_ms(this.#failures++), () => this.#readStreams());
  }

  async #flush(): Promise<void> {
    while (this.#moved.size > 0 && !this.#isClosed) {
      const [stream] = this.#moved as unknown as [number];
      this.#moved.delete(stream);
      const subscription = this.#subscriptions.get(stream);
      if (!subscription) continue;
      try {
        await this.#sendNew(stream, subscription);
      } catch (error) {
        this.#moved.add(stream);
        throw error;
      }
      this.#failures = 0;
      if (this.#moved.has(stream)) continue;
      subscription.isReading = false;
      this.#deps.broadcasters.showDrafts(stream);
    }
    // Set synchronously after the check of `#moved`: a stream that is notified next starts a new run.
    this.#leave("sending", "idle");
  }

  async #sendNew(stream: number, subscription: ChatSubscription): Promise<void> {
    if (await this.#stillHolds(stream, subscription)) return;
    if (this.isBehind && (await this.#hasOnlyEdits(stream, subscription.cursor))) return this.readWhenTaken(stream);
    const { frames, texts, cursor, isThrough, isReactionsOnly } = await this.#deps.db.read((tx) =>
      this.#view.read(tx, stream, subscription.cursor),
    );
    if (isReactionsOnly && this.#reactionsOf(stream, subscription).hold(cursor)) return;
    subscription.reactions?.release();
    subscription.cursor = cursor;
    // The frames of one read go out in one write.
    this.#raw.cork();
    for (const frame of frames) {
      if (frame.type === "gone") this.#unsubscribe(stream);
      // Only groups and channels send this event here, and their chat id is their stream's id.
      if (frame.type === "account" && (frame.kind === "read" || frame.kind === "topic"))
        this.#subscriptions.get(frame.chat_id!)?.invalidatePointer();
      this.#send(frame);
    }
    for (const text of texts) this.#sendText(text);
    this.#raw.uncork();
    if (!isThrough) {
      this.#moved.add(stream);
      await this.#deps.yieldToEventLoop();
    }
    if (stream !== this.#person.id) return;
    if (frames.some(mayChangeChats)) this.#mustRefreshChats = true;
    if (this.#mustRefreshChats) await this.#refreshChats();
    this.#mustRefreshChats = false;
  }

  /** Whether the events of a chat that the socket does not have are edits alone. */
  async #hasOnlyEdits(stream: number, cursor: number): Promise<boolean> {
    if (stream === this.#person.id) return false;
    const rows = await this.#deps.db.read((tx) => eventsAfter(tx, stream, cursor, HELD_EDITS));
    return rows.length > 0 && rows.length < HELD_EDITS && rows.every(isEdit);
  }

  #reactionsOf(chat_id: number, subscription: ChatSubscription): ReactionDelay {
    subscription.reactions ??= new ReactionDelay(this.#deps.machine, () => this.readStream(chat_id));
    return subscription.reactions;
  }

  /** Whether reactions are held back, and nothing else has come since. */
  async #stillHolds(chat_id: number, { reactions }: ChatSubscription): Promise<boolean> {
    if (!reactions?.isHolding) return false;
    const held = await this.#deps.db.read((tx) => reactions.stillHeld(tx, chat_id));
    return held !== undefined && reactions.hold(held);
  }

  /**
   * Subscribes to chats that the person has joined, from their newest events on. Closes the socket when the session has
   * ended.
   */
  async #refreshChats(): Promise<void> {
    if (!(await this.#isSessionValid())) {
      this.#socket.close(...SESSION_ENDED);
      return;
    }
    const { last_seqs } = await readStreamPositions(this.#deps, this.#person.id);
    for (const [chat_id, last_seq] of last_seqs) {
      if (this.#subscriptions.has(chat_id)) continue;
      const chat = await this.#deps.db.read((tx) => findChat(tx, chat_id));
      this.#subscribe(chat_id, last_seq);
      if (chat) this.#send({ type: "joined", chat_id: chatIdFor(chat, this.#person.id), seq: last_seq });
      // The chat may have had events before the subscription.
      this.#readStreams(chat_id);
    }
  }

  /** Shows a chat action. */
  showAction({ chat_id, account_id, action, message_thread_id }: ChatAction): void {
    if (account_id === this.#person.id) return;
    const reading = this.#deps.db.read(async (tx) => {
      const chat = await findChat(tx, chat_id);
      return chat && { chat, user: await (await this.#view.viewer(tx)).user(account_id) };
    });
    const shown = reading.then((view) => {
      // The person may have left the chat meanwhile.
      if (!view || !this.#subscriptions.has(chat_id)) return;
      const thread = message_thread_id === undefined ? {} : { message_thread_id };
      const shown_id = chatIdFor(view.chat, this.#person.id);
      this.#send({ type: "action", chat_id: shown_id, ...thread, user: view.user, action });
    });
    shown.catch(this.#deps.onError);
  }

  sendDrafts(chat_id: number, frames: readonly Buffer[]): boolean {
    if (this.#isSendingDrafts) {
      this.#chatsWithDrafts.add(chat_id);
      return false;
    }
    if (!this.#isOpen() || this.#socket.readyState !== this.#socket.OPEN) return false;
    this.#isSendingDrafts = true;
    this.#raw.write(frames.length === 1 ? frames[0] : Buffer.concat(frames), () => {
      this.#isSendingDrafts = false;
      const chats = [...this.#chatsWithDrafts];
      this.#chatsWithDrafts.clear();
      for (const changed of chats) this.#deps.broadcasters.showDrafts(changed);
    });
    return true;
  }

  /** A group or channel was deleted. */
  dropChat(chat_id: number): void {
    this.#unsubscribe(chat_id);
    this.#send({ type: "gone", chat_id });
  }

  /**
   * Writes complete frames directly to the connection. `ws` never has a frame half written between two of these calls.
   */
  sendBytes(frames: Buffer): void {
    if (this.#isOpen() && this.#socket.readyState === this.#socket.OPEN) this.#raw.write(frames);
  }

  #send(frame: Frame): void {
    this.#sendText(JSON.stringify(frame));
  }

  #sendText(text: string): void {
    if (this.#isOpen()) this.#socket.send(portableJson(text));
  }

  /** Closes the socket of a client that does not read what it is sent. */
  #isOpen(): boolean {
    if (this.#isClosed) return false;
    if (this.#socket.bufferedAmount <= MAX_BUFFERED) return true;
    this.#socket.close(4008, "too slow: fetch the difference");
    this.#close();
    return false;
  }

  get #isClosed(): boolean {
    return this.#state === "closed";
  }

  /** Changes the state, if it is this one. */
  #leave(state: State, next: State): void {
    if (this.#state === state) this.#state = next;
  }

  #close(): void {
    this.#state = "closed";
    this.#cancel();
    this.#unwatchAccount();
    for (const stream of [...this.#subscriptions.keys()]) this.#unsubscribe(stream);
  }
}
