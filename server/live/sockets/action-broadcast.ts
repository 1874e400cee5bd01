/** Sends a chat action to the sockets of a chat, at a bounded rate. */
import type { Frame } from "@heliogram/shared/wire.ts";
import type { Clock } from "../../ports/clock.ts";
import { textFor, type SharedText } from "../../present/shared-event.ts";
import type { ChatSubscription } from "./chat-subscription.ts";
import { frameBytes } from "./frame-bytes.ts";
import type { ChatAction } from "../chat-actions.ts";
import type { FileIdCache } from "./file-id-cache.ts";

/** Sockets of one chat that receive actions per second: one action a second with 5000 sockets, 50 with 100. */
const SOCKETS_PER_S = 5000;

/** Limits the actions of a chat. Clients repeat an action while it lasts, so those over the limit are dropped. */
export class ActionRateLimit {
  readonly #clock: Clock;
  #left = SOCKETS_PER_S;
  #at_ms: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#at_ms = clock.elapsed();
  }

  /** @returns whether an action may be sent to this many sockets now */
  take(sockets: number): boolean {
    const now_ms = this.#clock.elapsed();
    this.#left = Math.min(SOCKETS_PER_S, this.#left + ((now_ms - this.#at_ms) * SOCKETS_PER_S) / 1000);
    this.#at_ms = now_ms;
    if (this.#left <= 0) return false;
    this.#left -= sockets;
    return true;
  }
}

export class ActionBroadcast {
  readonly #action: ChatAction;
  readonly #user: SharedText;
  readonly #idOf: readonly ((viewer_id: number) => string)[];
  readonly #subscriptions: Iterator<ChatSubscription>;
  #bytes: Buffer | undefined;

  constructor(action: ChatAction, user: SharedText, ids: FileIdCache, subscriptions: Iterator<ChatSubscription>) {
    this.#action = action;
    this.#user = user;
    this.#idOf = user.files.map((file) => ids.of(file));
    this.#subscriptions = subscriptions;
  }

  /** Sends the action to at most `count` further sockets, except the actor's own. @returns whether all have it */
  showSome(count: number, isInStep: (subscription: ChatSubscription) => boolean): boolean {
    for (let shown = 0; shown < count;) {
      const next = this.#subscriptions.next();
      if (next.done) return true;
      const subscription = next.value;
      if (subscription.person_id === this.#action.account_id || !isInStep(subscription)) continue;
      subscription.socket.sendBytes(this.#bytesFor(subscription.person_id));
      shown += 1;
    }
    return false;
  }

  #bytesFor(person_id: number): Buffer {
    if (this.#user.gaps.length > 0) return this.#make(person_id);
    return (this.#bytes ??= this.#make(person_id));
  }

  #make(person_id: number): Buffer {
    const { chat_id, action, message_thread_id } = this.#action;
    const place = { chat_id, message_thread_id };
    const head = JSON.stringify({ type: "action" satisfies Frame["type"], ...place }).slice(0, -1);
    const user = textFor(this.#user, this.#idOf, person_id);
    return frameBytes([`${head},"user":${user},"action":${JSON.stringify(action)}}`]);
  }
}
