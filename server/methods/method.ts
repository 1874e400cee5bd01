/** The declaration of a method: one value from which routing, parsing, the gate, the documents and most tests derive. */
import type { Account, Bot } from "../domain/accounts.ts";
import type { Chat, ChatType } from "../domain/chats.ts";
import type { Ability } from "../domain/members/may.ts";
import type { Member } from "../domain/members/member.ts";
import type { Message } from "../domain/messages.ts";
import type { Fail, Refusal } from "../domain/refusals.ts";
import type { Awaitable, ReadTx, Tx } from "../store/db.ts";
import type { Deps } from "./deps.ts";
import type { MethodRate } from "./person-rates.ts";
import type { Fields, Params, Schema } from "./fields.ts";
import type { Toll } from "./paid.ts";
import type { Uploads } from "./uploads.ts";

/** A code a method may answer with besides 405, 413, 429, 500 and 503, which any method may. */
export type Code = 400 | 401 | 403 | 404 | 409 | 413;

/** `read` cannot change the store; `write` can; `wait` runs outside any transaction and may take its time. */
export type Effect = "read" | "write" | "wait";

/**
 * Who may call, proved before `run` and inside its transaction.
 * - `self`: the caller alone; no chat is touched.
 * - `chat`: a chat named by `chat_id`.
 * - `owner`: a person who owns the service; what it is about may be anybody's.
 * - `assistant`: the service's own bot, for the person it talks to; to all others there is no such method.
 */
export type Access = SelfAccess | ChatAccess | OpenAccess | OwnerAccess | AssistantAccess;

/** Anybody, without a credential: signing up and in. */
export interface OpenAccess {
  readonly scope: "anyone";
}

export interface OwnerAccess {
  readonly scope: "owner";
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
   * `public`: members, and anybody for a chat with a user name. `member`: whoever is in the chat.
   * `speaker`: the same, and in a private chat only to somebody who listens. What the caller may say in a group or
   * channel depends on what it is, and is the method's to check.
   */
  readonly rank: "public" | "member" | "speaker";
  /** What the rights module must allow the caller there. */
  readonly ability?: Ability;
  /** The types of chat the method is for; 400 elsewhere. */
  readonly types?: readonly ChatType[];
  /** The parameter that names the person or bot acted upon, who must exist. */
  readonly target?: string;
  /** The parameter that names the message acted upon, which must exist. */
  readonly message?: string;
  /** What the message is for, as "message to edit not found" says it. */
  readonly purpose?: string;
  /** Shows the message to the caller or to others, which a bot may do only with what it could receive (behaviour.md §4). */
  readonly uses?: true;
}

/** What every call knows. */
interface CallBase<R extends Refusal> {
  readonly deps: Deps;
  /** Unix seconds. */
  readonly now: number;
  readonly fail: Fail<R>;
  /** What the caller's client named this call, so that asking twice does it once; sends alone look at it. */
  readonly key: string | undefined;
  /** What a send has paid under the rate limits. */
  readonly toll: Toll | undefined;
  /** The address of the service as the caller knows it: for the answer, and for nothing that others get to see. */
  readonly address: string;
  /** Fires when the caller goes away. */
  readonly gone: AbortSignal | undefined;
  /** Whether the caller's credential still holds: for methods that wait, which no transaction proves it to. */
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
 * Proves that the caller may do what the method does, so that nobody else makes the service work. The transaction proves
 * it again, as much may change meanwhile. @throws Refused
 */
export type Clear = () => Promise<void>;

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
  /** Counts against the limits of behaviour.md §7: as one message for each element, or as one. */
  readonly sends?: boolean;
  /** What else a person's call counts as (behaviour.md §7). */
  readonly rate?: MethodRate;
  /** A read that grows with the store, for these parameters: it runs where no other call waits for it (`Db.readApart`). */
  readonly apart?: (params: never) => boolean;
  /** Waits for updates: counts as reading. */
  readonly polls?: boolean;
  /** Sends media: POST alone (interface.md, Common rules). */
  readonly postOnly?: boolean;
  /** Largest file part in bytes, by parameter; parts that `attach://` refers to may have the largest of them. */
  readonly files?: (limits: Deps["limits"]) => Readonly<Record<string, number>>;
  readonly example: Example;
  readonly precheck?: (call: never, params: never) => Awaitable<void>;
  readonly prepare?: (
    deps: Deps,
    params: never,
    files: never,
    caller: Account,
    from: string,
    clear: Clear,
  ) => Awaitable<unknown>;
  readonly run: (call: never, params: never, prepared: never) => Promise<unknown>;
  readonly after?: (deps: Deps, params: never) => void;
}

/** Of a read that grows with the store whatever its parameters are. */
export const always = (): boolean => true;

/** A method whose callers' types are known: people's client is checked against them. */
export interface TypedMethod<N extends string, F extends Fields, T> extends Method {
  readonly name: N;
  readonly fields: F;
  /** Never set: it carries the type of the result. */
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
  /** The refusals `run` may raise; the gate's own are implied by `access`. */
  readonly refusals: readonly R[];
  readonly sends?: boolean;
  readonly rate?: MethodRate;
  readonly apart?: E extends "read" ? (params: Params<F>) => boolean : never;
  readonly polls?: boolean;
  readonly postOnly?: boolean;
  readonly files?: (limits: Deps["limits"]) => Readonly<Record<string, number>>;
  readonly example: Example;
  /** What `run` will refuse by the caller's rights, for `clear` of `prepare`; `run` checks it again. */
  readonly precheck?: (call: Call<Actor, A, "read", R>, params: Params<F>) => Awaitable<void>;
  /**
   * Work outside the transaction, before it: uploads, downloads, reading files. `from`: the network address of the
   * client. What is expensive waits for `clear`, after the parameters have been checked.
   */
  readonly prepare?: (
    deps: Deps,
    params: Params<F>,
    files: Uploads,
    caller: Account,
    from: string,
    clear: Clear,
  ) => Awaitable<P>;
  readonly run: (call: Call<Actor, A, E, R>, params: Params<F>, prepared: P) => Promise<T>;
  /** Tells the rest of the service, once the change is durable. */
  readonly after?: (deps: Deps, params: Params<F>) => void;
}

/** Declares a method of the bots' interface. */
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

/** Declares a method of the assistant's alone. */
export function assistantMethod<E extends Effect, F extends Fields, const R extends Refusal = never, P = undefined>(
  declaration: Declaration<Bot, AssistantAccess, E, string, F, R, P, unknown>,
): Method {
  return declaration as unknown as Method;
}

/** The person who calls, and the session that proves it. */
export interface Person extends Account {
  readonly is_owner: boolean;
  readonly session_id: number;
}

/** Declares a method of the people's interface. */
export function webMethod<
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
