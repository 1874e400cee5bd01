/**
 * Finds addresses and e-mail addresses in plain text, as Telegram does (behaviour.md §4). The search goes from dot to
 * dot: around each, the host is read, then what is before and behind it. No unit is read more than a few times.
 */
import { isEmailAddress } from "./email-address.ts";
import type { DetectedEntity } from "./detected-entity.ts";
import { isHostName } from "./host-name.ts";
import { findLocalLinks } from "./local-links.ts";
import { HOST, isUrlUnit, runBefore, SCHEME, USER_DATA } from "./url-characters.ts";
import { afterPort, balancedLength, PathReader } from "./url-path.ts";

const WORD_CHARACTER = /[\p{L}\p{N}_/#@]$/u;

/** All addresses in the text, sorted, without overlaps. */
export function findLinks(text: string): DetectedEntity[] {
  const found = text.includes(".") ? dottedLinks(text) : [];
  if (!text.includes("://")) return found;
  const local = findLocalLinks(text);
  return local.length === 0 ? found : withoutOverlaps([...found, ...local]);
}

/** The entities in their order; where two overlap, the one that begins first, or else the longer one, is kept. */
export function withoutOverlaps(found: DetectedEntity[]): DetectedEntity[] {
  let end = 0;
  return found
    .sort((a, b) => a.offset - b.offset || b.length - a.length)
    .filter((entity) => {
      if (entity.offset < end) return false;
      end = entity.offset + entity.length;
      return true;
    });
}

function dottedLinks(text: string): DetectedEntity[] {
  const paths = new PathReader(text);
  const found: DetectedEntity[] = [];
  for (let from = 0; ;) {
    const dot = text.indexOf(".", from);
    if (dot < 0 || dot + 1 === text.length) return found;
    if (text[dot + 1] === " ") {
      from = dot + 2;
      continue;
    }
    const candidate = candidateAt(text, from, dot, paths);
    const entity = candidate.begin === undefined ? undefined : linkOf(text, candidate.begin, candidate.end);
    if (entity) found.push(entity);
    from = Math.max(dot + 1, entity ? candidate.next : beforeScheme(text, candidate.next));
  }
}

/** A scheme can follow a full stop without a space. It was read as part of a host. */
function beforeScheme(text: string, end: number): number {
  return text.startsWith("://", end) ? end - "https".length : end;
}

interface Candidate {
  /** Without it, the characters before the host say that it is no address. */
  readonly begin?: number;
  readonly end: number;
  /** Where the search continues. */
  readonly next: number;
}

/** The longest text around a dot that may be an address. It does not begin before `from`. */
function candidateAt(text: string, from: number, dot: number, paths: PathReader): Candidate {
  const { end: hostEnd, hasAt } = hostAfter(text, dot);
  let host = runBefore(text, from, dot, HOST);
  if (hasAt) host = runBefore(text, from, host, USER_DATA);
  let end = paths.end(afterPort(text, hostEnd));
  while (end > dot + 1 && text[end - 1] === ".") end--;
  const begin = beginOf(text, from, host, hasAt);
  if (begin === undefined) return { end, next: text.lastIndexOf(".", end - 1) + 1 };
  let next = end;
  while (text[next] === ".") next++;
  return end > dot + 1 ? { begin, end, next } : { end, next };
}

/** Reads a host, and `@` in it: what precedes the last one is a user name with a password. */
function hostAfter(text: string, dot: number): { readonly end: number; readonly hasAt: boolean } {
  let hasAt = false;
  let end = dot;
  for (; end < text.length; end++) {
    if (text[end] === "@") hasAt = true;
    else if (!isUrlUnit(text.charCodeAt(end), HOST)) break;
  }
  return { end, hasAt };
}

/** Where an address begins: before its host, its user name and its scheme. */
function beginOf(text: string, from: number, host: number, hasAt: boolean): number | undefined {
  let begin = host;
  if (begin > from && text[begin - 1] === "@") {
    if (hasAt) return undefined;
    begin = runBefore(text, from, begin - 1, USER_DATA);
    if (begin === host - 1) return undefined;
  }
  if (begin - from >= "ftp://".length && text.startsWith("://", begin - 3)) return schemeBefore(text, from, begin - 3);
  // Two units, because a letter can consist of two.
  return WORD_CHARACTER.test(text.slice(Math.max(from, begin - 2), begin)) ? undefined : begin;
}

/** Letters directly before a scheme belong to the word before, except where they make another scheme. */
function schemeBefore(text: string, from: number, end: number): number | undefined {
  const word = text.slice(runBefore(text, Math.max(from, end - "https".length - 1), end, SCHEME), end).toLowerCase();
  if (word.endsWith("https")) return end - "https".length;
  if (word.endsWith("http")) return word === "shttp" ? undefined : end - "http".length;
  if (word.endsWith("ftp")) return word === "tftp" || word === "sftp" ? undefined : end - "ftp".length;
  return undefined;
}

/** A word with a colon before an e-mail address: `mailto:`, or a label as in `Mail:bob@example.com`. */
const LABEL = /^[\p{L}\p{N}_-]*:/u;

/** The entity of a candidate; `undefined` if its host is not one. */
function linkOf(text: string, begin: number, end: number): DetectedEntity | undefined {
  const address = text.slice(begin, end);
  const label = LABEL.exec(address)?.[0].length ?? 0;
  for (const skipped of new Set([0, label])) {
    if (isEmailAddress(address.slice(skipped))) {
      return { type: "email", offset: begin + skipped, length: address.length - skipped };
    }
  }
  const { scheme, authority, path } = /^(?<scheme>(?:https?|ftp):\/\/)?(?<authority>[^/?#]*)(?<path>[^]*)$/i.exec(
    address,
  )!.groups as { scheme?: string; authority: string; path: string };
  const host = authority.slice(authority.indexOf("@") + 1).replace(/:[^:]*$/, "");
  if (!isHostName(host, scheme !== undefined)) return undefined;
  return { type: "url", offset: begin, length: address.length - path.length + balancedLength(path) };
}
