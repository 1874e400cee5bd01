/** Rate limits of people: a token bucket for each kind of call (behaviour.md §7). */
import type { Rate } from "./token-buckets.ts";

const HOUR_S = 3600;

/**
 * The bursts are more than a person reaches in the web client: an album is ten messages, a screen of pictures a hundred
 * files, and a list of a thousand chats may have to be caught up with.
 */
export const PERSON_RATES = {
  /** Every call. */
  calls: { per_s: 50, burst: 2000 },
  /** Calls that change something. */
  writes: { per_s: 20, burst: 500 },
  /** Messages, to all chats and to one. */
  messages: { per_s: 5, burst: 200 },
  chat: { per_s: 2, burst: 100 },
  /** Uploaded files, and their sizes. */
  uploads: { per_s: 2, burst: 100 },
  upload_mib: { per_s: 4, burst: 4096 },
  downloads: { per_s: 50, burst: 2000 },
  /** Objects that persist and that others see. */
  new_chats: { per_s: 20 / HOUR_S, burst: 20 },
  new_bots: { per_s: 20 / HOUR_S, burst: 20 },
  invitations: { per_s: 100 / HOUR_S, burst: 100 },
  /** Mails that a person asks for. */
  mails: { per_s: 20 / HOUR_S, burst: 10 },
  invite_links: { per_s: 60 / HOUR_S, burst: 30 },
  /** Added members, joined chats and requests to join. */
  joins: { per_s: 1, burst: 200 },
  /** Links to archives, each of which reads all that a person or a chat has. */
  archives: { per_s: 30 / HOUR_S, burst: 10 },
  /** Profile changes, which are events in every chat of the person or the bot. */
  profiles: { per_s: 0.1, burst: 20 },
  /** Presses of callback buttons, each of which is an update for a bot. */
  presses: { per_s: 5, burst: 50 },
  /** Changes of reactions, each of which is an event in its chat. */
  reactions: { per_s: 5, burst: 100 },
  /** Chat actions, each of which goes to every socket of the chat. */
  actions: { per_s: 2, burst: 30 },
  /** Searches by name, searches through messages, and whole lists. */
  searches: { per_s: 2, burst: 30 },
  message_searches: { per_s: 1, burst: 20 },
  lists: { per_s: 2, burst: 60 },
  /** The chat list, which may be long, and is read when a client starts or reconnects. */
  chat_lists: { per_s: 1, burst: 30 },
  /** Subscribed devices, and pushes that test them. */
  push: { per_s: 1 / 30, burst: 20 },
  /** Codes for other devices, which a page renews every minute. */
  device_codes: { per_s: 1 / 10, burst: 20 },
  /** Web sockets that are opened. */
  sockets: { per_s: 1, burst: 60 },
} as const satisfies Record<string, Rate>;

export type PersonRate = keyof typeof PERSON_RATES;

/** Kinds that a method may declare. The others follow from its declaration. */
export type MethodRate = Exclude<
  PersonRate,
  "calls" | "writes" | "messages" | "chat" | "uploads" | "upload_mib" | "downloads" | "sockets"
>;

/** Kinds that take long: a person may run one of them at a time (`heavyReadLimit`). */
export const HEAVY: ReadonlySet<MethodRate> = new Set(["searches", "message_searches", "lists", "chat_lists"]);

export interface PersonCount {
  readonly kind: PersonRate;
  /** For messages to one chat. */
  readonly chat_id?: number;
  readonly count: number;
}
