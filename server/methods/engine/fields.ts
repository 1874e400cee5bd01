/** Fields: how a parameter is read from each of the four encodings, and its JSON Schema. */
import { ReplyMarkup as ReplyMarkupSchema } from "@heliogram/shared/wire/markup.ts";
import { booleanOf } from "../../domain/boolean-words.ts";
import type { UnsupportedButtonPolicy } from "../../domain/button-kinds.ts";
import { notPortableJson, withoutControls } from "../../domain/text/portable.ts";
import { jsonLimitExceeded, type JsonLimits } from "./json-limits.ts";
import { readMarkup, type ReplyMarkup } from "../../domain/markup.ts";

/** The part of JSON Schema that the documents use. */
export type Schema = Readonly<Record<string, unknown>>;

/** An invalid parameter. The message is the sentence after "Bad Request: ". */
export class ParameterError extends Error {}

/** Options of reading that depend on the caller. The dialects have them in `dialect.ts`. */
export interface ReadOptions {
  /** How buttons of unsupported kinds are read. */
  readonly unsupportedButtons: UnsupportedButtonPolicy;
  /** Whether a whole number with a fraction is refused or cut. */
  readonly fractions: "refuse" | "cut";
  /** Whether a value of `allowed_updates` that is no list of names is refused or counts as omitted. */
  readonly malformedUpdateKinds: "refuse" | "omit";
  /** The kinds of file that an album may have. */
  readonly albumKinds: readonly AlbumKind[];
  /** Whether each permission stands as it was given, also where another one implies it (behaviour.md §3). */
  readonly permissions: "as given" | "as in Telegram";
  /** Whether a field that has an error of Telegram's (`telegramError`) fails with it. */
  readonly errors: "own" | "as in Telegram";
}

/** A kind of file in an album. */
export type AlbumKind = "photo" | "video" | "audio" | "document";

/** The options of the native dialect. They hold within objects and arrays, whatever the dialect. */
export const NATIVE_READ_OPTIONS: ReadOptions = {
  unsupportedButtons: "refuse",
  fractions: "refuse",
  malformedUpdateKinds: "refuse",
  albumKinds: ["photo", "video"],
  permissions: "as given",
  errors: "own",
};

export interface Field<T> {
  /** Reads a value that is present. @throws ParameterError */
  read(raw: unknown, name: string, options?: ReadOptions): T;
  readonly schema: Schema;
  /** The error for a missing required value; unset for optional fields. */
  readonly missing?: string;
  /** The error in the `telegram` dialect for a missing and for a wrong value; `read` obeys it too. */
  readonly telegramError?: string;
  readonly optional?: boolean;
  /** Whether "" means the empty text instead of "omitted" (behaviour.md §1: `custom_title` alone). */
  readonly keepsEmpty?: boolean;
  /** Whether the parameter may arrive as a file part. */
  readonly file?: boolean;
  /** What JSON with this parameter may have; the usual limits if it is left out. */
  readonly json?: JsonLimits;
  readonly description?: string;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;
export type Params<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never };

function fail(sentence: string): never {
  throw new ParameterError(sentence);
}

/** Makes a field optional. It reads as `undefined` when it is omitted. */
export function optional<T>(field: Field<T>): Field<T | undefined> {
  return { ...field, optional: true };
}

/** Sets the error for a missing value, where bots know a certain text. */
export function missing<T>(field: Field<T>, sentence: string): Field<T> {
  return { ...field, missing: sentence };
}

/** Sets the error for a missing and for a wrong value in the `telegram` dialect. */
export function telegramError<T>(field: Field<T>, sentence: string): Field<T> {
  return {
    ...field,
    telegramError: sentence,
    read(raw, name, options = NATIVE_READ_OPTIONS) {
      if (options.errors === "own") return field.read(raw, name, options);
      try {
        return field.read(raw, name, options);
      } catch (error) {
        throw error instanceof ParameterError ? new ParameterError(sentence) : error;
      }
    },
  };
}

export function described<T>(field: Field<T>, description: string): Field<T> {
  return { ...field, description };
}

