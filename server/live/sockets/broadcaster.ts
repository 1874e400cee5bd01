/**
 * Serves the sockets of one group or channel: reads each event once, serializes it once, and writes it to many sockets
 * in one turn of the event loop. While there are unread events nothing is sent, so a person who has left the chat gets
 * nothing more. A socket that must see something else, or whose cursor is behind, reads by itself.
 */
import type { Clock } from "../../ports/clock.ts";
import type { FileIdMinter } from "../../present/file-id.ts";
import type { SharedTexts } from "../../present/shared-event.ts";
import { StoreUnavailable, type Db } from "../../store/db.ts";
import { PEOPLE_AT_ONCE, pointersOf } from "../../store/queries/members/unread-window.ts";
import { ActionBroadcast, ActionRateLimit } from "./action-broadcast.ts";
import type { ChatSubscription } from "./chat-subscription.ts";
import { CoalescedTask } from "../coalesced-task.ts";
import { DraftBroadcast } from "../drafts/draft-broadcast.ts";
import type { DraftFrames } from "../drafts/draft-frames.ts";
import type { ChatAction } from "../chat-actions.ts";
import { BroadcastLog } from "./broadcast-log.ts";
import { FileIdCache } from "./file-id-cache.ts";
import { ReactionDelay } from "./reaction-delay.ts";
import { readForBroadcast, type BroadcastRead } from "./broadcast-read.ts";
import { UnreadWindow } from "./unread-window.ts";

/** Sockets that are written to in one turn of the event loop. Each takes about 12 µs, most of it in the kernel. */
const SOCKETS_PER_TURN = 128;
/** The cost of a socket that reads by itself, in sockets that are written to. */
const OWN_READ_COST = 6;

export interface BroadcastDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** The clock of delays, which nobody freezes. */
  readonly machine: Clock;
  readonly fileIds: FileIdMinter;
  readonly texts: SharedTexts;
  /** Resolves in the next turn of the event loop, after everything else that is due. */
  readonly yieldToEventLoop: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/**
 * What is done next, in this order. While there is none of it, each socket may read by itself.
 * 1. "read": the stream has events that were not read, or no socket was served yet.
 * 2. "read pointers": there are new messages, and the read pointers of some people are not known.
 * 3. "serve": the sockets get the bytes of the events, some in each turn of the event loop, until a pass is over.
 * 4. "show actions": nobody has events to get.
 * 5. "show drafts": nor actions.
 */
type Phase = "read" | "read pointers" | "serve" | "show actions" | "show drafts" | "idle";

/** A walk through the sockets, each of which gets the events that it lacks. */
interface Pass {
  readonly sockets: Iterator<ChatSubscription>;
  /** The newest event when it began. */
  readonly newest: number;
  /** Events were read since it began, so another one follows. */
  isOutdated: boolean;
}

export class Broadcaster {
  readonly #deps: BroadcastDeps;
  readonly #chat_id: number;
  readonly #subscriptions: ReadonlySet<ChatSubscription>;
  readonly #window: UnreadWindow;
  readonly #log: BroadcastLog;
  readonly #ids: FileIdCache;
  readonly #task: CoalescedTask;
  readonly #reactions: ReactionDelay;
  readonly #actions: ChatAction[] = [];
  readonly #actionRate: ActionRateLimit;
  #actionBroadcast: ActionBroadcast | undefined;
  #draftBroadcast: DraftBroadcast | undefined;
  /** The newest event in the log; `undefined` while each socket reads by itself. */
  #newest: number | undefined;
  /** Whether there is nothing to send, and the last run has not failed. */
  #isIdle = true;
  /** The stream has events that were not read. */
  #isStale = false;
  /** The chat was deleted. */
  #isDeleted = false;
  /** `undefined` when all sockets are up to date. */
  #pass: Pass | undefined;
  /** Subscriptions whose person's read pointer must be read. */
  #withoutPointer: ChatSubscription[] = [];

