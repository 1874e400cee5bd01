/** Parameters of calls as scenarios have them, and back: with names in place of ids, and durations in place of dates. */
import { GENERAL_THREAD_ID } from "../../domain/topics.ts";
import type { Directory } from "./facts.ts";
import { placeOf, type References } from "./references.ts";

export interface Naming {
  readonly directory: Directory;
  readonly references: References;
  /** Who calls. */
  readonly account_id: number;
  /** The time of the call in Unix seconds. */
  readonly now_s: number;
}

/** Values that belong to the object or the list around them. */
interface Around {
  readonly key: string;
  /** Where the messages are that ids refer to. */
  readonly chat_id: number | undefined;
}

type Values = Readonly<Record<string, unknown>>;

const ID_KEYS: ReadonlySet<string> = new Set([
  ...["chat_id", "from_chat_id", "sender_chat_id", "shared_chat_id"],
  ...["user_id", "user_ids", "bot_id"],
]);
/** A topic has the id of the message that created it. */
const MESSAGE_KEYS: ReadonlySet<string> = new Set([
  "message_id",
  "message_ids",
  "reply_to_message_id",
  "message_thread_id",
]);
const DATE_KEYS: ReadonlySet<string> = new Set(["until_date", "expire_date"]);
const DURATION = /^in (\d+) s$/;
const MENTION = /tg:\/\/user\?id=(\d+|\w+)/g;

/** Something that a step names is not there. The message is a sentence. */
export class StepProblem extends Error {}

/** Parameters as they were sent, with names. */
export function nameValues(values: Values, naming: Naming): Values {
  return named(values, { key: "", chat_id: undefined }, naming) as Values;
}

function named(value: unknown, around: Around, naming: Naming): unknown {
  const { key } = around;
  if (typeof value === "number") return namedNumber(value, around, naming);
  if (typeof value === "string") return namedText(value, key, naming);
  if (Array.isArray(value)) return value.map((each) => named(each, around, naming));
  if (typeof value !== "object" || value === null) return value;
  if (key === "user" && typeof (value as { id?: unknown }).id === "number")
    return { id: naming.directory.nameOf((value as { id: number }).id) ?? (value as { id: number }).id };
  const chat_id = chatOf(value as Values, around, (chat) => numberOf(chat, naming.directory));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== null && each !== undefined)
      .map(([name, each]) => [name, named(each, { key: name, chat_id }, naming)]),
  );
}

function namedNumber(value: number, { key, chat_id }: Around, naming: Naming): unknown {
  const { directory, references, account_id, now_s } = naming;
  if (ID_KEYS.has(key)) return directory.nameOf(value) ?? value;
  if (DATE_KEYS.has(key) && value > now_s) return `in ${value - now_s} s`;
  if (!MESSAGE_KEYS.has(key) || chat_id === undefined) return value;
  // Every chat has it, and it is no message.
  if (key === "message_thread_id" && value === GENERAL_THREAD_ID) return value;
  return references.messageLabel(placeOf(account_id, chat_id), value) ?? value;
}

function namedText(value: string, key: string, { directory, references }: Naming): string {
  if (ID_KEYS.has(key)) {
    const id = numberOf(value, directory);
    return (id === undefined ? undefined : directory.nameOf(id)) ?? value;
  }
  if (key === "callback_query_id") return references.label("query", value) ?? value;
  const exact = references.label("file", value) ?? references.label("link", value);
  if (exact !== undefined) return exact;
  const mentions = value.replaceAll(MENTION, (all, id: string) => {
    const name = directory.nameOf(Number(id));
    return name === undefined ? all : `tg://user?id=${name}`;
  });
  return references.withoutLinks(mentions);
}

/** Parameters of a step as they are to be sent. @throws StepProblem */
export function resolveValues(values: Values, naming: Naming): Values {
  return resolved(values, { key: "", chat_id: undefined }, naming) as Values;
}

function resolved(value: unknown, around: Around, naming: Naming): unknown {
  const { key } = around;
  if (typeof value === "string") return resolvedText(value, key, naming);
  if (Array.isArray(value)) return value.map((each) => resolved(each, around, naming));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  if (key === "user") return Object.fromEntries(entries.map(([name, each]) => [name, accountOf(each, naming)]));
  return Object.fromEntries(entries.map(([name, each]) => [name, resolved(each, { ...around, key: name }, naming)]));
}

function resolvedText(value: string, key: string, naming: Naming): unknown {
  const { references, now_s } = naming;
  if (ID_KEYS.has(key)) return accountOf(value, naming);
  if (MESSAGE_KEYS.has(key)) return references.messageId(value) ?? missing("message", value);
  if (key === "invite_link" && value.startsWith("step "))
    return references.value("link", value) ?? missing("link", value);
  if (value.startsWith("file of step ")) return references.value("file", value) ?? missing("file", value);
  const [, seconds] = DURATION.exec(value) ?? [];
  if (DATE_KEYS.has(key) && seconds !== undefined) return now_s + Number(seconds);
  return value.replaceAll(MENTION, (_, name: string) => `tg://user?id=${naming.directory.idOf(name) ?? name}`);
}

function missing(what: string, label: string): never {
  throw new StepProblem(`there is no ${what} “${label}”`);
}

function accountOf(name: unknown, { directory }: Naming): unknown {
  if (typeof name !== "string") return name;
  return numberOf(name, directory) ?? fail(`there is nobody and no chat called ${name}`);
}

function fail(sentence: string): never {
  throw new StepProblem(sentence);
}

/** An id, a number in digits, or a name. */
function numberOf(ref: unknown, directory: Directory): number | undefined {
  if (typeof ref === "number") return ref;
  if (typeof ref !== "string") return undefined;
  return /^-?\d+$/.test(ref) ? Number(ref) : directory.idOf(ref.replace(/^@/, ""));
}

/** The chat of the messages that an object names: the source where it copies or forwards. */
function chatOf(value: Values, { chat_id }: Around, idOf: (ref: unknown) => number | undefined): number | undefined {
  // Methods about a button of a bot name the chat by the bot.
  return idOf(value.from_chat_id) ?? idOf(value.chat_id) ?? idOf(value.bot_id) ?? chat_id;
}