function readInt(raw: unknown, name: string, options: Pick<ReadOptions, "fractions"> = NATIVE_READ_OPTIONS): number {
  if (typeof raw === "number") {
    if (Number.isSafeInteger(raw)) return raw;
    const truncated = Math.trunc(raw);
    if (!Number.isSafeInteger(truncated)) return fail(`invalid ${name}: the number is out of range`);
    if (options.fractions === "cut") return truncated;
  } else if (typeof raw === "string" && DIGITS.test(raw)) return readInt(Number(raw), name, options);
  return fail(`invalid ${name}: a whole number is expected`);
}

/** Digits, with a fraction or without. */
const DIGITS = /^\s*[+-]?\d{1,16}(\.\d*)?\s*$/;

/** A whole number, as a number or in digits (behaviour.md §1). Booleans are refused. */
export function int(): Field<number> {
  return { read: readInt, schema: { type: "integer" } };
}

/** The id of a person or bot: positive. */
export function userId(): Field<number> {
  return {
    read(raw, name, options) {
      const id = readInt(raw, name, options);
      return id > 0 ? id : fail(`invalid ${name} specified`);
    },
    schema: { type: "integer", minimum: 1 },
    missing: "invalid user_id specified",
  };
}

/** The id of a message in its chat. */
export function messageId(): Field<number> {
  return { read: readInt, schema: { type: "integer", minimum: 1 }, missing: "message identifier is not specified" };
}

/** Unix seconds; 0 or less means "never". */
export function unixTime(): Field<number> {
  return { read: readInt, schema: { type: "integer", format: "unix-time" } };
}

/** A number that may have a fraction. */
export function float(): Field<number> {
  return {
    read(raw, name) {
      const value = typeof raw === "string" && raw.trim() !== "" ? Number(raw) : raw;
      if (typeof value !== "number" || !Number.isFinite(value)) fail(`invalid ${name}: a number is expected`);
      return value as number;
    },
    schema: { type: "number" },
  };
}

function readBool(raw: unknown, name: string): boolean {
  return booleanOf(raw) ?? fail(`invalid ${name}: true or false is expected`);
}

export function bool(): Field<boolean> {
  return { read: readBool, schema: { type: "boolean" } };
}

/**
 * Text. Numbers and booleans of a JSON body are taken as text. Control characters become spaces; `keepsControls` is for
 * fields that refuse them.
 */
export function text(
  limits: { readonly max?: number; readonly keepsEmpty?: boolean; readonly keepsControls?: boolean } = {},
): Field<string> {
  const max = limits.max ?? 65_536;
  return {
    read(raw, name) {
      const value = typeof raw === "number" || typeof raw === "boolean" ? String(raw) : raw;
      if (typeof value !== "string") return fail(`invalid ${name}: text is expected`);
      if (value.length > max) return fail(`invalid ${name}: it is too long`);
      return limits.keepsControls ? value : withoutControls(value);
    },
    schema: { type: "string" },
    ...(limits.keepsEmpty ? { keepsEmpty: true } : {}),
  };
}

/** One of these words; case-insensitive. */
export function oneOf<const W extends string>(...words: W[]): Field<W> {
  const known = new Map(words.map((word) => [word.toLowerCase(), word]));
  return {
    read: (raw, name) =>
      (typeof raw === "string" ? known.get(raw.trim().toLowerCase()) : undefined) ??
      fail(`invalid ${name}: one of ${words.join(", ")} is expected`),
    schema: { type: "string", enum: words },
  };
}

/** Any number of digits, so that an id that is too long is no user name. */
const DIGITS_ONLY = /^\s*[+-]?\d+(\.\d*)?\s*$/;

/** A chat: its id, or the user name of a public chat. */
export type ChatRef = number | string;

export function chatId(): Field<ChatRef> {
  return {
    read(raw, name, options) {
      if (typeof raw === "string" && !DIGITS_ONLY.test(raw)) return raw.trim();
      const id = readInt(raw, name, options);
      return id === 0 ? fail("chat_id is empty") : id;
    },
    schema: { oneOf: [{ type: "integer" }, { type: "string" }] },
    missing: "chat_id is empty",
  };
}

