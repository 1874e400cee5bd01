/** A person's web socket (`GET /api/stream`): sends the events of their own stream and of all their chats. */
import { PROTOCOL } from "@heliogram/shared/protocol.ts";
import type { Frame } from "@heliogram/shared/wire.ts";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Account } from "../../domain/accounts.ts";
import { chatIdFor, type Chat } from "../../domain/chats.ts";
import { portableJson } from "../../domain/text/portable.ts";
import type { FileIds } from "../../present/file-id.ts";
import { presentAccountEvent } from "../../present/account-event.ts";
import { presentChatEvent } from "../../present/chat-event.ts";
import { presentUnreadMentions } from "../../present/unread-mentions.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import type { Clock } from "../../ports/clock.ts";
import { findAccount } from "../../store/queries/accounts/accounts.ts";
import { findChat } from "../../store/queries/chats/chats.ts";
import { StoreUnavailable, type Db, type ReadTx } from "../../store/db.ts";
import { findMember } from "../../store/queries/members/members.ts";
import { unreadOf } from "../../store/queries/members/unread.ts";
import { eventsAfter, type EventRow } from "../../store/queries/streams/streams.ts";
import type { Broadcasters } from "./broadcasters.ts";
import { ChatSubscription, type SubscribedSocket } from "./chat-subscription.ts";
import type { StreamNotifier } from "../stream-notifier.ts";
import { backoff_ms } from "../coalesced-task.ts";
import type { ChatAction } from "../chat-actions.ts";
import { readStreamPositions } from "./stream-positions.ts";

/** Bytes that a slow client may leave unread. Beyond them its socket is closed, and it fetches the difference. */
const MAX_BUFFERED = 4 * 1024 * 1024;
const EVENTS_PER_READ = 100;
/** Events of a chat that are presented side by side. */
const PRESENTED_AT_ONCE = 25;
/** Frames of a read, in characters: a client that reads has time to do so before the next ones are written. */
const READ_CHARACTERS = MAX_BUFFERED / 4;
/** The close code of a socket whose session has ended, and its reason. */
export const SESSION_ENDED = [4001, "signed out"] as const;

export interface SocketDeps {
  readonly db: Db;
  readonly notifier: StreamNotifier;
  readonly broadcasters: Broadcasters;
  readonly clock: Clock;
  readonly fileIds: FileIds;
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
  "pinned_chats",
  "read",
];

function mayChangeChats(frame: object): boolean {
  return !KINDS_WITHOUT_CHATS.includes((frame as { kind?: unknown }).kind);
}

/** A web socket, and the TCP connection below it, to which frames for many sockets are written directly. */
export interface SocketConnection {
  readonly ws: WebSocket;
  readonly raw: Duplex;
}

/** What a read of a stream has found. */
interface NewFrames {
  readonly frames: readonly Frame[];
  /** Frames of events of a chat, as JSON. */
  readonly texts: readonly string[];
  /** The last event that they are of. */
  readonly cursor: number;
  /** Whether there were no more events. */
  readonly isThrough: boolean;
}

/** Serves one person's web socket until it closes. */
export class UserSocket implements SubscribedSocket {
  readonly #deps: SocketDeps;
  readonly #socket: WebSocket;
  readonly #raw: Duplex;
  readonly #person: Account;
  readonly #isSessionValid: () => Promise<boolean>;
  /** The person's own stream, and their chats. */
  readonly #subscriptions = new Map<number, ChatSubscription>();
  readonly #moved = new Set<number>();
  #unwatchAccount = () => {};
  /** Account events that may add chats or end the session were sent, and `#refreshChats` has not run since. */
  #mustRefreshChats = false;
  #failures = 0;
  #cancel = () => {};
  /** Nothing is sent before `hello`, so the socket starts busy. */
  #busy = true;
  #hasBegun = false;
  #closed = false;

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
    this.#hasBegun = true;
    this.#busy = false;
    for (const [stream, subscription] of this.#subscriptions) subscription.isReading = this.#moved.has(stream);
  }

  #subscribe(stream: number, cursor: number): void {
    if (this.#closed || this.#subscriptions.has(stream)) return;
    const subscription = new ChatSubscription(this, cursor);
    subscription.isReading = !this.#hasBegun;
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
    if (subscription) this.#deps.broadcasters.leave(stream, subscription);
    this.#subscriptions.delete(stream);
  }

  /** Reads a stream for this socket alone. */
  readStream(stream: number): void {
    this.#readStreams(stream);
  }

