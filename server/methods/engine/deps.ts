/** The dependencies of methods. The runtime creates them once. */
import type { FileKind } from "@heliogram/shared/files.ts";
import type { MediaLimits, StorageUse } from "@heliogram/shared/wire.ts";
import type { MailTest } from "@heliogram/shared/wire/mail.ts";
import type { BotActivity } from "../../activity/activity.ts";
import type { AppContext } from "../../app/app-context.ts";
import type { MailLanguage } from "../../domain/mail.ts";
import type { Media } from "../../domain/media.ts";
import type { DraftContent, DraftPlace } from "../../domain/streamed-draft.ts";
import type { Seal } from "../../app/accounts/seal.ts";
import type { Hashes } from "../../app/accounts/tokens.ts";
import type { PushSubscription } from "../../store/queries/accounts/push-subscriptions.ts";
import type { PasswordQueue } from "../../app/accounts/password-queue.ts";
import type { DeveloperConsole } from "../../developer/developer-console.ts";
import type { Developer } from "../../developer/developer.ts";
import type { Providers } from "../../oidc/providers.ts";
import type { Db, ReadTx } from "../../store/db.ts";
import type { SearchIndex } from "../../store/search/search-index.ts";
import type { ServiceAddresses } from "./service-addresses.ts";
import type { AttemptLimits } from "../rate-limits/attempt-limits.ts";
import type { ClientLimits } from "../rate-limits/client-limits.ts";
import type { ConcurrencyLimit } from "../../concurrency/concurrency-limit.ts";
import type { RateLimits } from "../rate-limits/rate-limits.ts";
import type { SearchCursors } from "./search-cursors.ts";
import type { WorldsPort } from "./worlds-port.ts";
import type { SignInLimits } from "../rate-limits/sign-in-limits.ts";

export interface MethodClock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export interface MethodRandom {
  bytes(length: number): Buffer;
  fraction(): number;
}

export interface UpdateOptions {
  readonly offset: number;
  readonly limit: number;
  readonly timeout_s: number;
  readonly signal: AbortSignal | undefined;
  /** Whether the caller's credential is still valid. */
  readonly isStillCaller: (tx: ReadTx) => Promise<boolean>;
}

/** The bots' update queues: polls and webhooks. */
export interface UpdateQueues {
  /** JSON of the pending updates, oldest first and separated by commas, or the name of a conflict. */
  take(
    bot_id: number,
    options: UpdateOptions,
  ): Promise<{ readonly json: string } | "WEBHOOK_ACTIVE" | "OTHER_POLL" | "WEBHOOK_SET" | "UNAUTHORIZED">;
  /** Ends the bot's waiting poll, if there is one, with an empty result, on whatever node it waits. */
  release(bot_id: number): void;
  /**
   * A transaction has notified the nodes of a change of a bot (`notifyNodes`). Resolves when this node has followed it:
   * polls with a replaced token and of suspended bots end, deliveries start or stop. The other nodes follow by themselves.
   */
  botChanged(): Promise<void>;
}

/** An uploaded or fetched file in its temporary place. */
export interface ReceivedFile {
  readonly file_name?: string;
  readonly upload: { readonly size: number; readonly sha256: string; readonly path: string };
}

/** What a sender declares about a file. */
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

/** A file that will be sent in a message. */
export interface SentFile {
  readonly upload: ReceivedFile["upload"];
  readonly kind: FileKind;
  readonly hints: MediaHints;
  /** What to do if another kind fits the file better (behaviour.md §5). */
  readonly misfit: "keep" | "adapt" | "refuse";
  /** The account that is answerable for the sender. */
  readonly account_id: number;
}

/** The media component, as methods use it. */
export interface MediaPort {
  /** Examines an upload and keeps it as media, or removes it and returns the error. @throws TooManyRequests */
  examine(
    sent: SentFile,
  ): Promise<{ readonly ok: true; readonly media: Media } | { readonly ok: false; readonly error: string }>;
  drop(upload: ReceivedFile["upload"]): Promise<void>;
  /** The bytes of a small upload. */
  read(upload: ReceivedFile["upload"]): Promise<Buffer>;
  /** Downloads a file for an account, under the rules for outgoing requests. @throws TooManyRequests */
  fetch(url: string, account_id: number): Promise<ReceivedFile | { readonly error: string }>;
}

/** Waits for what happens on a stream. */
export interface StreamWaitsPort {
  /**
   * Returns the first result of `read` that is not `undefined`. It is called at once, and after each notification.
   * @param options - a further wait with the same `key` ends the one before, on the same node
   * @returns `undefined` at the end of the time, and when the wait is ended before
   */
  firstOf<T>(
    stream: number,
    options: { readonly key: string; readonly wait_ms: number; readonly signal: AbortSignal | undefined },
    read: () => Promise<T | undefined>,
  ): Promise<T | undefined>;
}

/** Publishes chat actions, such as typing, which are never stored. */
export interface ChatActions {
  /** @param message_thread_id - the topic, in a chat that has topics */
  publish(chat_id: number, account_id: number, action: string, message_thread_id?: number): void;
}

