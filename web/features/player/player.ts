/** The player of voice messages and music. There is one, which goes on when the user opens another chat. */
import { durationOf, isSameMessage, nextPlayable, nextRate, type Playable } from "../../core/model/media/playback.ts";
import type { KeyValueStorage as Storage } from "../../core/ports/storage.ts";
import { setPlayingChat } from "../../core/store/histories.ts";
import { threadOf, topicPlace } from "../../core/model/chats/place.ts";
import type { Store } from "../../core/store/state.ts";
import type { Message } from "@heliogram/shared/wire.ts";

export interface PlayerState {
  readonly track: Playable | undefined;
  readonly playing: boolean;
  readonly at_s: number;
  readonly duration_s: number;
  readonly rate: number;
  readonly failed: boolean;
}

interface PlayerDeps {
  readonly store: Store;
  readonly storage: Storage;
  readonly sourceOf: (message: Message) => Playable | undefined;
}

const STORAGE_KEY = "playback-rate";

export class Player {
  readonly #deps: PlayerDeps;
  readonly #audio = new Audio();
  readonly #listeners = new Set<() => void>();
  #state: PlayerState;

  constructor(deps: PlayerDeps) {
    this.#deps = deps;
    const rate = deps.storage.read(STORAGE_KEY);
    this.#state = {
      track: undefined,
      playing: false,
      at_s: 0,
      duration_s: 0,
      rate: typeof rate === "number" ? rate : 1,
      failed: false,
    };
    this.#listen();
  }

  /** For `useSyncExternalStore`. */
  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  };

  readonly state = (): PlayerState => this.#state;

  /** Plays a message from its beginning. If it is the current track, it is paused or resumed. */
  toggle(message: Message): void {
    const { track } = this.#state;
    if (track && isSameMessage(track.message, message)) this.#toggleCurrent();
    else this.play(message);
  }

  play(message: Message, from_s = 0): void {
    const track = this.#deps.sourceOf(message);
    if (!track) return;
    this.#audio.src = track.source;
    this.#audio.playbackRate = this.#state.rate;
    this.#deps.store.setState(setPlayingChat(message.chat.id));
    this.#set({ track, at_s: from_s, duration_s: durationOf(track, Number.NaN), failed: false });
    if (from_s > 0) this.#audio.addEventListener("loadedmetadata", () => this.seek(from_s), { once: true });
    this.#start();
  }

  resume(): void {
    if (this.#state.track) this.#start();
  }

  pause(): void {
    this.#audio.pause();
  }

  seek(to_s: number): void {
    const at_s = Math.max(0, Math.min(to_s, this.#state.duration_s));
    this.#audio.currentTime = at_s;
    this.#set({ at_s });
  }

  changeRate(): void {
    const rate = nextRate(this.#state.rate);
    this.#audio.playbackRate = rate;
    this.#deps.storage.write(STORAGE_KEY, rate);
    this.#set({ rate });
  }

  /** @returns whether there is a previous or next message of the same kind */
  skip(step: 1 | -1): boolean {
    const next = this.neighbour(step);
    if (next) this.play(next);
    return next !== undefined;
  }

  neighbour(step: 1 | -1): Message | undefined {
    const { track } = this.#state;
    if (!track) return undefined;
    const { histories } = this.#deps.store.getState();
    const { chat } = track.message;
    // A topic may be loaded without the rest of its chat.
    const loaded = (histories[chat.id] ?? histories[topicPlace(chat.id, threadOf(track.message))])?.messages;
    return loaded && nextPlayable(track, loaded, step);
  }

  close(): void {
    this.#audio.pause();
    this.#audio.removeAttribute("src");
    this.#audio.load();
    this.#deps.store.setState(setPlayingChat(undefined));
    this.#set({ track: undefined, playing: false, at_s: 0, duration_s: 0, failed: false });
  }

  #toggleCurrent(): void {
    if (this.#state.playing) this.pause();
    else this.#start();
  }

  #start(): void {
    // `play` rejects if the browser requires a click first or if another track is chosen. The events `pause` and
    // `error` report the state.
    this.#audio.play().catch(() => this.#set({ playing: false }));
  }

  #listen(): void {
    const audio = this.#audio;
    audio.preload = "auto";
    audio.addEventListener("play", () => this.#set({ playing: true }));
    audio.addEventListener("pause", () => this.#set({ playing: false }));
    audio.addEventListener("timeupdate", () => this.#set({ at_s: audio.currentTime }));
    audio.addEventListener("durationchange", () => {
      const { track } = this.#state;
      if (track) this.#set({ duration_s: durationOf(track, audio.duration) });
    });
    audio.addEventListener("error", () => {
      if (this.#state.track) this.#set({ playing: false, failed: true });
    });
    audio.addEventListener("ended", () => {
      if (!this.skip(1)) this.close();
    });
  }

  #set(change: Partial<PlayerState>): void {
    this.#state = { ...this.#state, ...change };
    for (const changed of this.#listeners) changed();
  }
}
