/** The streamed drafts of all chats, in memory: bounded, each for as long as it is new. They are never stored. */
import {
  changedDraft,
  draftSize,
  expiredDraft,
  isStoppable,
  visibleContent,
  type DraftChange,
  type DraftContent,
  type DraftPlace,
  type DraftState,
} from "../../domain/streamed-draft.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import type { CancelTimer, Clock } from "../../ports/clock.ts";

/** Milliseconds for which a draft is shown (Bot API 9.3), and for which what is over is remembered. */
export const DRAFT_LIFE_MS = 30_000;
/** Drafts in all, and of one bot. Those that are over count until they are forgotten. */
const MAX_DRAFTS = 20_000;
const MAX_DRAFTS_OF_BOT = 1000;
/** Bytes of drafts in all, and of one bot. */
const MAX_BYTES = 128 * 1024 * 1024;
const MAX_BYTES_OF_BOT = 8 * 1024 * 1024;
/** Seconds after which a bot with too many drafts may try again. */
const RETRY_AFTER_S = 5;

/** The draft of one bot in one place. */
export interface Draft extends DraftPlace {
  /** Rises with each change of any draft on this node. */
  readonly version: number;
  /** `undefined` where nothing is shown, or nothing any more. */
  readonly content: DraftContent | undefined;
  /** The id of what is shown, or was shown last. */
  readonly draft_id: number;
}

interface Entry extends Draft {
  version: number;
  content: DraftContent | undefined;
  draft_id: number;
  state: DraftState;
  /** The elapsed time at which it expires. */
  expires_at_ms: number;
  size_bytes: number;
}

interface Use {
  drafts: number;
  bytes: number;
}

type Listener = (chat_id: number) => void;
type Relay = (change: DraftChange) => void;

const NOTHING: readonly Draft[] = [];

export class StreamedDrafts {
  readonly #clock: Pick<Clock, "elapsed" | "after">;
  readonly #now_ms: () => number;
  readonly #chats = new Map<number, Map<string, Entry>>();
  /** In the order in which they expire. */
  readonly #entries = new Set<Entry>();
  readonly #used: Use = { drafts: 0, bytes: 0 };
  readonly #usedBy = new Map<number, Use>();
  #listener: Listener = () => {};
  #relay: Relay = () => {};
  #version = 0;
  #cancel: CancelTimer | undefined;

  /**
   * @param clock - by which drafts expire
   * @param now_ms - the time of day that the nodes share, by which they order drafts and messages
   */
  constructor(clock: Pick<Clock, "elapsed" | "after">, now_ms: () => number) {
    this.#clock = clock;
    this.#now_ms = now_ms;
  }

