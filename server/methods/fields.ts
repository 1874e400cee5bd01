/** Fields: how a parameter is read from any of the four encodings, and how it is described in the documents. */
import type { AbsentKinds } from "../domain/button-kinds.ts";
import { tooMuchJson } from "./json-bounds.ts";
import { readMarkup, type ReplyMarkup } from "../domain/markup.ts";

/** The part of JSON Schema that the documents use. */
export type Schema = Readonly<Record<string, unknown>>;

/** A parameter that cannot be used. The message is the sentence after "Bad Request: ". */
export class ParameterFault extends Error {}

/** In what the reading of values differs from caller to caller. */
export interface Reading {
  /** What becomes of buttons of a kind that the service does not have. */
  readonly absentButtons: AbsentKinds;
}

/** The contract to the letter. */
const PLAIN_READING: Reading = { absentButtons: "refuse" };

export interface Field<T> {
  /** Reads a value that is present. @throws ParameterFault */
  read(raw: unknown, name: string, reading?: Reading): T;
  readonly schema: Schema;
  /** What to say when a required value is missing; unset for optional fields. */
  readonly missing?: string;
  readonly optional?: boolean;
  /** Whether "" means the empty text instead of "omitted" (behaviour.md §1: `custom_title` alone). */
  readonly keepsEmpty?: boolean;
  /** Whether the parameter may arrive as a file part. */
  readonly file?: boolean;
  readonly description?: string;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;
export type Params<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never };

function fault(sentence: string): never {
  throw new ParameterFault(sentence);
}

/** Makes a field that may be left out; `undefined` then. */
export function optional<T>(field: Field<T>): Field<T | undefined> {
  return { ...field, optional: true };
}

/** Says in the field's own words what is missing, where bots know such words. */
export function missing<T>(field: Field<T>, sentence: string): Field<T> {
  return { ...field, missing: sentence };
}

export function described<T>(field: Field<T>, description: string): Field<T> {
  return { ...field, description };
}

function readInt(raw: unknown, name: string): number {
  if (typeof raw === "number") {
    const whole = Math.trunc(raw);
    return Number.isSafeInteger(whole) ? whole : fault(`invalid ${name}: the number is out of range`);
  }
  if (typeof raw === "string" && /^\s*[+-]?\d{1,16}(\.\d*)?\s*$/.test(raw)) return readInt(Number(raw), name);
  return fault(`invalid ${name}: a whole number is expected`);
}

/** A whole number, as a number or in digits; a fraction is cut off (behaviour.md §1). A truth value is none. */
export function int(): Field<number> {
  return { read: readInt, schema: { type: "integer" } };
}

/** The id of a person or bot: positive. */
export function userId(): Field<number> {
  return {
    read(raw, name) {
      const id = readInt(raw, name);
      return id > 0 ? id : fault(`invalid ${name} specified`);
    },
    schema: { type: "integer", minimum: 1 },
    missing: "invalid user_id specified",
  };
}

/** The id of a message in its chat. */
export function messageId(): Field<number> {
  return { read: readInt, schema: { type: "integer", minimum: 1 }, missing: "message identifier is not specified" };
}

/** Unix seconds; 0 or less is read as "never". */
export function unixTime(): Field<number> {
  return { read: readInt, schema: { type: "integer", format: "unix-time" } };
}

/** A number with a fraction. */
export function float(): Field<number> {
  return {
    read(raw, name) {
      const value = typeof raw === "string" && raw.trim() !== "" ? Number(raw) : raw;
      if (typeof value !== "number" || !Number.isFinite(value)) fault(`invalid ${name}: a number is expected`);
      return value as number;
    },
    schema: { type: "number" },
  };
}

const YES = new Set(["true", "yes", "1"]);
const NO = new Set(["false", "no", "0"]);

function readBool(raw: unknown, name: string): boolean {
  if (typeof raw === "boolean") return raw;
  const word = String(raw).trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : fault(`invalid ${name}: true or false is expected`);
}

export function bool(): Field<boolean> {
  return { read: readBool, schema: { type: "boolean" } };
}

/** Not every store can keep the character NUL: it is a space, as all control characters are in messages. */
function withoutNul(value: string): string {
  return value.includes("\0") ? value.replaceAll("\0", " ") : value;
}

/**
 * Text as it was sent; numbers and booleans in JSON are taken as their text. `keepsNul` is for what refuses control
 * characters itself.
 */
export function text(
  limits: { readonly max?: number; readonly keepsEmpty?: boolean; readonly keepsNul?: boolean } = {},
): Field<string> {
  const max = limits.max ?? 65_536;
  return {
    read(raw, name) {
      const value = typeof raw === "number" || typeof raw === "boolean" ? String(raw) : raw;
      if (typeof value !== "string") return fault(`invalid ${name}: text is expected`);
      if (value.length > max) return fault(`invalid ${name}: it is too long`);
      return limits.keepsNul ? value : withoutNul(value);
    },
    schema: { type: "string" },
    ...(limits.keepsEmpty ? { keepsEmpty: true } : {}),
  };
}

