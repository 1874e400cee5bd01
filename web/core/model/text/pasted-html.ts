/**
 * The formats of pasted text. Programs put the same text on the clipboard plain and as HTML; its line breaks and tabs are
 * taken from the plain one, its formats from the HTML. Nothing of the HTML is ever rendered. Runs in linear time.
 */
import type { MessageEntity } from "@heliogram/shared/wire.ts";
import type { FormattedText } from "./markdown.ts";
import { safeLink } from "./segments.ts";

type Style = "bold" | "italic" | "underline" | "strikethrough" | "code";

/** The formats of a character. */
interface Formats {
  readonly styles: ReadonlySet<Style>;
  readonly url?: string | undefined;
}

/** An open element. */
interface Open extends Formats {
  readonly name: string;
}

/** A character of the HTML that is not white space. */
interface Styled {
  readonly sign: string;
  readonly formats: Formats;
}

const STYLES: Readonly<Record<string, Style>> = {
  b: "bold",
  strong: "bold",
  h1: "bold",
  h2: "bold",
  h3: "bold",
  h4: "bold",
  h5: "bold",
  h6: "bold",
  th: "bold",
  i: "italic",
  em: "italic",
  u: "underline",
  ins: "underline",
  s: "strikethrough",
  strike: "strikethrough",
  del: "strikethrough",
  code: "code",
  kbd: "code",
  samp: "code",
  tt: "code",
};
const VOID = new Set(["br", "hr", "img", "input", "meta", "link", "col", "wbr", "area", "base", "source"]);
/** Elements whose content is not text of the document. */
const HIDDEN = new Set(["style", "script", "head", "title", "xml", "template"]);
const REFERENCES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
/** A larger document is pasted as plain text. */
const MAX_HTML = 1_000_000;
/** Characters of the plain text, such as the sign of a list, that the HTML may lack at one place. */
const MAX_EXTRA = 8;
/** Elements in elements that are looked at. */
const MAX_DEPTH = 256;
const NONE: Formats = { styles: new Set() };

/**
 * @param text - the plain text of the clipboard
 * @returns `undefined` if the HTML has no format, or not the same text
 */
export function formatPasted(text: string, html: string): FormattedText | undefined {
  if (html.length > MAX_HTML) return undefined;
  const plain = text.replaceAll("\r\n", "\n").replaceAll("\u00A0", " ");
  const formats = align(plain, readHtml(html));
  if (!formats) return undefined;
  const entities = entitiesOf(plain, formats);
  return entities.length > 0 ? { text: plain, entities } : undefined;
}

/** A piece of HTML: text, or a tag with its attributes. */
interface Token {
  readonly words?: string;
  readonly tag?: string;
  readonly isEnd?: boolean;
}

function* tokensOf(html: string): Generator<Token> {
  for (let at = 0; at < html.length;) {
    if (html.startsWith("<!--", at)) {
      const end = html.indexOf("-->", at + 4);
      at = end < 0 ? html.length : end + 3;
      continue;
    }
    const isTag = html[at] === "<" && /[a-z/!?]/i.test(html[at + 1] ?? "");
    const next = html.indexOf("<", at + 1);
    const end = isTag ? endOfTag(html, at) : next < 0 ? html.length : next;
    if (isTag) yield { tag: html.slice(at + (html[at + 1] === "/" ? 2 : 1), end - 1), isEnd: html[at + 1] === "/" };
    else yield { words: html.slice(at, end) };
    at = end;
  }
}

/** The end of a tag. A `>` in a quoted attribute does not end it. */
function endOfTag(html: string, start: number): number {
  let quote: string | undefined;
  for (let at = start + 1; at < html.length; at++) {
    const sign = html[at];
    if (quote !== undefined) quote = sign === quote ? undefined : quote;
    else if (sign === ">") return at + 1;
    else if (sign === '"' || sign === "'") quote = sign;
  }
  return html.length;
}

function readHtml(html: string): Styled[] {
  const signs: Styled[] = [];
  const open: Open[] = [];
  let hidden: string | undefined;
  // What the clipboard frames is the copied part.
  const begin = html.indexOf("<!--StartFragment-->");
  const end = html.lastIndexOf("<!--EndFragment-->");
  for (const { words, tag = "", isEnd } of tokensOf(html.slice(Math.max(0, begin), end < 0 ? html.length : end))) {
    const name = /^[^\s/>]*/.exec(tag)![0].toLowerCase();
    if (words !== undefined) {
      if (hidden === undefined) put(signs, words, open.at(-1) ?? NONE);
    } else if (isEnd) {
      if (hidden === name) hidden = undefined;
      const place = open.findLastIndex((each) => each.name === name);
      if (place >= 0) open.length = place;
    } else if (hidden === undefined && HIDDEN.has(name)) hidden = name;
    else if (hidden === undefined && open.length < MAX_DEPTH && !VOID.has(name) && !/^[!?]|\/$/.test(tag))
      open.push({ name, ...formatsOf(name, tag.slice(name.length), open.at(-1) ?? NONE) });
  }
  return signs;
}