/** A value that is JSON in JSON bodies and JSON text in the other encodings. Clients mix the two. */
function readJson(raw: unknown, error: string, limits?: JsonLimits): unknown {
  if (typeof raw !== "string") return raw;
  const much = jsonLimitExceeded(raw, limits);
  if (much !== undefined) return fail(`${error}: it ${much}`);
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    return fail(error);
  }
  const unportable = notPortableJson(value, raw);
  return unportable === undefined ? value : fail(unportable);
}

/** An array of `item`. Text that is not JSON is refused, and with `empty` also an array without items, by that sentence. */
export function arrayOf<T>(
  item: Field<T>,
  limits: { readonly max: number; readonly error?: string; readonly empty?: string },
): Field<T[]> {
  const { empty } = limits;
  return {
    read(raw, name) {
      const error = limits.error ?? `can't parse ${name}: a JSON array is expected`;
      const value = readJson(raw, error);
      if (!Array.isArray(value)) fail(error);
      const items = value as unknown[];
      if (items.length === 0 && empty !== undefined) fail(empty);
      if (items.length > limits.max) fail(`too many ${name} specified: at most ${limits.max} are allowed`);
      return items.map((each, i) => item.read(each, `${name}[${i}]`));
    },
    schema: {
      type: "array",
      items: item.schema,
      ...(empty === undefined ? {} : { minItems: 1 }),
      maxItems: limits.max,
    },
  };
}

/** An array of two values of a kind. */
export function pairOf<T>(item: Field<T>): Field<readonly [T, T]> {
  return {
    read(raw, name) {
      if (!Array.isArray(raw) || raw.length !== 2) return fail(`invalid ${name}: an array of two is expected`);
      return [item.read(raw[0], `${name}[0]`), item.read(raw[1], `${name}[1]`)];
    },
    schema: { type: "array", items: item.schema, minItems: 2, maxItems: 2 },
  };
}

/** An object that `make` reads. `make` may throw ParameterError through `fail`. @param json - if its limits are not the usual ones */
export function objectOf<T>(
  schema: Schema,
  errors: { readonly syntax: string; readonly shape: string },
  make: (value: Readonly<Record<string, unknown>>, fail: (sentence: string) => never, options: ReadOptions) => T,
  json?: JsonLimits,
): Field<T> {
  return {
    read(raw, _name, options = NATIVE_READ_OPTIONS) {
      const value = readJson(raw, errors.syntax, json);
      if (typeof value !== "object" || value === null || Array.isArray(value)) fail(errors.shape);
      return make(value as Record<string, unknown>, fail, options);
    },
    schema,
    ...(json ? { json } : {}),
  };
}

/** An object of fields. Unknown members are ignored. */
export function object<F extends Fields>(fields: F, errors: { syntax: string; shape: string }): Field<Params<F>> {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.schema]));
  return objectOf({ type: "object", properties }, errors, (value) => readFields(fields, (name) => value[name]));
}

function missingError(field: Field<unknown>, name: string, { errors }: ReadOptions): string {
  const telegrams = errors === "own" ? undefined : field.telegramError;
  return telegrams ?? field.missing ?? `parameter "${name}" is required`;
}

/** Reads every field from the value that `take` returns for its name. @throws ParameterError */
export function readFields<F extends Fields>(
  fields: F,
  take: (name: string) => unknown,
  options: ReadOptions = NATIVE_READ_OPTIONS,
): Params<F> {
  const params: Record<string, unknown> = {};
  for (const name in fields) {
    const field = fields[name]!;
    const raw = take(name);
    if (raw === undefined || raw === null || (raw === "" && !field.keepsEmpty)) {
      if (!field.optional) fail(missingError(field, name, options));
    } else params[name] = field.read(raw, name, options);
  }
  return params as Params<F>;
}

/** A reply markup; `null` for one that means "no keyboard". */
export function replyMarkup(): Field<ReplyMarkup | null> {
  return {
    read(raw, _name, { unsupportedButtons } = NATIVE_READ_OPTIONS) {
      const value = readJson(raw, "can't parse reply keyboard markup JSON object");
      if (value === null) return null;
      const read = readMarkup(value, unsupportedButtons);
      return "error" in read ? fail(read.error) : (read.markup ?? null);
    },
    schema: ReplyMarkupSchema,
  };
}
