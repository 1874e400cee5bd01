/** Pushes to one person: looks at what has changed for them, and tells each of their devices. */
import { dropSubscription } from "../app/accounts/push-subscriptions.ts";
import type { ConcurrencyLimit } from "../concurrency/concurrency-limit.ts";
import { backoff_ms } from "../live/coalesced-task.ts";
import type { StreamNotifier } from "../live/stream-notifier.ts";
import type { CancelTimer, Clock } from "../ports/clock.ts";
import type { Db } from "../store/db.ts";
import { LeaseLost, type Lease } from "../store/lease.ts";
import {
  deleteShown,
  markPushDelivered,
  markPushFailed,
  saveShown,
  type PushSubscription,
  type ShownPush,
} from "../store/queries/accounts/push-subscriptions.ts";
import { headsOf } from "../store/queries/messages/history.ts";
import { eventsAfter, streamState } from "../store/queries/streams/streams.ts";
import { DeviceDelivery, type DeliveryDeps, type DeviceResult } from "./device-delivery.ts";
import { chatsToLookAt, lookAt, MAX_CHATS, type Look } from "./look.ts";

/** How long a change waits for others, and for a page that is open to report that the message was read. */
const GATHER_MS = 2000;
/** How long a delivery may keep others waiting. */
const TURN_MS = 1000;
const OWN_EVENTS = 100;
const CHATS_AT_ONCE = 1000;
/** A device that has failed for so long is unsubscribed. */
const MAX_FAILING_S = 14 * 86_400;

/** Own events about a chat. Others concern no chat, or only drafts. */
const ABOUT_CHATS: ReadonlySet<string> = new Set(["read", "topic", "chat_settings", "unread_reactions", "chat"]);

export interface PersonPushDeps extends DeliveryDeps {
  /** Fenced by the lease of the person. */
  readonly db: Db;
  readonly notifier: StreamNotifier;
  readonly clock: Clock;
  readonly now_s: () => number;
  /** Looks and the beginnings of deliveries, by person. */
  readonly turns: ConcurrencyLimit<number>;
  /** No device of the person is subscribed any more. */
  readonly onUnsubscribed: (account_id: number) => void;
  readonly onError: (error: unknown) => void;
  readonly yieldToEventLoop: () => Promise<void>;
}

/**
 * 1. Every stream of the person is watched: their own, and those of their chats. A notification notes the chat.
 * 2. After a pause one look finds what to announce, and what was read meanwhile. It depends on the store alone, so a
 *    node that takes over begins with a look at all chats, and a look that fails is repeated.
 * 3. Each device is sent what it does not show yet. What it shows is saved after the answer of its push service.
 */
export class PersonPush {
  readonly #deps: PersonPushDeps;
  readonly #account_id: number;
  readonly #lease: Lease;
  readonly #delivery: DeviceDelivery;
  /** By chat, what ends watching it. */
  readonly #watched = new Map<number, () => void>();
  readonly #seqs = new Map<number, number>();
  readonly #changed = new Set<number>();
  #isAllChanged = true;
  #own_seq = 0;
  #hasOwnEvents = true;
  #isRunning = false;
  #isStopped = false;
  #failures = 0;
  #due_ms = Infinity;
  #cancel: CancelTimer = () => {};
  /** Chats that are looked at once more: a device failed, or a page of the person was looked at. */
  readonly #held = new Set<number>();
  #held_until_ms = Infinity;
  #cancelHeld: CancelTimer = () => {};
  readonly #ended = Promise.withResolvers<void>();

  constructor(deps: PersonPushDeps, account_id: number, lease: Lease) {
    this.#deps = deps;
    this.#account_id = account_id;
    this.#lease = lease;
    this.#delivery = new DeviceDelivery(deps);
  }

  /** Watches the person's streams, and looks at all of their chats. */
  start(): void {
    this.#watch(
      this.#account_id,
      () => this.#own_seq,
      () => (this.#hasOwnEvents = true),
    );
    this.lookSoon(0);
  }

  /** The subscriptions of the person have changed: looks at all chats. */
  changed(): void {
    this.#isAllChanged = true;
    this.lookSoon(0);
  }

