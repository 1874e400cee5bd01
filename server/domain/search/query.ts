/** What somebody searches for: what the index is to be asked, and whether and where a text has it. */
import { unitsOf, type Unit } from "./units.ts";

/** Units that must follow one another. */
export interface Term {
  readonly units: readonly Unit[];
  /** Whether the last unit may be the beginning of a longer one. */
  readonly isOpen: boolean;
}

/** What the index must have of a message. */
export interface Clause {
  readonly word: string;
  /** Whether a word that begins so is enough. */
  readonly isPrefix: boolean;
}

/** A piece of a text, in UTF-16 units. */
export interface Range {
  readonly offset: number;
  readonly length: number;
}

/** Clauses that the index is asked for at once; what else a message must have is seen in the message. */
const MOST_CLAUSES = 24;
/** Ranges told of one message. */
const MOST_RANGES = 100;

/** Between quotation marks of any sort, or between blanks. */
const PIECE = /["“”„«»](?<quoted>[^"“”„«»]*)["“”„«»]|(?<plain>[^\s"“”„«»]+)/gu;

/** The terms of a query, all of which a message must have. The last word may be a beginning, unless it is in quotation marks. */
export function parseQuery(query: string): Term[] {
  const terms: Term[] = [];
  for (const { groups } of query.matchAll(PIECE)) {
    const { quoted, plain } = groups!;
    const units = unitsOf(quoted ?? plain ?? "");
    if (units.length > 0) terms.push({ units, isOpen: quoted === undefined });
  }
  return terms.map((term, i) => ({ ...term, isOpen: term.isOpen && i === terms.length - 1 }));
}

/** What the index is asked for: every message that has the terms has all of it. */
export function clausesOf(terms: readonly Term[]): Clause[] {
  const clauses = new Map<string, Clause>();
  for (const { units, isOpen } of terms) {
    units.forEach((unit, i) => {
      const next = units[i + 1];
      const endsOpen = isOpen && (next === undefined || i === units.length - 2);
      const clause = clauseOf(unit, next, unit.isJoined, endsOpen);
      if (clause) clauses.set(`${clause.word} ${clause.isPrefix}`, clause);
    });
  }
  return [...clauses.values()].slice(0, MOST_CLAUSES);
}

function clauseOf(unit: Unit, next: Unit | undefined, isJoined: boolean, endsOpen: boolean): Clause | undefined {
  if (!unit.isLetter) return { word: unit.text, isPrefix: endsOpen && next === undefined };
  if (next?.isJoined) return { word: unit.text + next.text, isPrefix: endsOpen };
  // The last of several letters is in the pair before. One alone is the beginning of a pair, or the end of a run.
  return isJoined ? undefined : { word: unit.text, isPrefix: true };
}

/** The words by which a text is found in the index: words as they are, and of scripts without blanks, pairs of letters. */
export function addIndexWords(text: string, words: Set<string>): void {
  const units = unitsOf(text);
  units.forEach((unit, i) => {
    const next = units[i + 1];
    words.add(unit.isLetter && next?.isJoined ? unit.text + next.text : unit.text);
  });
}

/**
 * Where the texts of a message have the terms, each in any of them.
 * @returns the ranges in the first of the texts, or `undefined` where a term is in none
 */
export function findTerms(terms: readonly Term[], texts: readonly string[]): Range[] | undefined {
  const [first = [], ...others] = texts.map(unitsOf);
  const ranges: Range[] = [];
  for (const term of terms) {
    const found = rangesOf(term, first);
    if (found.length === 0 && !others.some((units) => rangesOf(term, units, 1).length > 0)) return undefined;
    ranges.push(...found);
  }
  return merged(ranges).slice(0, MOST_RANGES);
}

function rangesOf(term: Term, units: readonly Unit[], most = MOST_RANGES): Range[] {
  const ranges: Range[] = [];
  for (let at = 0; at + term.units.length <= units.length && ranges.length < most; at++) {
    if (!standsAt(term, units, at)) continue;
    const offset = units[at]!.start;
    ranges.push({ offset, length: units[at + term.units.length - 1]!.end - offset });
  }
  return ranges;
}

function standsAt({ units: wanted, isOpen }: Term, units: readonly Unit[], at: number): boolean {
  for (const [i, want] of wanted.entries()) {
    const unit = units[at + i]!;
    const isBeginning = isOpen && i === wanted.length - 1;
    if (unit.isLetter !== want.isLetter) return false;
    if (isBeginning ? !unit.text.startsWith(want.text) : unit.text !== want.text) return false;
    if (i > 0 && want.isJoined && !unit.isJoined) return false;
  }
  return true;
}

/** In order, those that touch as one. */
function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const { offset, length } of ranges.toSorted((a, b) => a.offset - b.offset)) {
    const last = result.at(-1);
    if (!last || offset > last.offset + last.length) {
      result.push({ offset, length });
      continue;
    }
    const end = Math.max(last.offset + last.length, offset + length);
    result[result.length - 1] = { offset: last.offset, length: end - last.offset };
  }
  return result;
}
