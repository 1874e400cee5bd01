/** The declaration of a method. Routing, parameters, authorization, the documents and most tests derive from it. */
import type { SessionOpened } from "./api-response.ts";
import type { Schema as WireSchema } from "@heliogram/shared/wire/schema.ts";
import type { Ability } from "@heliogram/shared/abilities.ts";
import type { Client } from "./client.ts";
import type { Account, Bot } from "../../domain/accounts.ts";
import type { Chat, ChatType } from "../../domain/chats.ts";
import type { Member } from "../../domain/members/member.ts";
import type { Message } from "../../domain/messages.ts";
import type { Fail, Refusal } from "../../domain/refusals.ts";
import type { ReadTx, Tx } from "../../store/db.ts";
import type { Deps } from "./deps.ts";
import type { MethodRate } from "../rate-limits/person-rates.ts";
import type { BotChatRate } from "../rate-limits/rate-limits.ts";
import { codesOf, type Code } from "./codes.ts";
import type { Fields, Params, Schema } from "./fields.ts";
import { schemas } from "./schemas.ts";
import type { SendCharge } from "../rate-limits/send-charge.ts";
import type { Uploads } from "./uploads.ts";

/**
 * `read` runs in a read transaction, `write` in a write transaction, and `wait` outside any transaction for as long as
 * it takes.
 */
export type Effect = "read" | "write" | "wait";

/**
 * Who may call a method. It is checked before `run`, in the same transaction.
 * - `anyone`: anybody, without a credential: sign-up and sign-in.
 * - `self`: any authenticated caller; the method touches no chat.
 * - `chat`: a caller with access to the chat that `chat_id` names.
 * - `owner`: a person who owns the service; the method may be about anybody.
 * - `developer`: a developer of bots, without a credential; the method exists in developer mode alone. Methods of the
 *   developer console (`isOfConsole`) exist elsewhere too, for owners of the service while it is on.
 * - `assistant`: the service's own bot, on behalf of the person it talks to; for other bots the method does not exist.
 */
export type Access = ScopeAccess<"anyone" | "self" | "owner" | "developer" | "assistant"> | ChatAccess;

/** One type for each scope, so that a comparison tells them apart. */
export type ScopeAccess<S extends string> = S extends string ? { readonly scope: S } : never;

export interface ChatAccess {
  readonly scope: "chat";
  /**
   * `public`: members, and anybody if the chat has a user name. `member`: members of the chat. `speaker`: members, and
   * in a private chat only while the other account can receive messages. What a member may send in a group or channel
   * depends on the content, and is checked by the method.
   */
  readonly rank: "public" | "member" | "speaker";
  /** The ability that the caller must have in the chat, by the rights module. */
  readonly ability?: Ability;
  /** The types of chat the method is for; 400 elsewhere. */
  readonly types?: readonly ChatType[];
  /** The parameter with the account acted upon, which must exist. */
  readonly target?: string;
  /** The refusal for an account that does not exist, after rights were checked; otherwise `USER_NOT_FOUND`, before. */
  readonly unknownTarget?: Refusal;
  /** The parameter with the message acted upon, which must exist. */
  readonly message?: string;
  /** The words for the message in errors, as in "message to edit not found". */
  readonly purpose?: string;
  /**
   * The method shows the message to the caller or others, so the message must be visible to a bot
   * (behaviour.md §4).
   */
  readonly uses?: true;
}

/** The place of what a call has sent in its chat. */
export interface SentPlace {
  /** The topic of the messages, as it is stored. */
  thread_id: number | null;
}

/** What every call has. */
export interface CallBase<R extends Refusal> {
  readonly deps: Deps;
  /** Unix seconds. */
  readonly now: number;
  readonly fail: Fail<R>;
  /** The caller's `Idempotency-Key`. Only sends use it. */
  readonly idempotency_key: string | undefined;
  /** What a send has been charged under the rate limits. */
  readonly charge: SendCharge | undefined;
  /** Where a send notes the topic of what it has posted; absent for other methods. */
  readonly sent: SentPlace | undefined;
  /**
   * The address of the service as the caller knows it. It may be used in the result, and in nothing that others see.
   */
  readonly address: string;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal | undefined;
  /**
   * Whether the caller's credential is still valid. For methods that wait, which have no transaction to check it in.
   */
  readonly isStillCaller: (tx: ReadTx) => Promise<boolean>;
}

