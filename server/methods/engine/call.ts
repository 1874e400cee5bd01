/**
 * Executes a call: reads its parameters, checks the rate limits, prepares, then authorizes and runs it in one
 * transaction.
 */
import { NO_CLIENT, type Client } from "./client.ts";
import { noteClient } from "../../store/queries/service/transaction-client.ts";
import type { Account, Dialect } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import { GENERAL_THREAD_ID, shownThread } from "../../domain/topics.ts";
import { RefusalError, refuse, type Refusal } from "../../domain/refusals.ts";
import type { ReadTx, Tx } from "../../store/db.ts";
import { whenThere, type MaybePromise } from "../../store/maybe-promise.ts";
import { failure, refusalForPerson, refusalText, success, tooManyRequests, type ApiResponse } from "./api-response.ts";
import { codeOf, readOptionsOf, traitsOf } from "./dialect.ts";
import type { Deps } from "./deps.ts";
import { ParameterError, readFields, type ChatRef, type Field } from "./fields.ts";
import { hintLocks, authorize, lookAhead, type Authorization } from "./authorization.ts";
import { lockCaller, needsCallerLock } from "./caller-lock.ts";
import { isForOwners, requireOwner } from "./owner-access.ts";
import type { CallBase, Method, Preparation, SentPlace } from "./method.ts";
import { HEAVY } from "../rate-limits/person-rates.ts";
import type { RawCall } from "./raw-call.ts";
import type { SendCharge } from "../rate-limits/send-charge.ts";
import { checkRateLimits } from "./rate-limit-check.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";

/** The authenticated caller, and how it is read again inside the transaction. */
export interface Caller {
  readonly account: Account;
  readonly dialect: Dialect;
  /**
   * The caller's account as it is now; `undefined` when the credential is no longer valid. `write_tx` is the same
   * transaction where it writes: then the credential may be kept valid until its end.
   */
  readonly reload: (tx: ReadTx, write_tx?: Tx) => MaybePromise<Account | undefined>;
  /** When the credential ends, in Unix seconds; absent for one that has no end. */
  readonly expires_at?: number;
}

/** What a call has besides its method, caller and parameters. */
export interface RequestContext {
  readonly trace_id: string;
  readonly idempotency_key?: string | undefined;
  /** The address of the service as this caller knows it; absent where that is not known. */
  readonly address?: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** Absent for a call that no request has brought. */
  readonly client?: Client | undefined;
}

/** A call whose parameters were read. Its stages pass it on, and note in it what they have found. */
interface AdmittedCall extends Preparation<Account | undefined, Readonly<Record<string, unknown>>> {
  readonly method: Method;
  readonly caller: Caller | undefined;
  readonly context: RequestContext;
  /** Set when it has passed the rate limits, if it sends. */
  charge: SendCharge | undefined;
  /** Filled by a method that sends. */
  readonly sent: SentPlace | undefined;
  /** Set by `prepare`. */
  prepared: unknown;
  /** Set by the authorization, for methods about a chat. */
  chat: Chat | undefined;
}

/**
 * Executes a call. Errors of the caller become responses. `caller` is absent for methods open to anyone.
 * @throws only unexpected errors
 */
export async function call(
  deps: Deps,
  method: Method,
  caller: Caller | undefined,
  raw: RawCall,
  context: RequestContext,
): Promise<ApiResponse> {
  const dialect = caller?.dialect ?? "native";
  try {
    const actor = caller?.account;
    const params = readFields(method.fields, rawValues(method, dialect, raw), readOptionsOf(actor, dialect));
    const { client = NO_CLIENT } = context;
    const { files } = raw;
    const admitted: AdmittedCall = {
      deps,
      method,
      caller,
      actor,
      params,
      files,
      client,
      context,
      preauthorize,
      charge: undefined,
      sent: method.sends ? { thread_id: null } : undefined,
      prepared: undefined,
      chat: undefined,
    };
    // `await` costs a turn of the queue even for what is there.
    const limited = checkRateLimits(admitted);
    admitted.charge = limited instanceof Promise ? await limited : limited;
    const ready = method.prepare?.(admitted);
    admitted.prepared = ready instanceof Promise ? await ready : ready;
    return success(await queueIfLong(admitted));
  } catch (error) {
    return failureOf(error, method, caller, dialect, context.trace_id);
  } finally {
    // `prepare` has moved the files that it keeps. The others are removed.
    for (const file of raw.files.values()) await deps.media.drop(file.upload);
  }
}

