/**
 * Turns the text of a call into the text and entities of a message: clean, parse, trim, check the length, detect
 * entities.
 */
import { detectedAmong } from "@heliogram/shared/text/detected-among.ts";
import { byteOffsetsIn, clean, replaceTabs } from "./clean.ts";
import { EntityParseError, type MessageEntity, type Parsed } from "./entity.ts";
import { byPlace } from "./entity-nesting.ts";
import { explicitEntities } from "./explicit-entities.ts";
import { parseHtml } from "./html.ts";
import { parseMarkdown } from "./markdown.ts";
import { parseMarkdownV2 } from "./markdown-v2.ts";
import { normalizeEntities } from "./normalize-entities.ts";

export interface FormatOptions {
  /** `HTML`, `Markdown` or `MarkdownV2` in any letter case. Takes precedence over `entities`. */
  readonly parse_mode?: string;
  readonly entities?: readonly MessageEntity[];
  /** The largest length of the result. */
  readonly max_code_points: number;
  readonly allow_empty?: boolean;
  /** Whether error sentences name a caption. */
  readonly caption?: boolean;
}

export type FormatOutcome =
  | { readonly ok: true; readonly text: string; readonly entities: readonly MessageEntity[] }
  | { readonly ok: false; readonly error: string };

/** Longer input is refused without parsing it, in UTF-16 units. */
const MAX_INPUT = 32_768;
const MODES = new Set(["", "none", "html", "markdown", "markdownv2"]);
const NOTHING: readonly MessageEntity[] = [];

/** `error` is the sentence after "Bad Request: ", with Telegram's text where it has one. */
export function formatText(input: string, options: FormatOptions): FormatOutcome {
  if (input.length > MAX_INPUT) return { ok: false, error: "text is too long" };
  if (!MODES.has((options.parse_mode ?? "").toLowerCase())) return { ok: false, error: "unsupported parse_mode" };
  const parsed = attempt(input, () => trim(parse(input, options)));
  if (typeof parsed === "string") return { ok: false, error: parsed };
  const { entities } = parsed;
  const text = replaceTabs(parsed.text, entities);
  const what = options.caption ? "message caption" : "message";
  if (text === "" && !options.allow_empty) return { ok: false, error: "message text is empty" };
  if (text.length > options.max_code_points && codePoints(text) > options.max_code_points) {
    return { ok: false, error: `${what} is too long` };
  }
  const all = attempt(input, () => withDetected(text, entities));
  return typeof all === "string" ? { ok: false, error: all } : { ok: true, text, entities: all };
}

/**
 * Formats the text of a draft: it is not trimmed, tabs stay, and no entities are detected. Entities are cut to the text,
 * so that a draft is saved in any case.
 */
export function formatDraft(input: string, entities: readonly MessageEntity[], max_code_points: number): FormatOutcome {
  const text = clean(input);
  if (text.length > max_code_points && codePoints(text) > max_code_points) {
    return { ok: false, error: "message is too long" };
  }
  const usable = attempt(input, () => normalizeEntities(explicitEntities(input, text, inside(input, entities))));
  return typeof usable === "string" ? { ok: false, error: usable } : { ok: true, text, entities: usable };
}

/** The entities, cut to the text. */
function inside(text: string, entities: readonly MessageEntity[]): MessageEntity[] {
  return entities
    .filter(({ offset, length }) => offset >= 0 && offset < text.length && length > 0)
    .map((entity) => ({ ...entity, length: Math.min(entity.length, text.length - entity.offset) }));
}

/** The result of `read`, or an error sentence if it throws an `EntityParseError`. */
function attempt<T>(input: string, read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof EntityParseError) return `can't parse entities: ${error.sentence(byteOffsetsIn(input))}`;
    throw error;
  }
}

function parse(raw: string, { parse_mode, entities }: FormatOptions): Parsed {
  const input = clean(raw);
  switch ((parse_mode ?? "").toLowerCase()) {
    case "html":
      return parseHtml(input);
    case "markdown":
      return parseMarkdown(input);
    case "markdownv2":
      return parseMarkdownV2(input);
    default:
      return { text: input, entities: entities ? explicitEntities(raw, input, entities) : [] };
  }
}

/**
 * Trims white space at both ends, and moves and cuts the entities accordingly. The first line of code keeps its
 * indentation.
 */
function trim({ text, entities }: Parsed): Parsed {
  if (entities.length === 0) return { text: text.trim(), entities };
  const ordered = normalizeEntities(entities);
  const end = text.trimEnd().length;
  const first = text.length - text.trimStart().length;
  if (first === 0 && end === text.length) return { text, entities: ordered };
  const code = ordered.find(
    ({ type, offset, length }) => (type === "pre" || type === "code") && offset <= first && first < offset + length,
  );
  const begin = code ? Math.max(code.offset, text.lastIndexOf("\n", first - 1) + 1) : Math.min(first, end);
  const kept: MessageEntity[] = [];
  for (const entity of ordered) {
    const offset = Math.max(0, entity.offset - begin);
    const stop = Math.min(end, entity.offset + entity.length) - begin;
    if (stop > offset) kept.push({ ...entity, offset, length: stop - offset });
  }
  // Two that are cut can have the same range now.
  return { text: text.slice(begin, end), entities: kept.sort(byPlace) };
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Adds the detected entities. */
function withDetected(text: string, entities: readonly MessageEntity[]): readonly MessageEntity[] {
  const found = detectedAmong(text, entities);
  if (found.length === 0) return entities.length === 0 ? NOTHING : entities;
  return entities.length === 0 ? found : normalizeEntities([...entities, ...found]);
}
