/** How much one person may do: each kind of call has a token bucket of its own (behaviour.md §7). */
import type { Rate } from "./token-buckets.ts";

const HOUR_S = 3600;

/**
 * The bursts are what no hand reaches in the web client: an album is ten messages, a screen full of pictures is a
 * hundred files, and a list may have a thousand chats to catch up with.
 */
export const PERSON_RATES = {
  /** Every call. */
  calls: { per_s: 50, burst: 2000 },
  /** Calls that change something. */
  writes: { per_s: 20, burst: 500 },
  /** Messages, to all chats and to one. */
  messages: { per_s: 5, burst: 200 },
  chat: { per_s: 2, burst: 100 },
  /** Files that are uploaded, and their sizes. */
  uploads: { per_s: 2, burst: 100 },
  upload_mib: { per_s: 4, burst: 4096 },
  downloads: { per_s: 50, burst: 2000 },
  /** What stays, and others have to look at. */
  new_chats: { per_s: 20 / HOUR_S, burst: 20 },
  new_bots: { per_s: 20 / HOUR_S, burst: 20 },
  invitations: { per_s: 100 / HOUR_S, burst: 100 },
  invite_links: { per_s: 60 / HOUR_S, burst: 30 },
  /** Members who are added, and chats that are joined or asked to be let in. */
  joins: { per_s: 1, burst: 200 },
  /** Changes of a profile are told in every chat of the person or the bot. */
  profiles: { per_s: 0.1, burst: 20 },
  /** Button presses, each of which is an update for a bot. */
  presses: { per_s: 5, burst: 50 },
  /** Chat actions, each of which goes to every screen. */
  actions: { per_s: 2, burst: 30 },
  /** Searches by name; searches through messages; whole lists. */
  searches: { per_s: 2, burst: 30 },
  message_searches: { per_s: 1, burst: 20 },
  lists: { per_s: 2, burst: 60 },
  /** The list of chats, which may be long, and is asked for when a client opens or was away. */
  chat_lists: { per_s: 1, burst: 30 },
  /** Web sockets that are opened. */
  sockets: { per_s: 1, burst: 60 },
} as const satisfies Record<string, Rate>;

export type PersonRate = keyof typeof PERSON_RATES;

/** What a method may name as its kind; the others follow from its declaration. */
export type MethodRate = Exclude<
  PersonRate,
  "calls" | "writes" | "messages" | "chat" | "uploads" | "upload_mib" | "downloads" | "sockets"
>;

/** Kinds that take long: a person has one of them under way at a time (`HeavyReads`). */
export const HEAVY: ReadonlySet<MethodRate> = new Set(["searches", "message_searches", "lists", "chat_lists"]);

export interface PersonCount {
  readonly kind: PersonRate;
  /** For messages to one chat. */
  readonly chat_id?: number;
  readonly count: number;
}
