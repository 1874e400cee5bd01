/** The declaration of a method. Routing, parameters, authorization, the documents and most tests derive from it. */
import type { Client } from "./client.ts";
import { MAIN_WORLD } from "@heliogram/shared/developer.ts";
import type { Account, Bot } from "../../domain/accounts.ts";
import type { Chat, ChatType } from "../../domain/chats.ts";
import type { Ability } from "../../domain/members/abilities.ts";
import type { Member } from "../../domain/members/member.ts";
import type { Message } from "../../domain/messages.ts";
import { refuse, type Fail, type Refusal } from "../../domain/refusals.ts";
import type { ReadTx, Tx } from "../../store/db.ts";
import type { DeveloperLogs } from "../../developer/developer-logs.ts";
import type { Developer } from "../../developer/developer.ts";
import type { WebhookControl } from "../../developer/webhooks/webhook-control.ts";
import type { Deps } from "./deps.ts";
import type { MethodRate } from "../rate-limits/person-rates.ts";
import { described, optional, text, type Fields, type Params, type Schema } from "./fields.ts";
import type { WorldsPort } from "./worlds-port.ts";
import type { SendCharge } from "../rate-limits/send-charge.ts";
import type { Uploads } from "./uploads.ts";

/** A code that a method may answer with, besides 405, 413, 429, 500 and 503, which every method may. */
export type Code = 400 | 401 | 403 | 404 | 409 | 413;

/**
 * `read` runs in a read transaction, `write` in a write transaction, and `wait` outside any transaction for as long as
 * it takes.
 */
export type Effect = "read" | "write" | "wait";

/**
 * Who may call a method. It is checked before `run`, in the same transaction.
 * - `self`: any authenticated caller; the method touches no chat.
 * - `chat`: a caller with access to the chat that `chat_id` names.
 * - `owner`: a person who owns the service; the method may be about anybody.
 * - `developer`: a developer of bots, without a credential; the method exists in developer mode alone. Methods of the
 *   developer console (`isOfConsole`) exist elsewhere too, for owners of the service while it is on.
 * - `assistant`: the service's own bot, on behalf of the person it talks to; for other bots the method does not exist.
 */
export type Access = SelfAccess | ChatAccess | OpenAccess | OwnerAccess | AssistantAccess | DeveloperAccess;

/** Anybody, without a credential: sign-up and sign-in. */
export interface OpenAccess {
  readonly scope: "anyone";
}

export interface OwnerAccess {
  readonly scope: "owner";
}

export interface DeveloperAccess {
  readonly scope: "developer";
}

export interface AssistantAccess {
  readonly scope: "assistant";
}

export interface SelfAccess {
  readonly scope: "self";
}

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
   * The method shows the message to the caller or others, so a bot may use only a message that it could receive
   * (behaviour.md §4).
   */
  readonly uses?: true;
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

type TxOf<E extends Effect> = E extends "write"
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

/**
 * Authorizes the call in a read transaction, so that expensive work is done for authorized callers only. The
 * transaction of the call authorizes it again. @throws RefusalError
 */
export type Preauthorize = () => Promise<void>;