/** The response to an error of the caller. @throws the error if it is another one */
function failureOf(
  error: unknown,
  method: Method,
  caller: Caller | undefined,
  dialect: Dialect,
  trace_id: string,
): ApiResponse {
  if (error instanceof ParameterError) return failure(400, error.message, trace_id);
  if (error instanceof TooManyRequests) return tooManyRequests(error.retry_after_s, trace_id);
  if (!(error instanceof RefusalError)) throw error;
  const code = codeOf(method, error.refusal, dialect);
  const forPerson = caller?.account.is_bot !== true || method.access.scope === "assistant";
  if (forPerson) return refusalForPerson(code, error, trace_id);
  const words = traitsOf(dialect).wording(method.name, error) ?? refusalText(error.refusal, error.detail);
  return failure(code, words, trace_id);
}

/** Returns the raw value of a field: the parameter, or a reference to the file part of its name. */
function rawValues(method: Method, dialect: Dialect, raw: RawCall): (name: string) => unknown {
  const { emptyWhenAbsent } = traitsOf(dialect);
  return (name) => {
    const field = method.fields[name] as Field<unknown>;
    const given = raw.params.get(name);
    const value = given === "null" && isLeftOut(field, name, raw) ? undefined : given;
    if (value !== undefined && value !== null && value !== "") return value;
    if (field.file && raw.files.has(name)) return `attach://${name}`;
    return value === undefined && emptyWhenAbsent.length > 0 && emptyWhenAbsent.includes(name) ? "" : value;
  };
}

/**
 * Whether a parameter with the text "null" counts as omitted: some libraries send it for no value of an optional one. A
 * string field of a JSON body takes "null" literally.
 */
function isLeftOut(field: Field<unknown>, name: string, { nullTexts }: RawCall): boolean {
  if (field.optional !== true) return false;
  return nullTexts === undefined || !nullTexts.has(name) || field.schema.type !== "string";
}

/**
 * Runs a heavy read of an account when its earlier ones have ended. What reads in the reader pool waits under every rate
 * plan: the pool is short, and does not know whose turn it is.
 */
function queueIfLong(admitted: AdmittedCall): Promise<unknown> {
  const { deps, method, caller, params } = admitted;
  const inPool = method.inReaderPool?.(params) === true;
  const isHeavy = method.rate !== undefined && HEAVY.has(method.rate) && deps.rates.plan !== "off";
  const isQueued = caller !== undefined && (inPool || (isHeavy && !caller.account.is_bot));
  if (!isQueued) return execute(admitted, inPool);
  return deps.heavyReads.run(caller.account.id, () => execute(admitted, inPool));
}

const NO_CHAT: Partial<Authorization> = {};

function execute(admitted: AdmittedCall, inPool: boolean): Promise<unknown> {
  const { deps, method } = admitted;
  if (method.effect === "write") return write(admitted);
  if (method.effect === "wait") return wait(admitted);
  const read = (tx: ReadTx) => run(admitted, tx);
  return inPool ? deps.db.readInPool(read) : deps.db.read(read);
}

async function write(admitted: AdmittedCall): Promise<unknown> {
  const { deps, method, context, params, caller } = admitted;
  const result = await deps.db.write((tx) => {
    tx.trace_id = context.trace_id;
    if (context.client) noteClient(tx, context.client);
    return run(admitted, tx, tx);
  }, method.name);
  const { chat, sent } = admitted;
  if (chat && sent && caller?.account.is_bot)
    deps.drafts.end({ chat_id: chat.id, bot_id: caller.account.id, thread_id: draftThread(chat, sent) });
  if (method.after) await method.after(deps, { chat, params, result });
  return result;
}

/** The topic whose draft a message ends; 0 outside of topics. */
function draftThread(chat: Chat, { thread_id }: SentPlace): number {
  return shownThread(chat, thread_id) ?? (chat.is_forum ? GENERAL_THREAD_ID : 0);
}

/** A method that waits has no transaction, and its body may have taken long since the caller was authenticated. */
async function wait(admitted: AdmittedCall): Promise<unknown> {
  const { deps, method, caller } = admitted;
  if (!isForOwners(method, caller !== undefined)) return run(admitted);
  const check = () => deps.db.read(async (tx) => requireOwner(tx, method, await caller!.reload(tx)));
  await check();
  const result = await run(admitted);
  // While it waited, the caller may have lost these rights, or the console may have been disabled.
  if (method.access.scope === "developer") await check();
  return result;
}