  constructor(deps: BroadcastDeps, chat_id: number, subscriptions: ReadonlySet<ChatSubscription>) {
    this.#deps = deps;
    this.#chat_id = chat_id;
    this.#subscriptions = subscriptions;
    this.#window = new UnreadWindow(chat_id);
    this.#ids = new FileIdCache(deps.fileIds);
    this.#log = new BroadcastLog(chat_id, this.#ids, this.#window);
    this.#actionRate = new ActionRateLimit(deps.clock);
    this.#reactions = new ReactionDelay(deps.machine, () => this.wake());
    this.#task = new CoalescedTask(deps, () => this.#run());
  }

  /** Whether there is nothing to send, so that each socket may read by itself from now on. */
  get isIdle(): boolean {
    return this.#isIdle && !this.#draftBroadcast?.isWaiting && !this.#reactions.isHolding;
  }

  stop(): void {
    this.#reactions.stop();
    this.#task.stop();
    this.#draftBroadcast?.reset();
  }

  /** The chat's stream has new events. */
  wake(): void {
    this.#isStale = true;
    this.#start();
  }

  /** Sends a chat action to the chat's sockets. */
  showAction(action: ChatAction): void {
    if (!this.#actionRate.take(this.#subscriptions.size)) return;
    this.#actions.push(action);
    this.#start();
  }

  /** Sends the newest streamed drafts to the chat's sockets. */
  showDrafts(frames: DraftFrames): void {
    this.#draftBroadcast ??= new DraftBroadcast(frames, this.#deps.clock, () => this.#start());
    this.#draftBroadcast.trigger();
  }

  #start(): void {
    this.#isIdle = false;
    this.#task.trigger();
  }