  /**
   * Shows a draft of a bot on this node, and passes it to the relay.
   * @throws TooManyRequests when the bot has too many drafts, or all bots together have
   */
  send(place: DraftPlace, content: DraftContent): void {
    const change: DraftChange = { kind: "sent", ...place, sent_ms: this.#now_ms(), content };
    if (!this.#hasRoom(change)) throw new TooManyRequests(RETRY_AFTER_S);
    if (this.#apply(change)) this.#relay(change);
  }

  /** Stops a draft. @returns false if no such draft can be stopped */
  stop(place: DraftPlace, draft_id: number): boolean {
    if (!this.isStoppable(place, draft_id)) return false;
    this.#publish({ kind: "stopped", ...place, draft_id });
    return true;
  }

  /** Whether a person may stop this draft now. */
  isStoppable(place: DraftPlace, draft_id: number): boolean {
    return isStoppable(this.#find(place)?.state, draft_id);
  }

  /** A message of the bot was committed there: its draft ends. */
  end(place: DraftPlace): void {
    const entry = this.#find(place);
    if (!entry) return;
    const ended_ms = this.#now_ms();
    if (entry.state.kind === "over") entry.state = { kind: "over", ended_ms };
    else this.#publish({ kind: "ended", ...place, ended_ms });
  }

  /** Follows a change of another node. A draft for which there is no room is not shown. */
  receive(change: DraftChange): void {
    if (change.kind !== "ended" || this.#find(change)) if (this.#hasRoom(change)) this.#apply(change);
  }

  /** Passes the changes of this node on, to the other nodes. */
  relayTo(relay: Relay): void {
    this.#relay = relay;
  }

  /** Calls `listener` after each change of a draft, with its chat. */
  onChange(listener: Listener): void {
    this.#listener = listener;
  }

  /** The drafts of a chat, also those that are over since a short time. */
  of(chat_id: number): Iterable<Draft> {
    return this.#chats.get(chat_id)?.values() ?? NOTHING;
  }

  has(chat_id: number): boolean {
    return this.#chats.has(chat_id);
  }

  /** The number of drafts that are remembered, and their bytes, about. */
  get use(): Readonly<Use> {
    return this.#used;
  }

  close(): void {
    this.#cancel?.();
    this.#chats.clear();
    this.#entries.clear();
  }

  #publish(change: DraftChange): void {
    this.#apply(change);
    this.#relay(change);
  }

  #find(place: DraftPlace): Entry | undefined {
    return this.#chats.get(place.chat_id)?.get(keyOf(place));
  }

  #hasRoom(change: DraftChange): boolean {
    const own = this.#usedBy.get(change.bot_id) ?? { drafts: 0, bytes: 0 };
    const before = this.#find(change);
    if (!before && (own.drafts >= MAX_DRAFTS_OF_BOT || this.#used.drafts >= MAX_DRAFTS)) return false;
    if (change.kind !== "sent") return true;
    const more_bytes = draftSize(change.content) - (before?.size_bytes ?? 0);
    if (more_bytes <= 0) return true;
    return own.bytes + more_bytes <= MAX_BYTES_OF_BOT && this.#used.bytes + more_bytes <= MAX_BYTES;
  }

  /** @returns whether the draft has changed */
  #apply(change: DraftChange): boolean {
    const entry = this.#find(change);
    const state = changedDraft(entry?.state, change);
    if (!state) return false;
    if (state === entry?.state) {
      // What is stopped and still sent stays stopped. What is still visible disappears in its time.
      if (!entry.content) this.#renew(entry);
      return false;
    }
    this.#set(entry ?? this.#add(change, state), state);
    return true;
  }

  #add({ chat_id, bot_id, thread_id }: DraftPlace, state: DraftState): Entry {
    const entry: Entry = {
      ...{ chat_id, bot_id, thread_id, state, version: 0, content: undefined, draft_id: 0 },
      ...{ expires_at_ms: 0, size_bytes: 0 },
    };
    let chat = this.#chats.get(chat_id);
    if (!chat) this.#chats.set(chat_id, (chat = new Map()));
    chat.set(keyOf(entry), entry);
    this.#count(bot_id, 1, 0);
    return entry;
  }

  #set(entry: Entry, state: DraftState): void {
    const content = visibleContent(state);
    const isKept = state.kind === "stopped" && content !== undefined;
    const isChanged = content !== undefined || entry.content !== undefined;
    entry.state = state;
    entry.content = content;
    if (content) entry.draft_id = content.draft_id;
    if (isChanged) entry.version = ++this.#version;
    const size_bytes = content ? draftSize(content) : 0;
    this.#count(entry.bot_id, 0, size_bytes - entry.size_bytes);
    entry.size_bytes = size_bytes;
    // A draft that is kept is not shown for longer than without being stopped.
    if (!isKept) this.#renew(entry);
    if (isChanged) this.#listener(entry.chat_id);
  }

  #renew(entry: Entry): void {
    entry.expires_at_ms = this.#clock.elapsed() + DRAFT_LIFE_MS;
    this.#entries.delete(entry);
    this.#entries.add(entry);
    this.#cancel ??= this.#clock.after(DRAFT_LIFE_MS, () => this.#expire());
  }

  #expire(): void {
    this.#cancel = undefined;
    const now_ms = this.#clock.elapsed();
    const due: Entry[] = [];
    for (const entry of this.#entries) {
      if (entry.expires_at_ms > now_ms) break;
      due.push(entry);
    }
    for (const entry of due) {
      if (entry.content) this.#set(entry, expiredDraft(entry.state));
      else this.#forget(entry);
    }
    const [next] = this.#entries;
    if (next) this.#cancel ??= this.#clock.after(next.expires_at_ms - now_ms, () => this.#expire());
  }

  #forget(entry: Entry): void {
    const { chat_id, bot_id } = entry;
    this.#entries.delete(entry);
    const chat = this.#chats.get(chat_id)!;
    chat.delete(keyOf(entry));
    if (chat.size === 0) this.#chats.delete(chat_id);
    this.#count(bot_id, -1, -entry.size_bytes);
  }

  #count(bot_id: number, drafts: number, bytes: number): void {
    const own = this.#usedBy.get(bot_id) ?? { drafts: 0, bytes: 0 };
    for (const use of [this.#used, own]) {
      use.drafts += drafts;
      use.bytes += bytes;
    }
    if (own.drafts > 0) this.#usedBy.set(bot_id, own);
    else this.#usedBy.delete(bot_id);
  }
}

/** The key of a draft in its chat. */
function keyOf({ bot_id, thread_id }: DraftPlace): string {
  return `${bot_id} ${thread_id}`;
}