function put(signs: Styled[], words: string, formats: Formats): void {
  for (const sign of decodeReferences(words)) if (!/\s/u.test(sign)) signs.push({ sign, formats });
}

function decodeReferences(words: string): string {
  return words.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return REFERENCES[String(name).toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

function formatsOf(name: string, attributes: string, outer: Formats): Formats {
  const styles = new Set(outer.styles);
  const style = STYLES[name];
  // The address underlines its text already.
  if (style && !(style === "underline" && outer.url !== undefined)) styles.add(style);
  const css = /\bstyle\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes);
  if (css) applyCss(styles, css[1] ?? css[2] ?? "", name === "a" || outer.url !== undefined);
  const address = name === "a" ? /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes) : null;
  const href = address && decodeReferences(address[1] ?? address[2] ?? "").trim();
  return { styles, url: href && /^(?:https?|mailto):/i.test(href) ? safeLink(href) : outer.url };
}

function applyCss(styles: Set<Style>, css: string, isLink: boolean): void {
  const weight = /(?:^|[;\s])font-weight\s*:\s*([a-z\d]+)/i.exec(css)?.[1]?.toLowerCase();
  if (weight !== undefined) set(styles, "bold", weight === "bold" || weight === "bolder" || Number(weight) >= 600);
  const slant = /(?:^|[;\s])font-style\s*:\s*([a-z]+)/i.exec(css)?.[1]?.toLowerCase();
  if (slant !== undefined) set(styles, "italic", slant === "italic" || slant === "oblique");
  const line = /(?:^|[;\s])text-decoration(?:-line)?\s*:\s*([^;]+)/i.exec(css)?.[1]?.toLowerCase() ?? "";
  if (line.includes("line-through")) styles.add("strikethrough");
  if (line.includes("underline") && !isLink) styles.add("underline");
}

function set(styles: Set<Style>, style: Style, on: boolean): void {
  if (on) styles.add(style);
  else styles.delete(style);
}

/** Finds the formats of each character of the plain text. White space has those that both its neighbours have. */
function align(plain: string, signs: readonly Styled[]): (Formats | undefined)[] | undefined {
  const formats: (Formats | undefined)[] = [];
  let at = 0;
  let extra = 0;
  for (const sign of plain) {
    const isSpace = /\s/u.test(sign);
    const found = isSpace ? undefined : signs[at];
    const same = found?.sign === sign;
    if (same) [at, extra] = [at + 1, 0];
    else if (!isSpace && ++extra > MAX_EXTRA) return undefined;
    for (let unit = 0; unit < sign.length; unit++) formats.push(same ? found.formats : isSpace ? undefined : NONE);
  }
  return at === signs.length ? formats : undefined;
}

const KINDS: readonly Style[] = ["bold", "italic", "underline", "strikethrough", "code"];

function entitiesOf(plain: string, formats: readonly (Formats | undefined)[]): MessageEntity[] {
  const styled = KINDS.flatMap((type) =>
    runs(formats, ({ styles }) => (styles.has(type) ? type : undefined)).map(({ offset, length }) => ({
      type,
      offset,
      length,
    })),
  );
  const links = runs(formats, ({ url }) => url)
    .filter(({ offset, length, value }) => safeLink(plain.slice(offset, offset + length)) !== value)
    .map(({ offset, length, value }) => ({ type: "text_link", offset, length, url: value }) as const);
  return [...styled, ...links];
}

interface Run {
  readonly offset: number;
  readonly length: number;
  readonly value: string;
}

/** Ranges of one value. White space inside a range belongs to it, white space at its edges does not. */
function runs(formats: readonly (Formats | undefined)[], valueOf: (formats: Formats) => string | undefined): Run[] {
  const found: { offset: number; length: number; value: string }[] = [];
  let current: (typeof found)[number] | undefined;
  for (const [at, each] of formats.entries()) {
    if (!each) continue;
    const value = valueOf(each);
    if (value !== undefined && current?.value === value) current.length = at + 1 - current.offset;
    else {
      current = value === undefined ? undefined : { offset: at, length: 1, value };
      if (current) found.push(current);
    }
  }
  return found;
}