/** The streamed drafts of bots, which are never stored. */
export interface StreamedDrafts {
  /** @throws TooManyRequests when the bot has too many drafts, or all bots together have */
  send(place: DraftPlace, content: DraftContent): void;
  /** Whether a person may stop this draft now. */
  isStoppable(place: DraftPlace, draft_id: number): boolean;
  /** @returns false if no such draft can be stopped */
  stop(place: DraftPlace, draft_id: number): boolean;
  /** A message of the bot was committed there. */
  end(place: DraftPlace): void;
}

/** Pushes to devices, as methods use them. */
export interface PushPort {
  /** The key of the service, an uncompressed point of P-256 in base64url. */
  readonly public_key: string;
  /** Why a device with these keys cannot be pushed at this endpoint; `undefined` if it can. */
  check(endpoint: string, keys: { readonly p256dh: string; readonly auth: string }): string | undefined;
  /** Sends a test, and tells how far it came. */
  test(to: PushSubscription | undefined): Promise<
    readonly {
      readonly step: "subscription" | "address" | "name" | "connection" | "answer";
      readonly is_ok: boolean;
      readonly detail: string;
    }[]
  >;
}

/** Sends mails. What need not be known at once is queued in the transaction of its cause (`queueMail`). */
export interface MailPort {
  /** Sends a mail to an owner who waits for the outcome. */
  sendTest(address: string, language: MailLanguage): Promise<MailTest>;
}

/** The settings that methods go by. */
export interface MethodSettings {
  /** Seconds a person's session lasts. */
  readonly session_s: number;
  readonly limits: MediaLimits;
  /** Bots one person may own; `undefined` for any number. */
  readonly bots_per_person?: number | undefined;
  /** Groups and channels one person may own; `undefined` for any number. */
  readonly chats_per_person?: number | undefined;
  /** Days that entries of the audit log are kept, unless owners of the service have set others. */
  readonly audit_days: number;
  /** Whether pages are fetched for previews of links. */
  readonly link_previews: boolean;
}

export interface Deps {
  readonly settings: MethodSettings;
  /** `undefined` unless the service runs in developer mode. */
  readonly developer: Developer | undefined;
  readonly developerConsole: DeveloperConsole;
  readonly worlds: WorldsPort | undefined;
  readonly activity: BotActivity;
  /** The number of live nodes, this one included. */
  readonly liveNodes: () => number;
  readonly db: Db;
  readonly app: AppContext;
  readonly clock: MethodClock;
  /** The clock that decides what has expired. */
  readonly retention: MethodClock;
  readonly random: MethodRandom;
  readonly hashes: Hashes;
  /** Seals what browsers keep for the service, and what it has to use again. */
  readonly seal: Seal;
  /** The OpenID providers; none unless they are configured. */
  readonly providers: Providers;
  readonly rates: RateLimits;
  readonly heavyReads: ConcurrencyLimit<number>;
  readonly search: SearchIndex;
  readonly searchCursors: SearchCursors;
  /** Resolves in the next turn of the event loop. */
  readonly yieldToEventLoop: () => Promise<void>;
  readonly passwords: PasswordQueue;
  readonly signIns: SignInLimits;
  readonly passwordChanges: AttemptLimits;
  /** Password hashes that one invitation or reset code may cause from one address. */
  readonly codeTries: AttemptLimits;
  /** Sign-ups without an invitation. */
  readonly signUps: ClientLimits;
  /** Failed sign-ins that the audit log records. */
  readonly failuresOnRecord: AttemptLimits;
  readonly joinRequests: AttemptLimits;
  /** Requests of sign-ins with providers. */
  readonly providerCalls: ClientLimits;
  /** Limits logout tokens of providers. */
  readonly logoutTokens: ClientLimits;
  /** Sign-ins with passkeys. */
  readonly passkeyTries: ClientLimits;
  /** Calls of devices that sign in by a code. */
  readonly deviceCalls: ClientLimits;
  /** `undefined` unless the service sends mail. */
  readonly mail: MailPort | undefined;
  /** Password resets that are asked for by mail. */
  readonly resets: ClientLimits;
  /** Uses of links that end mails. */
  readonly unsubscribes: ClientLimits;
  /** Mails that people ask for to one address. */
  readonly mailsToOne: AttemptLimits;
  readonly updates: UpdateQueues;
  readonly streamWaits: StreamWaitsPort;
  readonly chatActions: ChatActions;
  readonly drafts: StreamedDrafts;
  /** `undefined` where the service sends no pushes. */
  readonly push: PushPort | undefined;
  readonly media: MediaPort;
  /** The disk space that the service uses, measured at most a minute ago. */
  readonly measureStorage: () => Promise<StorageUse>;
  readonly addresses: ServiceAddresses;
  /** Why a URL cannot be a webhook's, or cannot be reached at `ip_address`; `null` if it can. */
  readonly checkWebhook: (url: string, ip_address: string) => string | null;
  /** The IP address to which a valid URL leads for an account, to be shown; "" if there is none that may be used. */
  readonly addressOf: (url: string, account_id: number) => Promise<string>;
}
