/** Sends locations, and moves the live ones that this browser shares while the page is open. */
import { distance_m } from "@heliogram/shared/distance.ts";
import type { ChatEvent, Message } from "@heliogram/shared/wire.ts";
import type { ParamsOf } from "../api/api.ts";
import { ApiError, isRetryable, retryDelay } from "../api/errors.ts";
import { applyMessage } from "../live/apply-event.ts";
import { chatIdOf, sendingParams, type Place } from "../model/chats/place.ts";
import type { DeviceLocation } from "../ports/location.ts";
import type { LiveShare } from "../store/state.ts";
import type { ActionDeps } from "./deps.ts";

const STORED = "live_locations";
/** Everybody in the chat gets each move, and the service stores it. */
const MOVE_INTERVAL_MS = 10_000;
/** A device that stands still reports places around it. */
const MIN_MOVE_M = 10;

interface LocationOptions {
  /** In seconds; absent for a location that stays. */
  readonly live_period?: number;
  readonly reply_parameters?: NonNullable<ParamsOf<"sendLocation">["reply_parameters"]>;
}

export interface LocationActions {
  /** Sends the location of the device. @throws LocationError, and what the call throws */
  sendLocation(place: Place, options: LocationOptions): Promise<void>;
  /** Ends a live location that the person has sent here or on another device. @throws what the call throws */
  stopLive(message: Message): Promise<void>;
  /** To be called for every event of a chat: a live location may have ended, or another page may have sent one. */
  onChatEvent(chat_id: number, event: ChatEvent): void;
  /** Moves the live locations that this browser has sent. @returns a function that ends it */
  followLive(): () => void;
}

export function locationActions(deps: ActionDeps): LocationActions {
  const { api, store } = deps;
  const shares = new LiveShares(deps);
  return {
    async sendLocation(place, options) {
      const location = await deps.locateDevice();
      const params = { ...sendingParams(place), ...location, ...options };
      const message = await api.call("sendLocation", params, { key: deps.newKey() });
      const { message_id, date } = message;
      const chat_id = chatIdOf(place);
      applyMessage(store, chat_id, message);
      const { live_period } = options;
      if (live_period !== undefined)
        shares.add({ chat_id, message_id, until_ms: (date + live_period) * 1000 }, location);
    },
    async stopLive({ chat, message_id }) {
      const target = { chat_id: chat.id, message_id };
      shares.remove(target.chat_id, [message_id]);
      try {
        applyMessage(store, target.chat_id, await api.call("stopMessageLiveLocation", target));
      } catch (error) {
        // It has ended already.
        if (!(error instanceof ApiError) || error.reason !== "EDIT_IMPOSSIBLE") throw error;
      }
    },
    onChatEvent(chat_id, event) {
      if (event.kind === "delete") shares.remove(chat_id, [event.message_id]);
      if (event.kind === "deletions") shares.remove(chat_id, event.message_ids);
      if ((event.kind !== "edit" && event.kind !== "message") || !event.message) return;
      const { message_id, location } = event.message;
      if (location?.live_period !== undefined) shares.reload();
      else if (event.kind === "edit") shares.remove(chat_id, [message_id]);
    },
    followLive: () => shares.follow(),
  };
}

/** The live locations of this browser, which its pages have in common. One of these pages moves all of them. */
class LiveShares {
  readonly #deps: ActionDeps;
  #isFollowing = false;
  #endWatch: (() => void) | undefined;
  #cancelEnd = () => {};
  #cancelMove = () => {};
  /** The last place that the device reported, and the last that was sent. */
  #place: DeviceLocation | undefined;
  #sent: DeviceLocation | undefined;
  #nextMove_ms = 0;

  constructor(deps: ActionDeps) {
    this.#deps = deps;
  }

  follow(): () => void {
    this.#isFollowing = true;
    this.reload();
    return () => {
      this.#isFollowing = false;
      this.#end();
    };
  }

