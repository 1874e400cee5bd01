/** The objects of the developer API about clocks, webhooks and worlds, which the documents show where they are. */
import { bool, int, list, note, object, optional, str, type Schema, type TypeOf } from "./schema.ts";

/** The clock of the service. */
export const clockState = object({
  now_ms: note(int, "Milliseconds of Unix time."),
  ahead_ms: note(int, "How far it is ahead of the clock of the machine; negative if it was set back."),
  is_frozen: bool,
  next_timer_ms: optional(int, "Milliseconds until the next timer, if one waits."),
});
export type ClockState = TypeOf<typeof clockState>;

/** A bot's webhook, and what waits for it. */
export const webhookState = object({
  bot_id: int,
  url: str,
  ip_address: optional(str, "The IP address that the bot has set in place of the host's."),
  is_paused: bool,
  pending_update_count: int,
  last_error_date: optional(int, "Unix seconds."),
  last_error_message: optional(str),
});
export type WebhookState = TypeOf<typeof webhookState>;

/** A world of the process, with the names of its snapshots. */
export const worldState = object({ world: str, snapshots: list(str) });
export type WorldState = TypeOf<typeof worldState>;

const username: Schema<string | null> = { type: ["string", "null"] };

/** A new world, with the tokens of its people and bots. */
export const madeWorld = object({
  world: str,
  people: list(object({ id: int, name: str, username, access_token: str })),
  bots: list(object({ id: int, name: str, username: str, token: str })),
  chats: list(object({ id: int, type: str, title: str, username })),
});
export type MadeWorld = TypeOf<typeof madeWorld>;

export const snapshot = object({
  snapshot: str,
  saved_at_ms: note(int, "Milliseconds of Unix time, by the clock of the world."),
  bytes: note(int, "The size of its store."),
});
export type Snapshot = TypeOf<typeof snapshot>;
