/** The third door onto streams: a person's screens, over a web socket (design: `GET /api/stream`). */
import { PROTOCOL, type Frame } from "@heliogram/shared/frames.ts";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Account } from "../domain/accounts.ts";
import { shownId } from "../domain/chats.ts";
import type { FileIds } from "../present/file-id.ts";
import { presentAccountEvent } from "../present/account-event.ts";
import { presentChatEvent } from "../present/chat-event.ts";
import { presentUnreadMentions } from "../present/unread-mentions.ts";
import { View } from "../present/view.ts";
import type { Clock } from "../ports/clock.ts";
import { findAccount } from "../store/accounts.ts";
import { findChat } from "../store/chats.ts";
import { StoreUnavailable, type Db, type ReadTx } from "../store/db.ts";
import { findMember } from "../store/members.ts";
import { unreadOf } from "../store/unread.ts";
import { eventsAfter, type EventRow } from "../store/streams.ts";
import type { Broadcasters } from "./broadcasters.ts";
import { ChatScreen, type Screen } from "./chat-screen.ts";
import type { Hub } from "./hub.ts";
import { pauseAfter } from "./looking.ts";
import type { Acting } from "./presence.ts";
import { readStanding } from "./standing.ts";

/** Bytes a slow client may leave unread before it is sent away to fetch what it missed. */
const MAX_BUFFERED = 4 * 1024 * 1024;
const BATCH = 100;

export interface StreamDeps {
  readonly db: Db;
  readonly hub: Hub;
  readonly broadcasters: Broadcasters;
  readonly clock: Clock;
  readonly fileIds: FileIds;
  /** Lets everything else that is due be done first. */
  readonly turn: () => Promise<void>;
  readonly onFault: (error: unknown) => void;
}

/** What the person is told of that brings no chats and ends no sessions. */
const LOOKS: readonly unknown[] = [
  "callback_answer",
  "chat_settings",
  "join_request",
  "join_requests",
  "pinned_chats",
  "read",
];

function isNews(frame: object): boolean {
  return !LOOKS.includes((frame as { kind?: unknown }).kind);
}

/** A web socket, and the connection that it is on: what is the same for many is written there as it is. */
export interface Connection {
  readonly ws: WebSocket;
  readonly raw: Duplex;
}

/** Serves one person's socket until it closes. `stillThere` tells whether the session goes on. */
export class PersonStream implements Screen {
  readonly #deps: StreamDeps;
  readonly #socket: WebSocket;
  readonly #raw: Duplex;
  readonly #person: Account;
  readonly #stillThere: () => Promise<boolean>;
  /** The person's own stream, and their chats. */
  readonly #watches = new Map<number, ChatScreen>();
  readonly #moved = new Set<number>();
  #unwatchOwn = () => {};
  /** News were told that may bring chats or end the session, and this was not looked after yet. */
  #unsettled = false;
  #failures = 0;
  #cancel = () => {};
  /** Nothing is shown before `hello`. */
  #busy = true;
  #hasBegun = false;
  #closed = false;

  constructor(deps: StreamDeps, { ws, raw }: Connection, person: Account, stillThere: () => Promise<boolean>) {
    this.#deps = deps;
    this.#socket = ws;
    this.#raw = raw;
    this.#person = person;
    this.#stillThere = stillThere;
  }

  get person_id(): number {
    return this.#person.id;
  }

  /** Subscribes to the person's own news and to all their chats, from where these stand now. */
  async start(): Promise<void> {
    this.#socket.once("close", () => this.#close());
    this.#socket.on("error", () => this.#close());
    const endGathering = this.#deps.hub.gather();
    const isOpen = await this.#open().finally(endGathering);
    if (!isOpen) return;
    // What moved after it was read, and may have moved before it was watched.
    for (const stream of endGathering()) this.#moved.add(stream);
    this.#begin();
    this.#wake();
  }

