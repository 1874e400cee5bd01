/** What somebody in a chat does, on its way to the chat's screens. */
import type { Frame } from "@heliogram/shared/frames.ts";
import type { Clock } from "../ports/clock.ts";
import { textFor, type SharedText } from "../present/shared-event.ts";
import type { ChatScreen } from "./chat-screen.ts";
import { frameBytes } from "./frame-bytes.ts";
import type { Acting } from "./presence.ts";
import type { RecentIds } from "./recent-ids.ts";

/** Screens of one chat that are told of actions in a second: one action a second with 5000 screens, 50 with 100. */
const SCREENS_PER_S = 5000;

/** Actions are shown for a moment and said again: in a large chat, what is more than it can be told of is left out. */
export class ActionRate {
  readonly #clock: Clock;
  #left = SCREENS_PER_S;
  #at_ms: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#at_ms = clock.elapsed();
  }

  /** @returns whether an action is shown to so many screens now */
  take(screens: number): boolean {
    const now_ms = this.#clock.elapsed();
    this.#left = Math.min(SCREENS_PER_S, this.#left + ((now_ms - this.#at_ms) * SCREENS_PER_S) / 1000);
    this.#at_ms = now_ms;
    if (this.#left <= 0) return false;
    this.#left -= screens;
    return true;
  }
}

export class ActionPass {
  readonly #acting: Acting;
  readonly #user: SharedText;
  readonly #idOf: readonly ((viewer_id: number) => string)[];
  readonly #places: Iterator<ChatScreen>;
  #bytes: Buffer | undefined;

  constructor(acting: Acting, user: SharedText, ids: RecentIds, places: Iterator<ChatScreen>) {
    this.#acting = acting;
    this.#user = user;
    this.#idOf = user.files.map((file) => ids.of(file));
    this.#places = places;
  }

  /** Shows it to at most `count` further screens, its own aside. @returns whether it has been shown to all */
  showSome(count: number, isInStep: (place: ChatScreen) => boolean): boolean {
    for (let shown = 0; shown < count;) {
      const next = this.#places.next();
      if (next.done) return true;
      const place = next.value;
      if (place.person_id === this.#acting.account_id || !isInStep(place)) continue;
      place.screen.sendBytes(this.#bytesFor(place.person_id));
      shown += 1;
    }
    return false;
  }

  #bytesFor(person_id: number): Buffer {
    if (this.#user.gaps.length > 0) return this.#make(person_id);
    return (this.#bytes ??= this.#make(person_id));
  }

  #make(person_id: number): Buffer {
    const { chat_id, action } = this.#acting;
    const head = JSON.stringify({ type: "action" satisfies Frame["type"], chat_id }).slice(0, -1);
    const user = textFor(this.#user, this.#idOf, person_id);
    return frameBytes([`${head},"user":${user},"action":${JSON.stringify(action)}}`]);
  }
}