/** Authorizes the call and runs the method. @throws RefusalError */
function run(admitted: AdmittedCall, tx?: ReadTx, write_tx?: Tx): MaybePromise<unknown> {
  const { method, params, prepared } = admitted;
  return whenThere(authorizedCall(admitted, tx, write_tx), (authorized) => method.run(authorized, params, prepared));
}

/** The parameter `call` of every `run`. The type of a method's own `Call` leaves out what its declaration does not promise. */
type AuthorizedCall = CallBase<Refusal> & { readonly tx: ReadTx | undefined; readonly actor: Account | undefined } & {
  readonly [K in keyof Authorization]: Authorization[K] | undefined;
};

/** Authorizes a call. @returns the object with which `run` is called. @throws RefusalError */
function authorizedCall(
  admitted: AdmittedCall,
  tx: ReadTx | undefined,
  write_tx: Tx | undefined,
): MaybePromise<AuthorizedCall> {
  const { method, caller, params } = admitted;
  if (!caller) return authorizedFor(admitted, undefined, tx, write_tx);
  if (write_tx && needsCallerLock(method)) return authorizedWithLock(admitted, caller, write_tx);
  const isOnChat = tx !== undefined && method.access.scope === "chat";
  if (isOnChat && write_tx) hintLocks(write_tx, caller.account.id, params.chat_id as ChatRef);
  const actor = tx ? caller.reload(tx, write_tx) : caller.account;
  const ahead = isOnChat && !write_tx ? lookAhead(tx, caller.account.id, params.chat_id as ChatRef) : undefined;
  const both = ahead ? Promise.all([actor, ahead]).then(([found]) => found) : actor;
  return whenThere(both, (found) => authorizedFor(admitted, found ?? refuse("UNAUTHORIZED"), tx, write_tx));
}

async function authorizedWithLock(admitted: AdmittedCall, caller: Caller, tx: Tx): Promise<AuthorizedCall> {
  const { method, params } = admitted;
  await lockCaller(tx, method, caller.account.id);
  if (method.access.scope === "chat") hintLocks(tx, caller.account.id, params.chat_id as ChatRef);
  return authorizedFor(admitted, (await caller.reload(tx, tx)) ?? refuse("UNAUTHORIZED"), tx, tx);
}

/** @param actor - the caller's account as it is in the transaction */
function authorizedFor(
  admitted: AdmittedCall,
  actor: Account | undefined,
  tx: ReadTx | undefined,
  write_tx: Tx | undefined,
): MaybePromise<AuthorizedCall> {
  const { deps, method, caller, params } = admitted;
  const { access } = method;
  const now_s = Math.floor(deps.clock.now() / 1000);
  if (tx && isForOwners(method, caller !== undefined))
    return requireOwner(tx, method, actor).then(() => authorizedWith(admitted, actor, tx, now_s, NO_CHAT));
  if (access.scope !== "chat") return authorizedWith(admitted, actor, tx, now_s, NO_CHAT);
  return whenThere(authorize(tx!, write_tx, actor!, access, params, now_s), (authorization) => {
    admitted.chat = authorization.chat;
    return authorizedWith(admitted, actor, tx, now_s, authorization);
  });
}

/** Written out, so that the type checks each member. */
function authorizedWith(
  { deps, caller, context, charge, sent }: AdmittedCall,
  actor: Account | undefined,
  tx: ReadTx | undefined,
  now: number,
  { chat, member, target, targetMember, message }: Partial<Authorization>,
): AuthorizedCall {
  return {
    deps,
    fail: refuse,
    idempotency_key: context.idempotency_key,
    charge,
    sent,
    address: context.address ?? deps.addresses.public_url,
    signal: context.signal,
    isStillCaller: async (reader: ReadTx) => !caller || (await caller.reload(reader)) !== undefined,
    tx,
    actor,
    now,
    chat,
    member,
    target,
    targetMember,
    message,
  };
}

/** Refuses early what the transaction would refuse later, before expensive work. @throws RefusalError */
function preauthorize(this: AdmittedCall): Promise<void> {
  return this.deps.db.read(async (tx) => {
    const authorized = (await authorizedCall(this, tx, undefined)) as AuthorizedCall & { readonly tx: ReadTx };
    await this.method.precheck?.(authorized, this.params);
  });
}