  /** @returns whether the session goes on */
  async #open(): Promise<boolean> {
    const { seq, heads } = await readStanding(this.#deps, this.#person.id);
    this.#watch(this.#person.id, seq);
    for (const [chat_id, head] of heads) this.#watch(chat_id, head);
    // A session that ended before its news were watched ends the socket here.
    if (!(await this.#stillThere())) {
      this.#socket.close(4001, "signed out");
      return false;
    }
    const sum = [...heads.values()].reduce((total, head) => total + head, 0);
    this.#send({ type: "hello", protocol: PROTOCOL, seq, heads: sum, chats: heads.size });
    return true;
  }

  /** From now on others may send what happens in chats that did not move meanwhile. */
  #begin(): void {
    this.#hasBegun = true;
    this.#busy = false;
    for (const [stream, place] of this.#watches) place.isReading = this.#moved.has(stream);
  }

  #watch(stream: number, cursor: number): void {
    if (this.#closed || this.#watches.has(stream)) return;
    const place = new ChatScreen(this, cursor);
    place.isReading = !this.#hasBegun;
    this.#watches.set(stream, place);
    if (stream === this.#person.id) this.#unwatchOwn = this.#deps.hub.watch(stream, () => this.wake(stream));
    else this.#deps.broadcasters.join(stream, place);
  }

  #unwatch(stream: number): void {
    const place = this.#watches.get(stream);
    if (place) this.#deps.broadcasters.leave(stream, place);
    this.#watches.delete(stream);
  }

  /** A stream has moved, and is read for this socket alone. */
  wake(stream: number): void {
    this.#wake(stream);
  }

  #wake(...streams: number[]): void {
    for (const stream of streams) {
      this.#moved.add(stream);
      const place = this.#watches.get(stream);
      if (place) place.isReading = true;
    }
    if (this.#busy || this.#closed) return;
    this.#busy = true;
    void this.#flush().catch((error: unknown) => {
      this.#deps.onFault(error);
      if (error instanceof StoreUnavailable) this.#rest();
      else this.#socket.close(1011, "internal error");
    });
  }

  /** The store is away: what has moved is looked at again in a while, or when something else moves. */
  #rest(): void {
    this.#busy = false;
    this.#cancel();
    if (!this.#closed) this.#cancel = this.#deps.clock.after(pauseAfter(this.#failures++), () => this.#wake());
  }

  async #flush(): Promise<void> {
    while (this.#moved.size > 0 && !this.#closed) {
      const [stream] = this.#moved as unknown as [number];
      this.#moved.delete(stream);
      const watch = this.#watches.get(stream);
      if (!watch) continue;
      try {
        await this.#show(stream, watch);
      } catch (error) {
        this.#moved.add(stream);
        throw error;
      }
      this.#failures = 0;
      if (!this.#moved.has(stream)) watch.isReading = false;
    }
    // In the same breath as the look at what has moved: nothing that moves later finds it busy and is lost.
    this.#busy = false;
  }

  async #show(stream: number, watch: ChatScreen): Promise<void> {
    const { frames, cursor } = await this.#deps.db.read((tx) => this.#read(tx, stream, watch));
    watch.cursor = cursor;
    // What was read together goes out in one write.
    this.#raw.cork();
    for (const frame of frames) {
      if (frame.type === "gone") this.#unwatch(stream);
      // Only groups and channels tell of it here, and these are called what their streams are.
      if (frame.type === "account" && frame.kind === "read") this.#watches.get(frame.chat_id!)?.pointerMoved();
      this.#send(frame);
    }
    this.#raw.uncork();
    if (frames.length === BATCH) this.#moved.add(stream);
    if (stream !== this.#person.id) return;
    if (frames.some(isNews)) this.#unsettled = true;
    if (this.#unsettled) await this.#ownNews();
    this.#unsettled = false;
  }

  /** A read may be made twice: it changes nothing here. */
  async #read(tx: ReadTx, stream: number, watch: ChatScreen): Promise<{ frames: Frame[]; cursor: number }> {
    const events = await eventsAfter(tx, stream, watch.cursor, BATCH);
    const cursor = events.at(-1)?.seq ?? watch.cursor;
    const own = stream === this.#person.id;
    return { cursor, frames: await (own ? this.#ownFrames(tx, events) : this.#chatFrames(tx, stream, events)) };
  }

  /** The person as they are now: they may have another name than when the socket was opened. */
  async #view(tx: ReadTx): Promise<View> {
    return new View(tx, (await findAccount(tx, this.#person.id)) ?? this.#person, this.#deps.fileIds);
  }

  async #ownFrames(tx: ReadTx, events: readonly EventRow[]): Promise<Frame[]> {
    const view = await this.#view(tx);
    const now_s = Math.floor(this.#deps.clock.now() / 1000);
    const frames: Frame[] = [];
    for (const event of events)
      frames.push({ type: "account", ...(await presentAccountEvent(view, event, now_s)) } as Frame);
    return frames;
  }

  /** Whoever is no longer in the chat gets nothing more of it: the membership is looked at with every read. */
  async #chatFrames(tx: ReadTx, stream: number, events: readonly EventRow[]): Promise<Frame[]> {
    const chat = await findChat(tx, stream);
    const member = await findMember(tx, stream, this.#person.id);
    if (!chat || !member?.is_member) {
      // Only groups and channels are deleted, and these are called what their streams are.
      return [{ type: "gone", chat_id: chat ? shownId(chat, this.#person.id) : stream }];
    }
    const view = await this.#view(tx);
    const now_s = Math.floor(this.#deps.clock.now() / 1000);
    const frames: Frame[] = [];
    const unread = events.findLast((event) => changesUnread(event, this.#person.id));
    for (const event of events) {
      const shown = await presentChatEvent(view, chat, event, now_s);
      const count = event === unread ? await unreadOf(tx, stream, this.#person.id) : {};
      const mentions = await presentUnreadMentions(view, chat, event);
      frames.push({ type: "chat", chat_id: shownId(chat, this.#person.id), ...count, ...mentions, ...shown });
    }
    return frames;
  }

  /** Chats that became the person's are watched from their first event on; a session that ended ends its socket. */
  async #ownNews(): Promise<void> {
    if (!(await this.#stillThere())) {
      this.#socket.close(4001, "signed out");
      return;
    }
    const { heads } = await readStanding(this.#deps, this.#person.id);
    for (const [chat_id, head] of heads) {
      if (this.#watches.has(chat_id)) continue;
      const chat = await this.#deps.db.read((tx) => findChat(tx, chat_id));
      this.#watch(chat_id, head);
      if (chat) this.#send({ type: "joined", chat_id: shownId(chat, this.#person.id), seq: head });
      // It may have moved since, and nobody was told.
      this.#wake(chat_id);
    }
  }

  /** Shows what somebody in a chat does. */
  showAction({ chat_id, account_id, action }: Acting): void {
    if (account_id === this.#person.id) return;
    const reading = this.#deps.db.read(async (tx) => {
      const chat = await findChat(tx, chat_id);
      return chat && { chat, user: await (await this.#view(tx)).user(account_id) };
    });
    const shown = reading.then((seen) => {
      // Whoever has left meanwhile is told nothing.
      if (!seen || !this.#watches.has(chat_id)) return;
      this.#send({ type: "action", chat_id: shownId(seen.chat, this.#person.id), user: seen.user, action });
    });
    shown.catch(this.#deps.onFault);
  }

  /** A group or channel was deleted. */
  dropChat(chat_id: number): void {
    this.#unwatch(chat_id);
    this.#send({ type: "gone", chat_id });
  }

  /** Writes whole frames past the web socket, which has none of its own under way between two of these calls. */
  sendBytes(frames: Buffer): void {
    if (this.#isOpen() && this.#socket.readyState === this.#socket.OPEN) this.#raw.write(frames);
  }

  #send(frame: Frame): void {
    if (this.#isOpen()) this.#socket.send(JSON.stringify(frame));
  }

  /** Whoever does not take what they are sent is sent away. */
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
    this.#unwatchOwn();
    for (const stream of [...this.#watches.keys()]) this.#unwatch(stream);
  }
}

/** What others say counts as unread, until it is read or deleted. */
function changesUnread(event: EventRow, person_id: number): boolean {
  return event.kind === "message" || event.kind === "delete" || (event.kind === "read" && event.ref === person_id);
}
