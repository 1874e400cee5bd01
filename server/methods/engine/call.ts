/**
 * Executes a call: reads its parameters, checks the rate limits, prepares, then authorizes and runs it in one
 * transaction.
 */
import { NO_CLIENT, type Client } from "./client.ts";
import { noteClient } from "../../store/queries/service/transaction-client.ts";
import type { Account, Dialect } from "../../domain/accounts.ts";
import { RefusalError, refuse, type Refusal } from "../../domain/refusals.ts";
import type { ReadTx, Tx } from "../../store/db.ts";
import { failure, refusalForPerson, refusalText, success, tooManyRequests, type ApiResponse } from "./api-response.ts";
import { codeOf, readOptionsOf, traitsOf } from "./dialect.ts";
import type { Deps } from "./deps.ts";
import { ParameterError, readFields, type ChatRef, type Field } from "./fields.ts";
import { announce, authorize, lookAhead, type Authorization } from "./authorization.ts";
import { lockCaller, needsCallerLock } from "./caller-lock.ts";
import { isForOwners, requireOwner } from "./owner-access.ts";
import type { CallBase, Method } from "./method.ts";
import { HEAVY } from "../rate-limits/person-rates.ts";
import type { RawCall } from "./raw-call.ts";
import type { SendCharge } from "../rate-limits/send-charge.ts";
import { checkRateLimits } from "../rate-limits/rate-limit-check.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";

/** The authenticated caller, and how it is read again inside the transaction. */
export interface Caller {
  readonly account: Account;
  readonly dialect: Dialect;
  /**
   * The caller's account as it is now; `undefined` when the credential is no longer valid. `write_tx` is the same
   * transaction where it writes: then the credential may be kept valid until its end.
   */
  readonly reload: (tx: ReadTx, write_tx?: Tx) => Promise<Account | undefined>;
}

/** What a call has besides its method, caller and parameters. */
export interface RequestContext {
  readonly trace_id: string;
  readonly idempotency_key?: string | undefined;
  /** The address of the service as this caller knows it; absent where that is not known. */
  readonly address?: string;
  readonly signal: AbortSignal | undefined;
  /** Absent for a call that no request has brought. */
  readonly client?: Client | undefined;
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
    const options = readOptionsOf(caller?.account, dialect);
    const params = readFields(method.fields, rawValues(method, dialect, raw), options);
    const { client = NO_CLIENT, idempotency_key } = context;
    const account = caller?.account as Account;
    const charge = await checkRateLimits(deps, {
      method,
      account,
      params,
      files: raw.files,
      idempotency_key,
      client,
    });
    const preauthorize = () => precheck(deps, method, caller, params, context);
    const prepared = await method.prepare?.(deps, params as never, raw.files as never, account, client, preauthorize);
    const isInPool = method.inReaderPool?.(params as never) === true;
    const run = () => execute(deps, method, caller, params, prepared, context, charge, isInPool);
    return success(await queueIfLong(deps, method, account, isInPool, run));
  } catch (error) {
    if (error instanceof ParameterError) return failure(400, error.message, context.trace_id);
    if (error instanceof TooManyRequests) return tooManyRequests(error.retry_after_s, context.trace_id);
    if (!(error instanceof RefusalError)) throw error;
    const code = codeOf(method, error.refusal, dialect);
    const forPerson = caller?.account.is_bot !== true || method.access.scope === "assistant";
    if (forPerson) return refusalForPerson(code, error, context.trace_id);
    const words = traitsOf(dialect).wording(method.name, error) ?? refusalText(error.refusal, error.detail);
    return failure(code, words, context.trace_id);
  } finally {
    // `prepare` has moved the files that it keeps. The others are removed.
    for (const file of raw.files.values()) await deps.media.drop(file.upload);
  }
}

/** Returns the raw value of a field: the parameter, or a reference to the file part of its name. */
function rawValues(method: Method, dialect: Dialect, raw: RawCall): (name: string) => unknown {
  const { emptyWhenAbsent } = traitsOf(dialect);
  return (name) => {
    const field = method.fields[name] as Field<unknown>;
    const value = leftOut(field, name, raw) ? undefined : raw.params.get(name);
    if (value !== undefined && value !== null && value !== "") return value;
    if (field.file && raw.files.has(name)) return `attach://${name}`;
    return value === undefined && emptyWhenAbsent.length > 0 && emptyWhenAbsent.includes(name) ? "" : value;
  };
}

/**
 * Whether an optional parameter counts as omitted because it is the text "null", which some libraries send for no
 * value. A string field of a JSON body takes "null" literally.
 */
function leftOut(field: Field<unknown>, name: string, { params, nullTexts }: RawCall): boolean {
  if (field.optional !== true || params.get(name) !== "null") return false;
  return nullTexts === undefined || !nullTexts.has(name) || field.schema.type !== "string";
}

/**
 * Runs a heavy read of an account when its earlier ones have ended. What reads in the reader pool waits under every rate
 * plan: the pool is short, and does not know whose turn it is.
 */