  async #run(): Promise<void> {
    try {
      for (let phase = this.#next(); phase !== "idle"; phase = this.#next()) {
        if (phase === "read") await this.#read();
        else if (phase === "read pointers") await this.#readPointers();
        else if (phase === "serve") await this.#serveSome(this.#pass!);
        else if (phase === "show actions") await this.#showActions();
        else await this.#showDrafts(this.#draftBroadcast!);
      }
      this.#isIdle = true;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) this.#reset();
      throw error;
    }
  }

  #next(): Phase {
    if (this.#subscriptions.size === 0) return "idle";
    if (this.#isStale || this.#newest === undefined) return "read";
    if (this.#withoutPointer.length > 0) return "read pointers";
    if (this.#pass) return "serve";
    if (this.#actionBroadcast || this.#actions.length > 0) return "show actions";
    return this.#draftBroadcast?.isDue ? "show drafts" : "idle";
  }

  async #read(): Promise<void> {
    const after = this.#newest ?? newestCursor(this.#subscriptions);
    const now_s = Math.floor(this.#deps.clock.now() / 1000);
    const wanted = { chat_id: this.#chat_id, after, now_s, texts: this.#deps.texts, window: this.#window };
    this.#isStale = false;
    try {
      if (await this.#stillHolds()) return;
      const found = await this.#deps.db.read((tx) => readForBroadcast(tx, wanted));
      if (found?.isReactionsOnly && this.#reactions.hold(found.events.at(-1)!.seq)) {
        this.#newest = after;
        return;
      }
      this.#reactions.release();
      this.#add(found, after);
    } catch (error) {
      this.#isStale = true;
      throw error;
    }
  }

  /** Whether reactions are held back, and nothing else has come since. */
  async #stillHolds(): Promise<boolean> {
    if (!this.#reactions.isHolding) return false;
    const held = await this.#deps.db.read((tx) => this.#reactions.stillHeld(tx, this.#chat_id));
    return held !== undefined && this.#reactions.hold(held);
  }

  #add(found: BroadcastRead | undefined, after: number): void {
    this.#isDeleted = found === undefined;
    this.#newest = found?.events.at(-1)?.seq ?? after;
    if (found) {
      if (found.events.length === 0) return;
      this.#log.add(found.events);
      if (found.isFull) this.#isStale = true;
      if (found.moved.size > 0) this.#invalidatePointers(found.moved);
      if (found.messages) {
        this.#window.take(found.messages, found.deleted);
        this.#withoutPointer = [...this.#subscriptions].filter(({ unread_after }) => unread_after === undefined);
      }
    }
    if (this.#pass) this.#pass.isOutdated = true;
    else this.#beginPass();
  }

  #invalidatePointers(people: ReadonlySet<number>): void {
    for (const subscription of this.#subscriptions)
      if (people.has(subscription.person_id)) subscription.invalidatePointer();
  }

  /** Reads the read pointers of the next people for whom they are not known. */
  async #readPointers(): Promise<void> {
    const page = this.#withoutPointer.splice(0, PEOPLE_AT_ONCE);
    const takers = page.map((subscription) => [subscription.person_id, subscription.beginPointerRead()] as const);
    const ids = [...new Set(page.map(({ person_id }) => person_id))];
    const pointers = await this.#deps.db.read((tx) => pointersOf(tx, this.#chat_id, ids));
    for (const [person_id, take] of takers) take(pointers.get(person_id));
  }

  #beginPass(): void {
    this.#pass = { sockets: this.#subscriptions.values(), newest: this.#newest!, isOutdated: false };
  }

  /**
   * There was no notification since the last read: every receiver is still a member, and the bytes are of the last
   * commit.
   */
  #serveSome(pass: Pass): Promise<void> {
    for (let cost = 0; cost < SOCKETS_PER_TURN;) {
      const next = pass.sockets.next();
      if (!next.done) {
        cost += this.#serve(next.value);
        continue;
      }
      this.#log.dropUpTo(pass.newest);
      this.#pass = undefined;
      if (pass.isOutdated) this.#beginPass();
      break;
    }
    return this.#deps.yieldToEventLoop();
  }

  /** @returns the cost, in sockets that are written to */
  #serve(subscription: ChatSubscription): number {
    if (this.#isDeleted) {
      subscription.socket.dropChat(this.#chat_id);
      return 1;
    }
    if (subscription.cursor >= this.#newest!) return 0;
    if (this.#mustWait(subscription)) {
      subscription.socket.readWhenTaken(this.#chat_id);
      return 0;
    }
    const bytes = subscription.isReading ? undefined : this.#log.bytesFor(subscription);
    if (!bytes) {
      subscription.socket.readStream(this.#chat_id);
      return OWN_READ_COST;
    }
    subscription.cursor = this.#newest!;
    subscription.socket.sendBytes(bytes);
    return 1;
  }

  /** A slow client gets the newest of the edits that have come until it has taken what it was sent. */
  #mustWait({ isHeld, isReading, socket }: ChatSubscription): boolean {
    return (isHeld || (!isReading && socket.isBehind)) && this.#log.hasOnlyEdits;
  }

  async #showActions(): Promise<void> {
    if (!this.#actionBroadcast) {
      const action = this.#actions.shift()!;
      const user = await this.#deps.db.read((tx) => this.#deps.texts.user(tx, action.account_id));
      this.#actionBroadcast = new ActionBroadcast(action, user, this.#ids, this.#subscriptions.values());
      return;
    }
    const isOver = this.#actionBroadcast.showSome(SOCKETS_PER_TURN, (each) => this.#isInStep(each));
    if (isOver) this.#actionBroadcast = undefined;
    await this.#deps.yieldToEventLoop();
  }

  /** A socket with another cursor may belong to a person who has joined or left in the events that it does not have. */
  #isInStep({ isReading, cursor }: ChatSubscription): boolean {
    return !isReading && cursor === this.#newest;
  }

  async #showDrafts(broadcast: DraftBroadcast): Promise<void> {
    await broadcast.showSome(SOCKETS_PER_TURN, this.#subscriptions, (each) => this.#isInStep(each));
    await this.#deps.yieldToEventLoop();
  }

  /** After a failure each socket reads by itself. A socket whose own read fails is closed. */
  #reset(): void {
    this.#newest = undefined;
    this.#window.clear();
    this.#log.dropUpTo(Number.MAX_SAFE_INTEGER);
    this.#pass = undefined;
    this.#actionBroadcast = undefined;
    this.#actions.length = 0;
    this.#draftBroadcast?.reset();
    this.#withoutPointer = [];
    for (const { socket } of this.#subscriptions) socket.readStream(this.#chat_id);
  }
}

function newestCursor(subscriptions: ReadonlySet<ChatSubscription>): number {
  let newest = 0;
  for (const { cursor } of subscriptions) newest = Math.max(newest, cursor);
  return newest;
}
