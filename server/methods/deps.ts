/** What methods are given: the ports of the service, wired once in the composition root. */
import type { StorageUse } from "@heliogram/shared/administration.ts";
import type { MediaLimits } from "@heliogram/shared/wire.ts";
import type { Env } from "../app/env.ts";
import type { FileKind, Media } from "../domain/media.ts";
import type { Hashes } from "../app/tokens.ts";
import type { PasswordQueue } from "../app/password-queue.ts";
import type { Db, ReadTx } from "../store/db.ts";
import type { SearchIndex } from "../store/search/search-index.ts";
import type { Addresses } from "./addresses.ts";
import type { AttemptLimits } from "./attempts.ts";
import type { HeavyReads } from "./heavy-reads.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { SearchCursors } from "./search-cursors.ts";
import type { SignInLimits } from "./sign-in-limits.ts";

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
  /** Whether whoever polls may still have the updates. */
  readonly isStillCaller: (tx: ReadTx) => Promise<boolean>;
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
  /** The bot was suspended or restored: polls and pushing end, or may begin again. */
  admissionChanged(bot_id: number): void;
  /** The bot's settings were changed: the next call goes by the new ones. */
  botChanged(bot_id: number): void;
}

/** A file that has arrived, in its temporary place. */
export interface ReceivedFile {
  readonly file_name?: string;
  readonly upload: { readonly size: number; readonly sha256: string; readonly path: string };
}

/** What a sender says of a file. */
export interface MediaHints {
  readonly file_name?: string;
  readonly width?: number;
  readonly height?: number;
  readonly duration?: number;
  readonly title?: string;
  readonly performer?: string;
  readonly waveform?: readonly number[];
  readonly thumbnail?: ReceivedFile["upload"];
}

/** A file on its way into a message. */
export interface SentFile {
  readonly upload: ReceivedFile["upload"];
  readonly kind: FileKind;
  readonly hints: MediaHints;
  /** Whoever is answerable for the sender. */
  readonly account_id: number;
}

/** The part of the service that knows about bytes. */
export interface MediaPort {
  /** Reads an upload and keeps it, or drops it and says why. @throws TooMany */
  examine(
    sent: SentFile,
  ): Promise<{ readonly ok: true; readonly media: Media } | { readonly ok: false; readonly error: string }>;
  drop(upload: ReceivedFile["upload"]): Promise<void>;
  /** The bytes of a small upload. */
  read(upload: ReceivedFile["upload"]): Promise<Buffer>;
  /** Fetches a file from an address for an account, under the rules for outgoing requests. @throws TooMany */
  fetch(url: string, account_id: number): Promise<ReceivedFile | { readonly error: string }>;
}

/** What is shown for a moment and never stored. */
export interface Presence {
  acting(chat_id: number, account_id: number, action: string): void;
}

export interface Deps {
  readonly db: Db;
  readonly env: Env;
  readonly clock: MethodClock;
  /** The time by which something is old enough to be forgotten. */
  readonly retention: MethodClock;
  readonly random: MethodRandom;
  readonly hashes: Hashes;
  /** Seconds a person's session lasts. */
  readonly session_s: number;
  readonly rates: RateLimits;
  readonly heavyReads: HeavyReads;
  readonly search: SearchIndex;
  readonly searchCursors: SearchCursors;
  /** Lets everything else that is due be done first. */
  readonly turn: () => Promise<void>;
  readonly passwords: PasswordQueue;
  readonly signIns: SignInLimits;
  readonly passwordChanges: AttemptLimits;
  /** Hashes ordered by one invitation or one code of a reset, from one address. */
  readonly codeTries: AttemptLimits;
  /** Of sign-ups without an invitation: those from one address, and all of them. */
  readonly signUpsFrom: AttemptLimits;
  readonly signUps: AttemptLimits;
  /** How many failures strangers may put into the audit log. */
  readonly failuresOnRecord: AttemptLimits;
  readonly joinRequests: AttemptLimits;
  readonly updates: UpdateQueues;
  readonly presence: Presence;
  readonly media: MediaPort;
  /** Measures what the service takes up on disk; a measurement is at most a minute old. */
  readonly measureStorage: () => Promise<StorageUse>;
  readonly limits: MediaLimits;
  /** Bots one person may own; `undefined` for any number. */
  readonly bots_per_person: number | undefined;
  /** Groups and channels one person may own; `undefined` for any number. */
  readonly chats_per_person: number | undefined;
  readonly addresses: Addresses;
  /** Why an address cannot be a webhook's, or the name in it cannot lead to `ip_address`; `null` if it can. */
  readonly checkWebhook: (url: string, ip_address: string) => string | null;
}
