/** One call from its raw parameters to its answer: parse, limit, prepare, then gate and run in one transaction. */
import type { Account, Dialect } from "../domain/accounts.ts";
import { Refused, refuse } from "../domain/refusals.ts";
import type { Awaitable, ReadTx, Tx } from "../store/db.ts";
import { failure, refusedPerson, sentenceOf, success, tooMany, type Answer } from "./answer.ts";
import { codeOf, traitsOf } from "./dialect.ts";
import type { Deps } from "./deps.ts";
import { ParameterFault, readFields, type Field, type Reading } from "./fields.ts";
import { admit, type Admission } from "./gate.ts";
import type { Method, Person } from "./method.ts";
import { HEAVY } from "./person-rates.ts";
import type { RawCall } from "./raw-call.ts";
import type { Toll } from "./paid.ts";
import { takeTokens } from "./toll.ts";
import { TooMany } from "../domain/too-many.ts";

/** Who calls, and how the caller is found again inside the transaction. */
export interface Caller {
  readonly account: Account;
  readonly dialect: Dialect;
  /** The caller's record as it is now; `undefined` when the credential has lost its worth. */
  readonly reload: (tx: ReadTx) => Awaitable<Account | undefined>;
}

export interface Circumstances {
  readonly trace_id: string;
  readonly key?: string | undefined;
  /** The address of the service as this caller knows it; the common one where that is not known. */
  readonly address?: string;
  readonly gone: AbortSignal | undefined;
  /** The network address of the client, where that matters. */
  readonly from?: string;
}

/**
 * Carries out a call. What the caller did wrong becomes an answer. `caller` is absent for methods open to anyone.
 * @throws only what nobody expected
 */
export async function call(
  deps: Deps,
  method: Method,
  caller: Caller | undefined,
  raw: RawCall,
  around: Circumstances,
): Promise<Answer> {
  const dialect = caller?.dialect ?? "native";
  try {
    // A person's client gives back the keyboard of a post that it edits, whatever is in it.
    const reading = caller?.account.is_bot === false ? KEEPS_BUTTONS : traitsOf(dialect);
    const params = readFields(method.fields, rawValues(method, dialect, raw), reading);
    const { from = "", key } = around;
    const account = caller?.account as Account;
    const taking = takeTokens(deps, { method, account, params, files: raw.files, key, from });
    const toll = taking instanceof Promise ? await taking : taking;
    const clear = () => precheck(deps, method, caller, params, around);
    const preparing = method.prepare?.(deps, params as never, raw.files as never, account, from, clear);
    const prepared = preparing instanceof Promise ? await preparing : preparing;
    return success(
      await inTurn(deps, method, account, () => perform(deps, method, caller, params, prepared, around, toll)),
    );
  } catch (error) {
    if (error instanceof ParameterFault) return failure(400, error.message, around.trace_id);
    if (error instanceof TooMany) return tooMany(error.retry_after_s, around.trace_id);
    if (!(error instanceof Refused)) throw error;
    const code = codeOf(method, error.refusal, dialect);
    const forPerson = caller?.account.is_bot !== true || method.access.scope === "assistant";
    if (forPerson) return refusedPerson(code, error, around.trace_id);
    return failure(code, sentenceOf(error.refusal, error.detail), around.trace_id);
  } finally {
    // What the method made use of lies elsewhere by now; the rest must not stay behind.
    for (const file of raw.files.values()) await deps.media.drop(file.upload);
  }
}

/** Where a field finds its raw value: among the parameters, or as a file part of its name. */
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
 * Whether a parameter that may be left out is the text "null". Some libraries write that where they have nothing to
 * send. In a JSON body a text that says so is one, where a text is meant.
 */
function leftOut(field: Field<unknown>, name: string, { params, nullTexts }: RawCall): boolean {
  if (field.optional !== true || params.get(name) !== "null") return false;
  return nullTexts === undefined || !nullTexts.has(name) || field.schema.type !== "string";
}

const KEEPS_BUTTONS: Reading = { absentButtons: "keep" };

/** What takes long waits until it is this person's turn. */
function inTurn(deps: Deps, method: Method, account: Account | undefined, run: () => Promise<unknown>) {
  const isHeavy = method.rate !== undefined && HEAVY.has(method.rate) && deps.rates.plan !== "off";
  return isHeavy && account?.is_bot === false ? deps.heavyReads.run(account.id, run) : run();
}

const NOTHING_PROVED: Partial<Admission> = {};

async function perform(
  deps: Deps,
  method: Method,
  caller: Caller | undefined,
  params: Record<string, unknown>,
  prepared: unknown,
  around: Circumstances,
  toll: Toll | undefined,
): Promise<unknown> {
  const work = async (tx: ReadTx | undefined, held?: Tx) => {
    const proved = await prove(deps, method, caller, params, around, toll, tx, held);
    return await method.run(proved as never, params as never, prepared as never);
  };
  if (method.effect === "write") {
    const result = await deps.db.write((tx) => work(tx, tx));
    method.after?.(deps, params as never);
    return result;
  }
  if (method.effect === "read") {
    const isApart = method.apart?.(params as never) === true;
    return isApart ? deps.db.readApart((tx) => work(tx)) : deps.db.read((tx) => work(tx));
  }
  // Nothing proves an owner to a method that waits: a body may have been long on its way since the caller was found.
  if (method.access.scope === "owner") proveOwner(await deps.db.read((tx) => caller!.reload(tx)));
  return work(undefined);
}

/** What `run` is called with, once the gate has let the call through. @throws Refused */
async function prove(
  deps: Deps,
  method: Method,
  caller: Caller | undefined,
  params: Record<string, unknown>,
  around: Circumstances,
  toll: Toll | undefined,
  tx: ReadTx | undefined,
  held: Tx | undefined,
): Promise<object> {
  const now = Math.floor(deps.clock.now() / 1000);
  const { access } = method;
  const reloading = tx && caller ? caller.reload(tx) : caller?.account;
  const actor = reloading instanceof Promise ? await reloading : reloading;
  if (caller && !actor) refuse("UNAUTHORIZED");
  if (access.scope === "owner" && tx) proveOwner(actor);
  const admission = access.scope === "chat" ? await admit(tx!, held, actor!, access, params, now) : undefined;
  const { chat, member, target, targetMember, message } = admission ?? NOTHING_PROVED;
  // Spelt out, as spreading objects costs more here than all the checks before.
  return {
    deps,
    fail: refuse,
    key: around.key,
    toll,
    address: around.address ?? deps.addresses.common,
    gone: around.gone,
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

/** Refuses before any work whoever the transaction would refuse after it. @throws Refused */
function precheck(
  deps: Deps,
  method: Method,
  caller: Caller | undefined,
  params: Record<string, unknown>,
  around: Circumstances,
): Promise<void> {
  return deps.db.read(async (tx) => {
    const proved = await prove(deps, method, caller, params, around, undefined, tx, undefined);
    await method.precheck?.(proved as never, params as never);
  });
}

function proveOwner(actor: Account | undefined): void {
  if (!actor) refuse("UNAUTHORIZED");
  if (!(actor as Person).is_owner) refuse("OWNER_RIGHTS_NEEDED");
}
