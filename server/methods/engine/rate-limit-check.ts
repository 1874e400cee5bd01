/** The rate limit check: takes the tokens of a call before any other work is done for it (behaviour.md §7). */
import type { Client } from "./client.ts";
import type { Account } from "../../domain/accounts.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import { findUsername } from "../../store/queries/accounts/accounts.ts";
import { findSentMessage } from "../../store/queries/messages/idempotency-keys.ts";
import type { Deps } from "./deps.ts";
import type { Method } from "./method.ts";
import { paidCharge, unpaidCharge, type SendCharge } from "../rate-limits/send-charge.ts";
import type { PersonCount } from "../rate-limits/person-rates.ts";
import type { RawCall } from "./raw-call.ts";
import type { MaybePromise } from "../../store/maybe-promise.ts";

const MIB = 1024 * 1024;

type Values = Readonly<Record<string, unknown>>;

interface RateLimitedCall {
  readonly deps: Deps;
  readonly method: Method;
  /** Absent for methods open to anyone. */
  readonly actor: Account | undefined;
  readonly params: Values;
  readonly files: RawCall["files"];
  readonly client: Client;
  /** With the caller's `Idempotency-Key`. */
  readonly context: { readonly idempotency_key?: string | undefined };
}

/**
 * Takes the tokens of a call. What the assistant does for a person counts as that person's own.
 * @throws TooManyRequests
 */
export function checkRateLimits(call: RateLimitedCall): MaybePromise<SendCharge | undefined> {
  return call.deps.rates.plan === "off" ? undefined : takeTokens(call);
}

async function takeTokens(call: RateLimitedCall): Promise<SendCharge | undefined> {
  const { deps, method, actor, params } = call;
  // Without a caller it is a call in developer mode.
  if (method.access.scope === "developer" && !actor) return undefined;
  if (!actor) return requireNoWait(await deps.rates.takeOfAnonymous(call.client.network));
  if (method.access.scope === "assistant" && params.owner_id !== undefined) {
    return takeOfPerson(call, params.owner_id as number);
  }
  return actor.is_bot ? takeOfBot(deps, method, actor.id, params) : takeOfPerson(call, actor.id);
}

/** A chat has one bucket, by its id, so a user name is resolved first. */
async function takeOfBot(deps: Deps, method: Method, bot_id: number, params: Values): Promise<undefined> {
  const { rate } = method;
  if (rate === "actions" || rate === "profiles") return requireNoWait(await deps.rates.takeOfBot(bot_id, rate));
  // Polling counts as a read. Other methods that wait change something.
  if (method.botRate === undefined && (method.effect === "read" || method.polls))
    return requireNoWait(await deps.rates.takeOfBot(bot_id, "reads"));
  const { chat_id } = params;
  const count = messagesIn(method, params);
  const id = await resolveChatId(deps, chat_id);
  if (method.botRate !== undefined) return requireNoWait(await deps.rates.takeOfChat(bot_id, id, method.botRate));
  return requireNoWait(await deps.rates.take(bot_id, id, count));
}

async function takeOfPerson(call: RateLimitedCall, person_id: number): Promise<SendCharge | undefined> {
  const { deps, method, params, files, context } = call;
  const counts = countsOf(method, params, files);
  if (!method.sends) return requireNoWait(await deps.rates.takeOfPerson(person_id, counts));
  const id = await resolveChatId(deps, params.chat_id);
  const messages = messageCounts(id, messagesIn(method, params));
  const wait_s = await deps.rates.takeOfPerson(person_id, [...counts, ...messages]);
  if (wait_s === 0) return paidCharge(() => deps.rates.refundPerson(person_id, messages));
  const { idempotency_key } = context;
  if (idempotency_key === undefined) throw new TooManyRequests(wait_s);
  // A repeated send creates no message and costs no message token.
  const sent = await deps.db.read((tx) => findSentMessage(tx, person_id, idempotency_key));
  if (!sent) throw new TooManyRequests(wait_s);
  requireNoWait(await deps.rates.takeOfPerson(person_id, counts));
  return unpaidCharge(wait_s);
}

/** The id of the chat that a parameter names, by id or by username; `undefined` for an unknown username. */
async function resolveChatId(deps: Deps, chat_id: unknown): Promise<number | undefined> {
  if (typeof chat_id !== "string") return chat_id as number | undefined;
  return deps.db.read((tx) => findUsername(tx, chat_id));
}

/** What a call counts as, apart from its messages. */
function countsOf(method: Method, params: Values, files: RawCall["files"]): PersonCount[] {
  const counts: PersonCount[] = [{ kind: "calls", count: 1 }];
  if (method.effect === "write") counts.push({ kind: "writes", count: 1 });
  if (method.rate !== undefined) counts.push({ kind: method.rate, count: method.rateCount?.(params) ?? 1 });
  if (files.size === 0) return counts;
  let bytes = 0;
  for (const { upload } of files.values()) bytes += upload.size;
  counts.push({ kind: "uploads", count: files.size }, { kind: "upload_mib", count: bytes / MIB });
  return counts;
}

/** What the messages of a call count as. */
function messageCounts(chat_id: number | undefined, count: number): PersonCount[] {
  const counts: PersonCount[] = [{ kind: "messages", count }];
  if (chat_id !== undefined) counts.push({ kind: "chat", chat_id, count });
  return counts;
}

/** An album counts as its elements, and a call about several messages as these, also where some are skipped. */
function messagesIn(method: Method, { media, message_ids }: Values): number {
  const several = media ?? message_ids;
  return method.sends && Array.isArray(several) ? Math.max(1, several.length) : 1;
}

/** @throws TooManyRequests */
function requireNoWait(wait_s: number): undefined {
  if (wait_s > 0) throw new TooManyRequests(wait_s);
  return undefined;
}
