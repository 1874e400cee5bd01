/** Reads the formatted texts of rich messages, and finds links and mentions in them. */
import {
  RICH_FORMATS,
  RICH_LIMITS,
  RICH_LINKS,
  type RichFormat,
  type RichLink,
  type RichText,
  type RichTextNode,
} from "@heliogram/shared/rich.ts";
import { dateTime } from "../text/date-time.ts";
import { clean } from "../text/clean.ts";
import { linkTarget } from "../text/link-target.ts";
import type { Members } from "./raw-members.ts";
import { readRichButton, type ButtonPolicy } from "./read-button.ts";
import { refuseRich, RichError } from "./rich-error.ts";

/** UTF-16 units of an address, a name or an id. */
const MAX_MEMBER = 2048;
/** What is found in a text anyway is plain text when a sender marks it, as in `entities`. */
const FOUND_TYPES: ReadonlySet<string> = new Set(["mention", "hashtag", "cashtag", "bot_command", "bank_card_number"]);
const FORMATS: ReadonlySet<string> = new Set(RICH_FORMATS);

/** Counts the characters of a message while its texts are read. */
export class RichTextReader {
  readonly #buttons: ButtonPolicy;
  #characters = 0;

  constructor(buttons: ButtonPolicy) {
    this.#buttons = buttons;
  }

  /** A text without empty parts; neighbouring strings are joined. @throws RichError */
  read(raw: unknown, depth: number): RichText {
    const parts: RichText[] = [];
    this.#append(parts, raw, depth);
    return textOf(parts);
  }

  /** A string that counts as text. @throws RichError */
  source(raw: unknown, name: string): string {
    if (typeof raw !== "string" || raw === "") return refuseRich(`${name} is expected to be a text`);
    const source = cleaned(raw);
    this.#count(source);
    return source;
  }

  #append(parts: RichText[], raw: unknown, depth: number): void {
    if (typeof raw === "string") appendText(parts, this.#string(raw));
    else if (Array.isArray(raw)) for (const each of raw) this.#append(parts, each, depth);
    else if (typeof raw === "object" && raw !== null) this.#appendNode(parts, raw as Members, depth + 1);
    else refuseRich("a text is expected to be a string, an array or an object");
  }

  #string(raw: string): string {
    const text = cleaned(raw);
    this.#count(text);
    return text;
  }

  #count(text: string): void {
    this.#characters += codePoints(text);
    if (this.#characters > RICH_LIMITS.characters) throw new RichError("rich message is too long");
  }

  #appendNode(parts: RichText[], raw: Members, depth: number): void {
    requireDepth(depth);
    const { type } = raw;
    if (typeof type !== "string") return refuseRich("a text has no type");
    if (FOUND_TYPES.has(type)) return this.#append(parts, raw["text"], depth - 1);
    const node = this.#node(type, raw, depth);
    if (typeof node === "string" || Array.isArray(node)) for (const each of [node].flat()) appendPart(parts, each);
    else if (!isEmpty(node)) parts.push(node);
  }

  #node(type: string, raw: Members, depth: number): RichText {
    const text = (): RichText => this.read(raw["text"] ?? "", depth);
    if (FORMATS.has(type)) return { type: type as RichFormat, text: text() };
    switch (type) {
      case "text_mention":
        return { type, text: text(), user: { id: userIdOf(raw["user"]) } };
      case "date_time":
        return timeOf(text(), raw);
      case "custom_emoji":
        return {
          type,
          custom_emoji_id: memberOf(raw, "custom_emoji_id"),
          alternative_text: this.source(raw["alternative_text"], "alternative_text"),
        };
      case "mathematical_expression":
        return { type, expression: this.source(raw["expression"], "expression") };
      case "anchor":
        return { type, name: memberOf(raw, "name") };
      case "url":
        return urlOf(text(), memberOf(raw, "url"));
      case "button":
        return { type, button: readRichButton(raw["button"], this.#buttons, this, depth) };
      default:
        return Object.hasOwn(RICH_LINKS, type)
          ? linkOf(type as RichLink, text(), raw)
          : refuseRich(`unsupported text type "${type}"`);
    }
  }
}

function codePoints(text: string): number {
  let count = text.length;
  for (const _ of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) count -= 1;
  return count;
}

/** @throws RichError */
export function requireDepth(depth: number): void {
  if (depth > RICH_LIMITS.depth) refuseRich(`blocks and formats are nested deeper than ${RICH_LIMITS.depth} levels`);
}

/** A short text that is not shown. @throws RichError */
export function memberOf(raw: Members, name: string): string {
  const value = raw[name];
  if (typeof value !== "string") return refuseRich(`${name} is expected to be a text`);
  return value.length > MAX_MEMBER ? refuseRich(`${name} is too long`) : cleaned(value);
}

/** References of HTML can stand for characters that no text may have. */
function cleaned(raw: string): string {
  return clean(raw).replaceAll(/[\ufffe\uffff]/g, "\ufffd");
}

function userIdOf(user: unknown): number {
  const id = typeof user === "object" && user !== null ? (user as Members)["id"] : undefined;
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0
    ? id
    : refuseRich("user is expected to have an id");
}

function timeOf(text: RichText, { unix_time, date_time_format = "" }: Members): RichText {
  if (typeof unix_time !== "number" || !Number.isSafeInteger(unix_time)) return refuseRich("unix_time is expected");
  if (typeof date_time_format !== "string" || !/^(?:[rR]|[tTdDwW]{0,16})$/.test(date_time_format)) {
    return refuseRich("invalid date_time_format");
  }
  const time = dateTime(unix_time, date_time_format);
  return time ? { type: "date_time", text, unix_time, date_time_format: time.date_time_format ?? "" } : text;
}

/** A link; its text alone for an address to which no link leads. */
function urlOf(text: RichText, address: string): RichText {
  const target = linkTarget(address);
  if (target?.type === "text_mention") return { type: "text_mention", text, user: { id: target.user_id! } };
  return target ? { type: "url", text, url: target.url! } : text;
}

function linkOf(type: RichLink, text: RichText, raw: Members): RichText {
  const name = RICH_LINKS[type];
  return { type, text, [name]: memberOf(raw, name) } as RichTextNode;
}

function appendPart(parts: RichText[], part: RichText): void {
  if (typeof part === "string") appendText(parts, part);
  else parts.push(part);
}

function appendText(parts: RichText[], text: string): void {
  if (text === "") return;
  if (typeof parts.at(-1) === "string") parts[parts.length - 1] = (parts.at(-1) as string) + text;
  else parts.push(text);
}

function isEmpty(node: RichText): boolean {
  return typeof node === "object" && "text" in node && node.text === "";
}

/** The simplest form of a list of parts. */
export function textOf(parts: readonly RichText[]): RichText {
  return parts.length === 0 ? "" : parts.length === 1 ? parts[0]! : parts;
}