export interface ChatCall {
  readonly chat: Chat;
  /** The caller's own record in the chat. */
  readonly member: Member;
}

export type TxOf<E extends Effect> = E extends "write"
  ? { readonly tx: Tx }
  : E extends "read"
    ? { readonly tx: ReadTx }
    : unknown;
type ChatOf<A extends Access> = A extends ChatAccess ? ChatCall : unknown;
type TargetOf<A extends Access> = A extends { readonly target: string }
  ? { readonly target: Account; readonly targetMember: Member }
  : unknown;
type MessageOf<A extends Access> = A extends { readonly message: string } ? { readonly message: Message } : unknown;

export type Call<Actor, A extends Access, E extends Effect, R extends Refusal> = CallBase<R> &
  TxOf<E> &
  ChatOf<A> &
  TargetOf<A> &
  MessageOf<A> & { readonly actor: Actor };

export interface Example {
  readonly request: Readonly<Record<string, unknown>>;
  readonly result: unknown;
}

/** What `prepare` gets. It is not taken apart by destructuring where `preauthorize` is called. */
export interface Preparation<Actor, P> {
  readonly deps: Deps;
  readonly params: P;
  readonly files: Uploads;
  /** The caller as the request has authenticated it. */
  readonly actor: Actor;
  readonly client: Client;
  /**
   * Authorizes the call in a read transaction, so that expensive work is done for authorized callers only. The
   * transaction of the call authorizes it again. @throws RefusalError
   */
  preauthorize(): Promise<void>;
}

/** What a schema describes, as a result that nobody changes. */
type Shown<S> = S extends readonly (infer E)[]
  ? readonly Shown<E>[]
  : S extends object
    ? { readonly [K in keyof S]: Shown<S[K]> }
    : S;

/** What `run` may return for a schema. */
export type Result<S> = Shown<S> | SessionOpened<Omit<Shown<S>, "access_token">>;

/** A call that was committed. */
export interface Done<P, T> {
  /** Of methods about a chat. */
  readonly chat: Chat | undefined;
  readonly params: P;
  readonly result: T;
}

/** The declaration of a method. */
export interface Declaration<
  Actor,
  A extends Access,
  E extends Effect,
  N extends string,
  F extends Fields,
  R extends Refusal,
  P,
  T,
  S = unknown,