  add(share: LiveShare, sent: DeviceLocation): void {
    const others = this.#read();
    // Others may have been sent from another place.
    this.#sent = others.length === 0 ? sent : undefined;
    this.#nextMove_ms = this.#deps.clock.now_ms() + MOVE_INTERVAL_MS;
    this.#write([...others, share]);
  }

  remove(chat_id: number, message_ids: readonly number[]): void {
    const before = this.#read();
    const kept = before.filter((each) => each.chat_id !== chat_id || !message_ids.includes(each.message_id));
    if (kept.length < before.length) this.#write(kept);
  }

  /** Reads what the pages of this browser share. */
  reload(): void {
    this.#show(this.#read());
  }

  #read(): readonly LiveShare[] {
    const now_ms = this.#deps.clock.now_ms();
    const stored = (this.#deps.storage.read(STORED) ?? []) as readonly LiveShare[];
    return stored.filter(({ until_ms }) => until_ms > now_ms);
  }

  #write(shares: readonly LiveShare[]): void {
    if (shares.length > 0) this.#deps.storage.write(STORED, shares);
    else this.#deps.storage.remove(STORED);
    this.#show(shares);
  }

  #show(live_shares: readonly LiveShare[]): void {
    const { store, clock, followDevice } = this.#deps;
    if (live_shares.length > 0 || store.getState().live_shares.length > 0) store.setState({ live_shares });
    if (live_shares.length === 0 || !this.#isFollowing) return this.#end();
    this.#cancelEnd();
    const end_ms = Math.min(...live_shares.map(({ until_ms }) => until_ms));
    this.#cancelEnd = clock.after(end_ms - clock.now_ms(), () => this.#write(this.#read()));
    this.#endWatch ??= followDevice(
      (place) => this.#onMove(place),
      (location_error) => store.setState({ location_error }),
    );
  }

  #end(): void {
    this.#endWatch?.();
    this.#endWatch = undefined;
    this.#cancelEnd();
    this.#cancelMove();
    this.#place = undefined;
    this.#deps.store.setState({ location_error: undefined });
  }

  #onMove(place: DeviceLocation): void {
    const isScheduled = this.#place !== undefined;
    this.#place = place;
    this.#deps.store.setState({ location_error: undefined });
    if (!isScheduled) this.#schedule(this.#nextMove_ms - this.#deps.clock.now_ms());
  }

  #schedule(delay_ms: number): void {
    this.#cancelMove();
    this.#cancelMove = this.#deps.clock.after(Math.max(0, delay_ms), () => void this.#move());
  }

  /** Sends the last place to all chats. The next move is sent after the interval. */
  async #move(): Promise<void> {
    const place = this.#place;
    this.#place = undefined;
    // What another page has shared or stopped counts too.
    this.reload();
    if (!place || !this.#endWatch || (this.#sent && distance_m(place, this.#sent) < MIN_MOVE_M)) return;
    this.#sent = place;
    this.#nextMove_ms = this.#deps.clock.now_ms() + MOVE_INTERVAL_MS;
    await Promise.all(this.#read().map((share) => this.#moveOne(share, place)));
  }

  async #moveOne({ chat_id, message_id }: LiveShare, place: DeviceLocation): Promise<void> {
    const { api, store, clock } = this.#deps;
    try {
      applyMessage(store, chat_id, await api.call("editMessageLiveLocation", { chat_id, message_id, ...place }));
    } catch (error) {
      if (error instanceof ApiError && error.reason === "NOT_MODIFIED") return;
      if (!isRetryable(error)) return this.remove(chat_id, [message_id]);
      if (!this.#endWatch) return;
      this.#sent = undefined;
      this.#place ??= place;
      this.#nextMove_ms = clock.now_ms() + retryDelay(error, 0, MOVE_INTERVAL_MS);
      this.#schedule(this.#nextMove_ms - clock.now_ms());
    }
  }
}
