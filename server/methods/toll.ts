/** What a call costs under the rate limits (behaviour.md §7), taken before anything is done for it. */
import type { Account } from "../domain/accounts.ts";
import { TooMany } from "../domain/too-many.ts";
import { findUsername } from "../store/accounts.ts";
import type { Awaitable } from "../store/db.ts";
import { findSent } from "../store/send-keys.ts";
import type { Deps } from "./deps.ts";
import type { Method } from "./method.ts";
import { paid, unpaid, type Toll } from "./paid.ts";
import type { PersonCount } from "./person-rates.ts";
import type { RawCall } from "./raw-call.ts";

const MIB = 1024 * 1024;

type Values = Readonly<Record<string, unknown>>;

export interface TollCall {
  readonly method: Method;
  /** Absent for methods open to anyone. */
  readonly account: Account | undefined;
  readonly params: Values;
  readonly files: RawCall["files"];
  /** What the caller's client named this send. */
  readonly key: string | undefined;
  /** The network address of the client. */
  readonly from: string;
}

/**
 * Takes the tokens of a call. What the assistant does for a person counts as that person's own.
 * @throws TooMany
 */
export function takeTokens(deps: Deps, call: TollCall): Awaitable<Toll | undefined> {
  const { method, account, params } = call;
  if (deps.rates.plan === "off") return undefined;
  if (!account) return wait(deps.rates.takeOfStranger(call.from));
  if (method.access.scope === "assistant" && params.owner_id !== undefined) {
    return takeOfPerson(deps, call, params.owner_id as number);
  }
  return account.is_bot ? takeOfBot(deps, method, account.id, params) : takeOfPerson(deps, call, account.id);
}

/** A chat has one bucket, however it is called: a name is looked up first, and only then is there something to wait for. */
function takeOfBot(deps: Deps, method: Method, bot_id: number, params: Values): Awaitable<undefined> {
  if (method.rate === "actions") return wait(deps.rates.takeOfBot(bot_id, "actions"));
  // Waiting for updates is reading, whatever else waits changes something.
  if (method.effect === "read" || method.polls) return wait(deps.rates.takeOfBot(bot_id, "reads"));
  const { chat_id } = params;
  const count = messagesIn(method, params);
  if (typeof chat_id === "string") {
    return deps.db.read((tx) => findUsername(tx, chat_id)).then((id) => wait(deps.rates.take(bot_id, id, count)));
  }
  return wait(deps.rates.take(bot_id, chat_id as number | undefined, count));
}

function takeOfPerson(deps: Deps, call: TollCall, person_id: number): Awaitable<Toll | undefined> {
  const { method, params, files } = call;
  const counts = countsOf(method, files);
  if (!method.sends) return wait(deps.rates.takeOfPerson(person_id, counts));
  const { chat_id } = params;
  const take = (id: number | undefined): Awaitable<Toll | undefined> => {
    const messages = messageCounts(id, messagesIn(method, params));
    const wait_s = deps.rates.takeOfPerson(person_id, [...counts, ...messages]);
    if (wait_s === 0) return paid(() => deps.rates.giveBackToPerson(person_id, messages));
    const { key } = call;
    if (key === undefined) throw new TooMany(wait_s);
    // What was sent already is not sent again: its answer, which was lost, costs no message.
    return deps.db
      .read((tx) => findSent(tx, person_id, key))
      .then((sent) => {
        if (!sent) throw new TooMany(wait_s);
        wait(deps.rates.takeOfPerson(person_id, counts));
        return unpaid(wait_s);
      });
  };
  if (typeof chat_id === "string") return deps.db.read((tx) => findUsername(tx, chat_id)).then(take);
  return take(chat_id as number | undefined);
}

/** What a call counts as, but for its messages. */
function countsOf(method: Method, files: RawCall["files"]): PersonCount[] {
  const counts: PersonCount[] = [{ kind: "calls", count: 1 }];
  if (method.effect === "write") counts.push({ kind: "writes", count: 1 });
  if (method.rate !== undefined) counts.push({ kind: method.rate, count: 1 });
  if (files.size === 0) return counts;
  let bytes = 0;
  for (const { upload } of files.values()) bytes += upload.size;
  counts.push({ kind: "uploads", count: files.size }, { kind: "upload_mib", count: bytes / MIB });
  return counts;
}

/** The messages that a call sends. */
function messageCounts(chat_id: number | undefined, count: number): PersonCount[] {
  const counts: PersonCount[] = [{ kind: "messages", count }];
  if (chat_id !== undefined) counts.push({ kind: "chat", chat_id, count });
  return counts;
}

/** An album counts as what is in it. */
function messagesIn(method: Method, { media }: Values): number {
  return method.sends && Array.isArray(media) ? Math.max(1, media.length) : 1;
}

/** @throws TooMany */
function wait(wait_s: number): undefined {
  if (wait_s > 0) throw new TooMany(wait_s);
  return undefined;
}
