/** What methods are given: the ports of the service, wired once in main.ts. */
import type { Env } from "../app/env.ts";
import type { Db } from "../store/db.ts";
import type { RateLimits } from "./rate-limits.ts";

/** Sizes in bytes, by kind of media (behaviour.md §5). */
export interface MediaLimits {
  readonly photo: number;
  readonly document: number;
  readonly video: number;
  readonly audio: number;
  readonly voice: number;
  readonly media_group_file: number;
}

export interface MethodClock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export interface MethodRandom {
  bytes(length: number): Buffer;
  fraction(): number;
}

/** A bot's waiting line, as `getUpdates` asks for it. */
export interface UpdateQueues {
  /** JSON texts of updates, oldest first, or the name of the conflict. */
  take(bot_id: number, wish: UpdateWish): Promise<readonly string[] | "WEBHOOK_ACTIVE" | "OTHER_POLL" | "WEBHOOK_SET" | "UNAUTHORIZED">;
}

export interface UpdateWish {
  readonly offset: number;
  readonly limit: number;
  readonly timeout_s: number;
  readonly gone: AbortSignal | undefined;
}

export interface Deps {
  readonly db: Db;
  readonly env: Env;
  readonly clock: MethodClock;
  readonly random: MethodRandom;
  readonly rates: RateLimits;
  readonly updates: UpdateQueues;
  readonly limits: MediaLimits;
}
