/** Parses world files and scenario files. Problems are reported with their line, their place and what was expected. */
import { LineCounter, parseDocument, type Document } from "yaml";
import { notPortable } from "../domain/text/portable.ts";
import { checkWorld, type WorldFault } from "./check.ts";
import { checkScenario, scenarioSchema, type ScenarioContent } from "./scenario-schema.ts";
import { worldSchema, type World } from "./schema.ts";

export type ReadWorld =
  | { readonly ok: true; readonly world: World }
  /** One message for each problem, beginning with its line. */
  | { readonly ok: false; readonly problems: readonly string[] };

export type ReadScenario =
  | { readonly ok: true; readonly scenario: ScenarioContent }
  | { readonly ok: false; readonly problems: readonly string[] };

type Path = readonly PropertyKey[];

interface Form<T> {
  safeParse(
    raw: unknown,
  ):
    | { readonly success: true; readonly data: T }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
}

/** Properties whose values are credentials and not shown in messages. */
const SECRET: readonly PropertyKey[] = ["password", "access_token", "token"];

/** @param text YAML, of which JSON is a part */
export function readWorld(text: string): ReadWorld {
  const read = readFile(text, worldSchema, checkWorld);
  return read.ok ? { ok: true, world: read.content } : read;
}

/** @param text YAML, of which JSON is a part */
export function readScenario(text: string): ReadScenario {
  const read = readFile(text, scenarioSchema, checkScenario);
  return read.ok ? { ok: true, scenario: read.content } : read;
}

function readFile<T>(text: string, schema: Form<T>, check: (content: T) => readonly WorldFault[]) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  if (document.errors.length > 0) {
    const problems = document.errors.map((error) => `${error.linePos?.[0].line ?? 1}: ${reason(error)}`);
    return { ok: false, problems } as const;
  }
  let raw: unknown;
  try {
    raw = document.toJS();
  } catch (error) {
    return { ok: false, problems: [`1: ${reason(error as Error)}`] } as const;
  }
  const outcome = schema.safeParse(raw);
  const wrong = outcome.success ? check(outcome.data) : outcome.error.issues.flatMap(faultsOf);
  const faults = [...wrong, ...unportable(raw, [])];
  if (outcome.success && faults.length === 0) return { ok: true, content: outcome.data } as const;
  const told = ({ path, expected }: WorldFault) => {
    const line = lines.linePos(offsetOf(document, path)).line;
    return { line, problem: `${line}: ${placeOf(path)}: expected ${expected}; found ${shownAt(raw, path)}` };
  };
  const problems = faults.map(told).sort((a, b) => a.line - b.line);
  return { ok: false, problems: problems.map(({ problem }) => problem) } as const;
}

function reason(error: Error): string {
  const sentence = error.message.split("\n")[0]!.replace(/( at line \d+, column \d+)?:$/, "");
  return `expected YAML or JSON: ${sentence}`;
}

/** The texts that no call could bring into a store. */
function unportable(value: unknown, path: Path): WorldFault[] {
  if (typeof value === "string") {
    const fault = notPortable(value);
    return fault === undefined ? [] : [{ path, expected: `other characters (${fault})` }];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    unportable(each, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

interface Issue {
  readonly path: Path;
  readonly message: string;
  readonly keys?: readonly string[] | undefined;
}

function faultsOf({ path, message, keys = [] }: Issue): WorldFault[] {
  if (keys.length === 0) return [{ path, expected: message }];
  return keys.map((key) => ({ path: [...path, key], expected: message }));
}

/** The offset of the value at `path`, or of its nearest ancestor if it is missing. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true) as { readonly range?: readonly number[] } | undefined;
    const begin = node?.range?.[0];
    if (begin !== undefined) return begin;
  }
  return 0;
}

function placeOf(path: Path): string {
  if (path.length === 0) return "the file";
  return path
    .map((step, i) => (typeof step === "number" ? `[${step}]` : `${i === 0 ? "" : "."}${String(step)}`))
    .join("");
}

const MAX_EXCERPT_LENGTH = 60;

function shownAt(raw: unknown, path: Path): string {
  let value = raw;
  for (const step of path) {
    // A member may be given as a user name only, which is shown then.
    if (typeof value !== "object" || value === null) break;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  if (value === undefined) return "nothing";
  if (SECRET.includes(path.at(-1) ?? "")) return "something else";
  const text = JSON.stringify(value);
  return text.length > MAX_EXCERPT_LENGTH ? `${text.slice(0, MAX_EXCERPT_LENGTH)}…` : text;
}