  #readStreams(...streams: number[]): void {
    for (const stream of streams) {
      this.#moved.add(stream);
      const subscription = this.#subscriptions.get(stream);
      if (subscription) subscription.isReading = true;
    }
    if (this.#busy || this.#closed) return;
    this.#busy = true;
    void this.#flush().catch((error: unknown) => {
      this.#deps.onError(error);
      if (error instanceof StoreUnavailable) this.#retryLater();
      else this.#socket.close(1011, "internal error");
    });
  }

  /** The store is unavailable: tries again after a delay, or with the next notification. */
  #retryLater(): void {
    this.#busy = false;
    this.#cancel();
    if (!this.#closed) this.#cancel = this.#deps.clock.after(backoff_ms(this.#failures++), () => this.#readStreams());
  }

  async #flush(): Promise<void> {
    while (this.#moved.size > 0 && !this.#closed) {
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
      if (!this.#moved.has(stream)) subscription.isReading = false;
    }
    // Set synchronously after the check of `#moved`: a stream that is notified next starts a new run.
    this.#busy = false;
  }

  async #sendNew(stream: number, subscription: ChatSubscription): Promise<void> {
    const { frames, texts, cursor, isThrough } = await this.#deps.db.read((tx) => this.#read(tx, stream, subscription));
    subscription.cursor = cursor;
    // The frames of one read go out in one write.
    this.#raw.cork();
    for (const frame of frames) {
      if (frame.type === "gone") this.#unsubscribe(stream);
      // Only groups and channels send this event here, and their chat id is their stream's id.
      if (frame.type === "account" && frame.kind === "read")
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

  /** Changes no state, as a read may be retried. */
  async #read(tx: ReadTx, stream: number, subscription: ChatSubscription): Promise<NewFrames> {
    const own = stream === this.#person.id;
    const [events, context, chat, member] = await Promise.all([
      eventsAfter(tx, stream, subscription.cursor, EVENTS_PER_READ),
      this.#view(tx),
      own ? undefined : findChat(tx, stream),
      own ? undefined : findMember(tx, stream, this.#person.id),
    ]);
    const cursor = events.at(-1)?.seq ?? subscription.cursor;
    const isThrough = events.length < EVENTS_PER_READ;
    if (own) return { cursor, isThrough, frames: await this.#accountFrames(context, events), texts: [] };
    // The membership is checked in every read, so a person who has left gets no further event of the chat.
    if (chat && member?.is_member) {
      const texts = await this.#chatFrames(context, chat, events);
      const isAll = texts.length === events.length;
      return {
        cursor: isAll ? cursor : events[texts.length - 1]!.seq,
        isThrough: isThrough && isAll,
        frames: [],
        texts,
      };
    }
    // Only groups and channels are deleted, and their chat id is their stream's id.
    const gone: Frame = { type: "gone", chat_id: chat ? chatIdFor(chat, this.#person.id) : stream };
    return { cursor, isThrough: true, frames: [gone], texts: [] };
  }

  /** The person is read anew: they may have been renamed since the socket was opened. */
  async #view(tx: ReadTx): Promise<ViewerContext> {
    return new ViewerContext(tx, (await findAccount(tx, this.#person.id)) ?? this.#person, this.#deps.fileIds);
  }

  async #accountFrames(context: ViewerContext, events: readonly EventRow[]): Promise<Frame[]> {
    const now_s = Math.floor(this.#deps.clock.now() / 1000);
    const frames: Frame[] = [];
    for (const event of events)
      frames.push({ type: "account", ...(await presentAccountEvent(context, event, now_s)) } as Frame);
    return frames;
  }

  /** The frames of the first of these events, as many as have about `READ_CHARACTERS`. */
  async #chatFrames(context: ViewerContext, chat: Chat, events: readonly EventRow[]): Promise<string[]> {
    const texts: string[] = [];
    let characters = 0;
    while (texts.length < events.length) {
      const some = events.slice(texts.length, texts.length + PRESENTED_AT_ONCE);
      for (const frame of await this.#presentSideBySide(context, chat, some)) {
        if (characters > READ_CHARACTERS) return texts;
        const text = JSON.stringify(frame);
        characters += text.length;
        texts.push(text);
      }
    }
    return texts;
  }

  /** The events are presented side by side, so that a database that is elsewhere is asked once for all of them. */
  #presentSideBySide(context: ViewerContext, chat: Chat, events: readonly EventRow[]): Promise<Frame[]> {
    const now_s = Math.floor(this.#deps.clock.now() / 1000);
    const unread = events.findLast((event) => changesUnread(event, this.#person.id));
    return Promise.all(
      events.map(async (event): Promise<Frame> => {
        const [shown, count, mentions] = await Promise.all([
          presentChatEvent(context, chat, event, now_s),
          event === unread ? unreadOf(context.tx, chat.id, this.#person.id) : {},
          presentUnreadMentions(context, chat, event),
        ]);
        return { type: "chat", chat_id: chatIdFor(chat, this.#person.id), ...count, ...mentions, ...shown };
      }),
    );
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
  showAction({ chat_id, account_id, action }: ChatAction): void {
    if (account_id === this.#person.id) return;
    const reading = this.#deps.db.read(async (tx) => {
      const chat = await findChat(tx, chat_id);
      return chat && { chat, user: await (await this.#view(tx)).user(account_id) };
    });
    const shown = reading.then((view) => {
      // The person may have left the chat meanwhile.
      if (!view || !this.#subscriptions.has(chat_id)) return;
      this.#send({ type: "action", chat_id: chatIdFor(view.chat, this.#person.id), user: view.user, action });
    });
    shown.catch(this.#deps.onError);
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
    if (this.#closed) return false;
    if (this.#socket.bufferedAmount <= MAX_BUFFERED) return true;
    this.#socket.close(4008, "too slow: fetch the difference");
    this.#close();
    return false;
  }

  #close(): void {
    this.#closed = true;
    this.#cancel();
    this.#unwatchAccount();
    for (const stream of [...this.#subscriptions.keys()]) this.#unsubscribe(stream);
  }
}

/** Whether the event changes the unread count: a message, a deletion, or reading by the person. */
function changesUnread(event: EventRow, person_id: number): boolean {
  return event.kind === "message" || event.kind === "delete" || (event.kind === "read" && event.ref === person_id);
}