/** A method without the types that only its own `run` needs. */
export interface Method {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly effect: Effect;
  readonly access: Access;
  readonly fields: Fields;
  readonly result: Schema;
  readonly codes: readonly Code[];
  readonly refusals: readonly Refusal[];
  /**
   * Counts against the limits on messages: as one message, or as one for each element of an album (behaviour.md §7).
   */
  readonly sends?: boolean;
  /** The limit that a person's call counts against besides those on calls, writes and messages (behaviour.md §7). */
  readonly rate?: MethodRate;
  /** How many times the call counts there; once by default. Called with the parameters as they were read. */
  readonly rateCount?: (params: never) => number;
  /**
   * Whether the read, with these parameters, takes longer the larger the store is. It then runs in the reader pool
   * (`Db.readInPool`).
   */
  readonly inReaderPool?: (params: never) => boolean;
  /** Waits for updates. It counts as a read. */
  readonly polls?: boolean;
  /** Sends media, so it accepts POST only (interface.md, Common rules). */
  readonly postOnly?: boolean;
  /**
   * The largest file part in bytes, by parameter. Parts that `attach://` refers to may have the largest of these sizes.
   */
  readonly files?: (limits: Deps["limits"]) => Readonly<Record<string, number>>;
  /**
   * Locks the caller's own row before it reads anything, because it decides on more than one row of the caller: their
   * names, their password, or a limit. Writes of owners (`access.scope`) lock the owners instead.
   */
  readonly locksCaller?: true;
  /** Of the developer API: it is about the worlds themselves, and does not run on one of them. */
  readonly isAboutWorlds?: true;
  /** Of the developer API: it reads what is recorded, so owners may call it while the developer console is on. */
  readonly isOfConsole?: true;
  readonly example: Example;
  readonly precheck?: (call: never, params: never) => void | Promise<void>;
  readonly prepare?: (
    deps: Deps,
    params: never,
    files: never,
    caller: Account,
    client: Client,
    preauthorize: Preauthorize,
  ) => unknown;
  readonly run: (call: never, params: never, prepared: never) => Promise<unknown>;
  readonly after?: (deps: Deps) => Promise<void>;
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

interface Declaration<
  Actor,
  A extends Access,
  E extends Effect,
  N extends string,
  F extends Fields,
  R extends Refusal,
  P,
  T,
> {
  readonly name: N;
  readonly aliases?: readonly string[];
  /** One sentence for the reference. */
  readonly summary: string;
  readonly effect: E;
  readonly access: A;
  readonly fields: F;
  readonly result: Schema;
  readonly codes: readonly Code[];
  /** The refusals that `run` may raise. Those of authorization follow from `access`. */
  readonly refusals: readonly R[];
  readonly sends?: boolean;
  readonly rate?: MethodRate;
  readonly rateCount?: (params: Params<F>) => number;
  readonly inReaderPool?: E extends "read" ? (params: Params<F>) => boolean : never;
  readonly polls?: boolean;
  readonly postOnly?: boolean;
  readonly locksCaller?: E extends "write" ? true : never;
  readonly files?: (limits: Deps["limits"]) => Readonly<Record<string, number>>;
  readonly example: Example;
  /**
   * The checks of the caller's rights in `run`, made early when `prepare` calls `preauthorize`. `run` makes them again.
   */
  readonly precheck?: (call: Call<Actor, A, "read", R>, params: Params<F>) => void | Promise<void>;
  /**
   * Work before the transaction: uploads, downloads, examination of files. Expensive work follows a call of
   * `preauthorize`.
   */
  readonly prepare?: (
    deps: Deps,
    params: Params<F>,
    files: Uploads,
    caller: Account,
    client: Client,
    preauthorize: Preauthorize,
  ) => P | Promise<P>;
  readonly run: (call: Call<Actor, A, E, R>, params: Params<F>, prepared: P) => Promise<T>;
  /** Waits after the commit for what must have happened before the response. */
  readonly after?: (deps: Deps) => Promise<void>;
}

/** Declares a method of the bot API. */
export function botMethod<
  const A extends Access,
  const E extends Effect,
  const N extends string,
  F extends Fields,
  const R extends Refusal = never,
  P = undefined,
  T = unknown,
>(declaration: Declaration<Bot, A, E, N, F, R, P, T>): TypedMethod<N, F, T> {
  return declaration as unknown as TypedMethod<N, F, T>;
}

/** Declares a method of the assistant. */
export function assistantMethod<E extends Effect, F extends Fields, const R extends Refusal = never, P = undefined>(
  declaration: Declaration<Bot, AssistantAccess, E, string, F, R, P, unknown>,
): Method {
  return declaration as unknown as Method;
}

/** A person who calls, with the session. */
export interface Person extends Account {
  readonly is_owner: boolean;
  readonly session_id: number;
}

/** Declares a method of the user API. */
export function userMethod<
  const A extends Access,
  const E extends Effect,
  const N extends string,
  F extends Fields,
  const R extends Refusal = never,
  P = undefined,
  T = unknown,
>(declaration: Declaration<Person, A, E, N, F, R, P, T>): TypedMethod<N, F, T> {
  return declaration as unknown as TypedMethod<N, F, T>;
}

/** Declares a method that needs no session. */
export function publicMethod<
  E extends Effect,
  const N extends string,
  F extends Fields,
  const R extends Refusal = never,
  P = undefined,
  T = unknown,
>(declaration: Declaration<undefined, OpenAccess, E, N, F, R, P, T>): TypedMethod<N, F, T> {
  return declaration as unknown as TypedMethod<N, F, T>;
}

/** What a method of developer mode is called with, besides what every call has. */
type DeveloperCall<E extends Effect, R extends Refusal> = CallBase<R> & TxOf<E> & { readonly developer: Developer };

interface DeveloperDeclaration<E extends Effect, N extends string, F extends Fields, R extends Refusal> extends Omit<
  Method,
  "access" | "run" | "precheck" | "prepare" | "after" | "files"
> {
  readonly name: N;
  readonly effect: E;
  readonly fields: F;
  readonly refusals: readonly R[];
  readonly run: (call: DeveloperCall<E, R>, params: Params<F>) => Promise<unknown>;
}

/** The parameter of every method that runs on a world. */
const ON_WORLD = described(optional(text({ max: 64 })), "The world; the main one by default.");

/** Declares a method of the developer API, which runs on a world. */
export function developerMethod<
  const E extends Effect,
  const N extends string,
  F extends Fields,
  const R extends Refusal = never,
>(declaration: DeveloperDeclaration<E, N, F, R>): Method {
  const { run, ...rest } = declaration;
  return {
    ...rest,
    fields: { ...rest.fields, world: ON_WORLD },
    codes: [...new Set<Code>([...rest.codes, 400, 404])],
    refusals: [...rest.refusals, "WORLD_NOT_FOUND"],
    access: { scope: "developer" },
    run: (call, params) => {
      const { developer } = (call as CallBase<R>).deps;
      if (!developer) throw new Error("the service does not run in developer mode");
      return run(Object.assign({ developer }, call) as DeveloperCall<E, R>, params);
    },
  };
}

/** What a method of the developer console is called with. */
type ConsoleCall<E extends Effect, R extends Refusal> = CallBase<R> &
  TxOf<E> & {
    readonly logs: DeveloperLogs;
    /** Of developer mode alone. */
    readonly webhooks: WebhookControl | undefined;
  };

interface ConsoleDeclaration<E extends Effect, N extends string, F extends Fields, R extends Refusal> extends Omit<
  DeveloperDeclaration<E, N, F, R>,
  "effect" | "run"
> {
  readonly effect: E & ("read" | "wait");
  readonly run: (call: ConsoleCall<E, R>, params: Params<F>) => Promise<unknown>;
}

/** Declares a method of the developer API that only reads what is recorded. */
export function consoleMethod<
  const E extends Effect,
  const N extends string,
  F extends Fields,
  const R extends Refusal = never,
>({ run, ...rest }: ConsoleDeclaration<E, N, F, R>): Method {
  return {
    ...rest,
    fields: { ...rest.fields, world: ON_WORLD },
    codes: [...new Set<Code>([...rest.codes, 400, 401, 403, 404, 409])],
    refusals: [...rest.refusals, "WORLD_NOT_FOUND", "OWNER_RIGHTS_NEEDED", "CONSOLE_OFF"],
    access: { scope: "developer" },
    isOfConsole: true,
    run: (call, params) => {
      const { developer, developerConsole } = (call as CallBase<R>).deps;
      const { logs } = developerConsole;
      // This node may not have followed yet that the console was turned on.
      if (!logs) return refuse("CONSOLE_OFF");
      const { world = MAIN_WORLD } = params as { readonly world?: string };
      if (!developer && world !== MAIN_WORLD) return refuse("WORLD_NOT_FOUND");
      return run(Object.assign({ logs, webhooks: developer?.webhooks }, call) as ConsoleCall<E, R>, params);
    },
  };
}

/** What a method about worlds is called with. */
type WorldsCall<R extends Refusal> = CallBase<R> & { readonly worlds: WorldsPort };

interface WorldsDeclaration<N extends string, F extends Fields, R extends Refusal> extends Omit<
  DeveloperDeclaration<"wait", N, F, R>,
  "effect" | "run"
> {
  readonly run: (call: WorldsCall<R>, params: Params<F>) => Promise<unknown>;
}

/** Declares a method of the developer API about the worlds of the process. */
export function worldsMethod<const N extends string, F extends Fields, const R extends Refusal = never>(
  declaration: WorldsDeclaration<N, F, R>,
): Method {
  const { run, ...rest } = declaration;
  return {
    ...rest,
    effect: "wait",
    isAboutWorlds: true,
    access: { scope: "developer" },
    run: (call, params) => {
      const { worlds } = (call as CallBase<R>).deps;
      if (!worlds) throw new Error("the service does not run in developer mode");
      return run(Object.assign({ worlds }, call) as WorldsCall<R>, params);
    },
  };
}