/** One of a few words, in whatever letter case. */
export function oneOf<const W extends string>(...words: W[]): Field<W> {
  const known = new Map(words.map((word) => [word.toLowerCase(), word]));
  return {
    read: (raw, name) =>
      known.get(String(raw).trim().toLowerCase()) ?? fault(`invalid ${name}: one of ${words.join(", ")} is expected`),
    schema: { type: "string", enum: words },
  };
}

/** The chat a request is about: an id, or the user name of a public chat. */
export type ChatRef = number | string;

export function chatId(): Field<ChatRef> {
  return {
    read(raw, name) {
      if (typeof raw === "string" && !/^\s*[+-]?\d+\s*$/.test(raw)) return withoutNul(raw).trim();
      const id = readInt(raw, name);
      return id === 0 ? fault("chat_id is empty") : id;
    },
    schema: { oneOf: [{ type: "integer" }, { type: "string" }] },
    missing: "chat_id is empty",
  };
}

/** A value that is JSON inside JSON bodies and JSON text elsewhere; clients mix the two. */
function readJson(raw: unknown, error: string): unknown {
  if (typeof raw !== "string") return raw;
  const much = tooMuchJson(raw);
  if (much !== undefined) return fault(`${error}: it ${much}`);
  try {
    return JSON.parse(raw);
  } catch {
    return fault(error);
  }
}

/** An array of `item`; a lone text that is not JSON is refused. */
export function arrayOf<T>(item: Field<T>, limits: { readonly max: number; readonly error?: string }): Field<T[]> {
  return {
    read(raw, name) {
      const error = limits.error ?? `can't parse ${name}: a JSON array is expected`;
      const value = readJson(raw, error);
      if (!Array.isArray(value)) fault(error);
      const items = value as unknown[];
      if (items.length > limits.max) fault(`too many ${name} specified: at most ${limits.max} are allowed`);
      return items.map((each, i) => item.read(each, `${name}[${i}]`));
    },
    schema: { type: "array", items: item.schema, maxItems: limits.max },
  };
}

/** Two values of a kind in an array. */
export function pairOf<T>(item: Field<T>): Field<readonly [T, T]> {
  return {
    read(raw, name) {
      if (!Array.isArray(raw) || raw.length !== 2) return fault(`invalid ${name}: an array of two is expected`);
      return [item.read(raw[0], `${name}[0]`), item.read(raw[1], `${name}[1]`)];
    },
    schema: { type: "array", items: item.schema, minItems: 2, maxItems: 2 },
  };
}

/** An object read by `make`, which may throw ParameterFault through `fault`. */
export function objectOf<T>(
  schema: Schema,
  errors: { readonly syntax: string; readonly shape: string },
  make: (value: Readonly<Record<string, unknown>>, fault: (sentence: string) => never) => T,
): Field<T> {
  return {
    read(raw) {
      const value = readJson(raw, errors.syntax);
      if (typeof value !== "object" || value === null || Array.isArray(value)) fault(errors.shape);
      return make(value as Record<string, unknown>, fault);
    },
    schema,
  };
}

/** An object of fields, each read in its own way; unknown members are ignored. */
export function object<F extends Fields>(fields: F, errors: { syntax: string; shape: string }): Field<Params<F>> {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.schema]));
  return objectOf({ type: "object", properties }, errors, (value) => readFields(fields, (name) => value[name]));
}

/** Reads every field from what `take` finds under its name. @throws ParameterFault */
export function readFields<F extends Fields>(
  fields: F,
  take: (name: string) => unknown,
  reading: Reading = PLAIN_READING,
): Params<F> {
  const params: Record<string, unknown> = {};
  for (const name in fields) {
    const field = fields[name]!;
    const raw = take(name);
    if (raw === undefined || raw === null || (raw === "" && !field.keepsEmpty)) {
      if (!field.optional) fault(field.missing ?? `parameter "${name}" is required`);
      params[name] = undefined;
    } else {
      params[name] = field.read(raw, name, reading);
    }
  }
  return params as Params<F>;
}

/** A reply markup, or `null` where one was given that means "no keyboard". */
export function replyMarkup(): Field<ReplyMarkup | null> {
  return {
    read(raw, _name, { absentButtons } = PLAIN_READING) {
      const value = readJson(raw, "can't parse reply keyboard markup JSON object");
      if (value === null) return null;
      const read = readMarkup(value, absentButtons);
      return "error" in read ? fault(read.error) : (read.markup ?? null);
    },
    schema: { $ref: "#/components/schemas/ReplyMarkup" },
  };
}