> {
  readonly name: N;
  readonly aliases?: readonly string[];
  /** One sentence for the reference. */
  readonly summary: string;
  readonly effect: E;
  readonly access: A;
  readonly fields: F;
  /** `true` where it is left out. */
  readonly result?: WireSchema<S>;
  /** The refusals that `prepare` and `run` may raise. Those of authorization follow from `access`. */
  readonly refusals?: readonly R[];
  /** Whether a chat or user that is not found is a bad request: interface.md lists no 404 for the method. */
  readonly missingIsBadRequest?: true;
  /**
   * Counts against the limits on messages: as one message, or as one for each element of an album or of
   * `message_ids` (behaviour.md §7).
   */
  readonly sends?: boolean;
  /** The limit that a person's call counts against besides those on calls, writes and messages (behaviour.md §7). */
  readonly rate?: MethodRate;
  /** The limit that a bot's call counts against in place of that on what it changes (behaviour.md §7). */
  readonly botRate?: BotChatRate;
  /** How many times the call counts there; once by default. Called with the parameters as they were read. */
  readonly rateCount?: (params: Params<F>) => number;
  /**
   * Whether the read, with these parameters, takes longer the larger the store is. It then runs in the reader pool
   * (`Db.readInPool`).
   */
  readonly inReaderPool?: E extends "read" ? (params: Params<F>) => boolean : never;
  /** Waits for what others do, as long as its client is connected. A bot's call counts as a read. */
  readonly polls?: boolean;
  /** Sends media, so it accepts POST only (interface.md, Common rules). */
  readonly postOnly?: boolean;
  /**
   * The largest file part in bytes, by parameter. Parts that `attach://` refers to may have the largest of these sizes.
   */
  readonly files?: (limits: Deps["settings"]["limits"]) => Readonly<Record<string, number>>;
  /**
   * Locks the caller's own row before it reads anything, because it decides on more than one row of the caller: their
   * names, their password, or a limit. Writes of owners (`access.scope`) lock the owners instead.
   */
  readonly locksCaller?: E extends "write" ? true : never;
  readonly example: Example;
  /**
   * The checks of the caller's rights in `run`, made early when `prepare` calls `preauthorize`. `run` makes them again.
   */
  readonly precheck?: (call: Call<Actor, A, "read", R>, params: Params<F>) => void | Promise<void>;
  /**
   * Work before the transaction: uploads, downloads, examination of files. Expensive work follows a call of
   * `preauthorize`.
   */
  readonly prepare?: (call: Preparation<Actor, Params<F>>) => P | Promise<P>;
  readonly run: (call: Call<Actor, A, E, R>, params: Params<F>, prepared: P) => Promise<T>;
  /** Does after the commit, or waits for, what must have happened before the response. */
  readonly after?: (deps: Deps, done: Done<Params<F>, T>) => Promise<void>;
}

/** Any declared method, with what follows from its declaration. */
export interface Method extends Declaration<
  Account | undefined,
  Access,
  Effect,
  string,
  Fields,
  Refusal,
  unknown,
  unknown
> {
  readonly result: Schema;
  readonly refusals: readonly Refusal[];
  /** The codes it may answer with, besides 405, 413, 429, 500 and 503, which every method may. */
  readonly codes: readonly Code[];
  /** Of the developer API: it is about the worlds themselves, and does not run on one of them. */
  readonly isAboutWorlds?: true;
  /** Of the developer API: it reads what is recorded, so owners may call it while the developer console is on. */
  readonly isOfConsole?: true;
}

/** For reads that grow with the store whatever their parameters are. */
export const always = (): boolean => true;

/** A method with the types of its parameters and result, against which the web client is compiled. */
export interface TypedMethod<N extends string, F extends Fields, T> extends Method {
  readonly name: N;
  readonly fields: F;
  /** Never set. It carries the type of the result. */
  readonly returns?: T;
}

/** A declaration without the types that only its own functions need. */
export type AnyDeclaration = Omit<Method, "codes" | "refusals" | "result"> &
  Partial<Pick<Method, "refusals" | "result">>;

/** Adds what a declaration leaves out, and what follows from it. */
export function declared({ result = schemas.True, refusals = [], ...rest }: AnyDeclaration): Method {
  const method = { ...rest, result, refusals };
  return { ...method, codes: codesOf(method) };
}

/** A person who calls, with the session. */
export interface Person extends Account {
  readonly is_owner: boolean;
  readonly session_id: number;
}

/** @returns the function that declares methods for callers of one kind */
function declarer<Actor, Allowed extends Access = Access>() {
  return <
    const A extends Allowed,
    const E extends Effect,
    const N extends string,
    F extends Fields,
    const R extends Refusal = never,
    P = undefined,
    S = unknown,
    T extends Result<S> = Result<S>,
  >(
    declaration: Declaration<Actor, A, E, N, F, R, P, T, S>,
  ) => declared(declaration as unknown as AnyDeclaration) as TypedMethod<N, F, T>;
}

/** Declares a method of the bot API. */
export const botMethod = declarer<Bot>();

/** Declares a method of the user API. */
export const userMethod = declarer<Person>();

/** Declares a method that needs no session. */
export const publicMethod = declarer<undefined, ScopeAccess<"anyone">>();

/** Declares a method of the assistant. */
export const assistantMethod = declarer<Bot, ScopeAccess<"assistant">>();