  /** Looks after a pause, or earlier if that is due already. */
  lookSoon(delay_ms = GATHER_MS): void {
    if (this.#isStopped) return;
    const due_ms = this.#deps.clock.elapsed() + delay_ms;
    if (due_ms >= this.#due_ms) return;
    this.#due_ms = due_ms;
    this.#cancel();
    this.#cancel = this.#deps.clock.after(delay_ms, () => this.#begin());
  }

  /** Sends nothing more. Resolves when nothing is under way. */
  stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    this.#cancelHeld();
    for (const unwatch of this.#watched.values()) unwatch();
    this.#watched.clear();
    if (!this.#isRunning) this.#ended.resolve();
    return this.#ended.promise;
  }

  #watch(stream: number, position: () => number, note: () => void): void {
    if (this.#isStopped || this.#watched.has(stream)) return;
    const wake = () => {
      note();
      this.lookSoon();
    };
    this.#watched.set(stream, this.#deps.notifier.watch(stream, wake, position));
  }

  #begin(): void {
    this.#due_ms = Infinity;
    if (this.#isStopped || this.#isRunning) return;
    this.#isRunning = true;
    void this.#runInTurn().then((delay_ms) => {
      this.#isRunning = false;
      if (this.#isStopped) this.#ended.resolve();
      else if (this.#hasOwnEvents || this.#isAllChanged || this.#changed.size > 0) this.lookSoon(delay_ms);
    });
  }

  /** @returns milliseconds until the next look, if there is something to look at */
  async #runInTurn(): Promise<number> {
    try {
      if (!this.#lease.isValid() && !(await this.#lease.whenValid())) return GATHER_MS;
      await this.#runThroughTurn();
      this.#failures = 0;
      return GATHER_MS;
    } catch (error) {
      this.#isAllChanged = true;
      if (!(error instanceof LeaseLost)) this.#deps.onError(error);
      return backoff_ms(this.#failures++);
    }
  }

  /** Where a push service is slow, the turn ends before the delivery does: nobody waits who uses another one. */
  async #runThroughTurn(): Promise<void> {
    const { turns, clock } = this.#deps;
    let ran: Promise<void> | undefined;
    await turns.run(this.#account_id, async () => {
      ran = this.#run();
      const late = Promise.withResolvers<void>();
      const cancel = clock.after(TURN_MS, late.resolve);
      await Promise.race([ran, late.promise]).finally(cancel);
    });
    await ran;
  }

  async #run(): Promise<void> {
    if (this.#isStopped) return;
    if (this.#hasOwnEvents) await this.#readOwnEvents();
    const now_s = this.#deps.now_s();
    const isAll = this.#isAllChanged;
    if (isAll) await this.#noteAllChats(now_s);
    const chat_ids = this.#takeChanged();
    if (chat_ids.length === 0 && !isAll) return;
    const look = await this.#deps.db.read((tx) => lookAt(tx, this.#account_id, chat_ids, now_s));
    for (const [chat_id, seq] of look.seqs) this.#seqs.set(chat_id, seq);
    if (look.subscriptions.length === 0) return this.#deps.onUnsubscribed(this.#account_id);
    if (look.active_until > now_s) this.#lookAgain(chat_ids, (look.active_until - now_s) * 1000);
    await this.#deliver(look, chat_ids);
  }

  /** What was looked at is looked at once more, with what else is held back then. */
  #lookAgain(chat_ids: readonly number[], delay_ms: number): void {
    for (const id of chat_ids) this.#held.add(id);
    const due_ms = this.#deps.clock.elapsed() + delay_ms;
    if (this.#isStopped || due_ms >= this.#held_until_ms) return;
    this.#held_until_ms = due_ms;
    this.#cancelHeld();
    this.#cancelHeld = this.#deps.clock.after(delay_ms, () => {
      this.#held_until_ms = Infinity;
      for (const id of this.#held) this.#changed.add(id);
      this.#held.clear();
      this.lookSoon(0);
    });
  }

  /** Any chat may have changed. */
  async #noteAllChats(now_s: number): Promise<void> {
    this.#isAllChanged = false;
    const chat_ids = await this.#deps.db.read((tx) => chatsToLookAt(tx, this.#account_id, now_s));
    for (const id of chat_ids) this.#changed.add(id);
  }

  /** @returns chats that have changed; the others are looked at next */
  #takeChanged(): readonly number[] {
    const taken = [...this.#changed].slice(0, MAX_CHATS);
    for (const id of taken) this.#changed.delete(id);
    return taken;
  }

  /** Notes the chats that the person's own events are about, and watches those that they have joined. */
  async #readOwnEvents(): Promise<void> {
    this.#hasOwnEvents = false;
    const { db } = this.#deps;
    const read_seq = this.#own_seq;
    const isFirst = read_seq === 0;
    const { state, events } = await db.read(async (tx) => ({
      state: await streamState(tx, this.#account_id),
      events: isFirst ? [] : await eventsAfter(tx, this.#account_id, read_seq, OWN_EVENTS),
    }));
    const last_seq = state?.last_seq ?? 0;
    const isAll =
      events.length < OWN_EVENTS &&
      (events.at(-1)?.seq ?? last_seq) >= last_seq &&
      (state?.trimmed_seq ?? 0) <= read_seq;
    this.#own_seq = last_seq;
    if (!isAll) this.#isAllChanged = true;
    for (const { kind, ref } of events) if (ABOUT_CHATS.has(kind)) this.#changed.add(ref);
    if (isFirst || !isAll || events.some(({ kind }) => kind === "chat")) await this.#watchChats();
  }

  async #watchChats(): Promise<void> {
    const { db, yieldToEventLoop } = this.#deps;
    const own = new Set([this.#account_id]);
    for (let after = Number.MIN_SAFE_INTEGER; ;) {
      const page = await db.read((tx) => headsOf(tx, this.#account_id, after, CHATS_AT_ONCE));
      for (const { chat_id, last_seq } of page) {
        own.add(chat_id);
        if (!this.#watched.has(chat_id)) this.#seqs.set(chat_id, last_seq);
        this.#watch(
          chat_id,
          () => this.#seqs.get(chat_id) ?? 0,
          () => this.#changed.add(chat_id),
        );
      }
      if (page.length < CHATS_AT_ONCE) break;
      after = page.at(-1)!.chat_id;
      await yieldToEventLoop();
    }
    for (const [stream, unwatch] of this.#watched) {
      if (own.has(stream)) continue;
      unwatch();
      this.#watched.delete(stream);
      this.#seqs.delete(stream);
      this.#changed.add(stream);
    }
  }

  async #deliver(look: Look, chat_ids: readonly number[]): Promise<void> {
    const isAllowed = () => !this.#isStopped && this.#lease.isValid();
    const results = await Promise.all(
      look.subscriptions.map(async (to) => ({ to, result: await this.#delivery.send(to, look, isAllowed) })),
    );
    const eventful = results.filter(({ result }) => result.sent > 0 || result.error !== undefined);
    if (eventful.length > 0) await this.#save(eventful);
    const delays = results.flatMap(({ result: { retry_in_ms = Infinity } }) => retry_in_ms);
    const soonest_ms = Math.min(...delays);
    if (soonest_ms < Infinity) this.#lookAgain(chat_ids, soonest_ms);
  }

  async #save(results: readonly { readonly to: PushSubscription; readonly result: DeviceResult }[]): Promise<void> {
    const now_s = this.#deps.now_s();
    const id = this.#account_id;
    await this.#deps.db.write(async (tx) => {
      for (const { to, result } of results) {
        const isLongFailing = to.failing_since !== null && to.failing_since < now_s - MAX_FAILING_S;
        if (result.isGone || (result.error !== undefined && isLongFailing)) {
          await dropSubscription(tx, id, to.id);
          continue;
        }
        const of = (each: Omit<ShownPush, "subscription_id">) => ({ ...each, subscription_id: to.id });
        for (const each of result.closed) await deleteShown(tx, id, of(each));
        for (const each of result.shown) await saveShown(tx, id, of(each));
        if (result.error === undefined) await markPushDelivered(tx, id, to.id, now_s);
        else await markPushFailed(tx, id, to.id, result.error, now_s);
      }
    });
  }
}