function queueIfLong(
  deps: Deps,
  method: Method,
  account: Account | undefined,
  isInPool: boolean,
  run: () => Promise<unknown>,
): Promise<unknown> {
  if (!account) return run();
  if (isInPool) return deps.heavyReads.run(account.id, run);
  const isHeavy = method.rate !== undefined && HEAVY.has(method.rate) && deps.rates.plan !== "off";
  return isHeavy && !account.is_bot ? deps.heavyReads.run(account.id, run) : run();
}

const NO_CHAT: Partial<Authorization> = {};

async function execute(
  deps: Deps,
  method: Method,
  caller: Caller | undefined,
  params: Record<string, unknown>,
  prepared: unknown,
  context: RequestContext,
  charge: SendCharge | undefined,
  isInPool: boolean,
): Promise<unknown> {
  const work = async (tx: ReadTx | undefined, write_tx?: Tx) => {
    const authorized = await authorizedCall(deps, method, caller, params, context, charge, tx, write_tx);
    return await method.run(authorized as never, params as never, prepared as never);
  };
  if (method.effect === "write") {
    const result = await recordingUpdates(deps, context.trace_id, (begin) =>
      deps.db.write(noting(begin, context.client, work), method.name),
    );
    await method.after?.(deps);
    return result;
  }
  if (method.effect === "read") {
    return isInPool ? deps.db.readInPool((tx) => work(tx)) : deps.db.read((tx) => work(tx));
  }
  if (!isForOwners(method, caller !== undefined)) return work(undefined);
  // A method that waits has no transaction, and its body may have taken long since the caller was authenticated.
  const check = () => deps.db.read(async (tx) => requireOwner(tx, method, await caller!.reload(tx)));
  await check();
  const result = await work(undefined);
  // While it waited, the caller may have lost these rights, or the console may have been turned off.
  if (method.access.scope === "developer") await check();
  return result;
}

/** Runs a write transaction, and records the updates that it makes. `write` calls `begin` at the start of each run. */
function recordingUpdates<T>(
  { activity, developerConsole: { logs } }: Deps,
  trace_id: string,
  write: (begin: (tx: Tx) => void) => Promise<T>,
): Promise<T> {
  if (!logs) return activity.updates.during(trace_id, write);
  return activity.updates.during(trace_id, (begin) =>
    logs.updates.during(trace_id, (beginLog) =>
      write((tx) => {
        begin(tx);
        beginLog(tx);
      }),
    ),
  );
}

/** The body of a transaction, each run of which begins a new list of the updates that it makes, and is of this client. */
function noting<T>(
  begin: (tx: Tx) => void,
  client: Client | undefined,
  work: (tx: ReadTx, write_tx: Tx) => Promise<T>,
): (tx: Tx) => Promise<T> {
  return (tx) => {
    begin(tx);
    if (client) noteClient(tx, client);
    return work(tx, tx);
  };
}

/** The parameter `call` of every `run`. The type of a method's own `Call` leaves out what its declaration does not promise. */
type AuthorizedCall = CallBase<Refusal> & { readonly tx: ReadTx | undefined; readonly actor: Account | undefined } & {
  readonly [K in keyof Authorization]: Authorization[K] | undefined;
};

/** Authorizes a call. @returns the object with which `run` is called. @throws RefusalError */
async function authorizedCall(
  deps: Deps,
  method: Method,
  caller: Caller | undefined,
  params: Record<string, unknown>,
  context: RequestContext,
  charge: SendCharge | undefined,
  tx: ReadTx | undefined,
  write_tx: Tx | undefined,
): Promise<AuthorizedCall> {
  const now = Math.floor(deps.clock.now() / 1000);
  const { access } = method;
  if (write_tx && caller && needsCallerLock(method)) await lockCaller(write_tx, method, caller.account.id);
  if (write_tx && caller && access.scope === "chat") announce(write_tx, caller.account.id, params.chat_id as ChatRef);
  const [actor] = await Promise.all([
    tx && caller ? caller.reload(tx, write_tx) : caller?.account,
    tx && !write_tx && caller && access.scope === "chat"
      ? lookAhead(tx, caller.account.id, params.chat_id as ChatRef)
      : undefined,
  ]);
  if (caller && !actor) refuse("UNAUTHORIZED");
  if (tx && isForOwners(method, caller !== undefined)) await requireOwner(tx, method, actor);
  const authorization =
    access.scope === "chat" ? await authorize(tx!, write_tx, actor!, access, params, now) : undefined;
  const { chat, member, target, targetMember, message } = authorization ?? NO_CHAT;
  // Written out, so that the type checks each member.
  return {
    deps,
    fail: refuse,
    idempotency_key: context.idempotency_key,
    charge,
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
function precheck(
  deps: Deps,
  method: Method,
  caller: Caller | undefined,
  params: Record<string, unknown>,
  context: RequestContext,
): Promise<void> {
  return deps.db.read(async (tx) => {
    const authorized = await authorizedCall(deps, method, caller, params, context, undefined, tx, undefined);
    await method.precheck?.(authorized as never, params as never);
  });
}
