/** What methods are given: the ports of the service, wired once in the composition root. */
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

export interface UpdateWish {
  readonly offset: number;
  readonly limit: number;
  readonly timeout_s: number;
  readonly gone: AbortSignal | undefined;
}

/** Bots' waiting lines. */
export interface UpdateQueues {
  /** JSON texts of updates, oldest first, or the name of the conflict. */
  take(
    bot_id: number,
    wish: UpdateWish,
  ): Promise<readonly string[] | "WEBHOOK_ACTIVE" | "OTHER_POLL" | "WEBHOOK_SET" | "UNAUTHORIZED">;
  /** Answers the bot's waiting poll, if there is one, with nothing. */
  release(bot_id: number): void;
  /** A webhook was set or removed: waiting polls end, pushing starts or stops. */
  webhookChanged(bot_id: number, active: boolean): void;
  /** The token was regenerated: waiting polls end with 401. */
  tokenChanged(bot_id: number): void;
}

/** What is shown for a moment and never stored. */
export interface Presence {
  acting(chat_id: number, account_id: number, action: string): void;
}

export interface Deps {
  readonly db: Db;
  readonly env: Env;
  readonly clock: MethodClock;
  readonly random: MethodRandom;
  readonly rates: RateLimits;
  readonly updates: UpdateQueues;
  readonly presence: Presence;
  readonly limits: MediaLimits;
  /** The address people reach the service at, without a slash at its end. */
  readonly public_url: string;
  /** Why an address cannot be a webhook, or `null` if it can. */
  readonly checkWebhookUrl: (url: string) => string | null;
}
