/** Loads settings from the environment, from files that it names, and from a configuration file. */
import { parseDocument, type Document } from "yaml";
import { EXPECTED, SECRET_SETTINGS, settingsSchema, type Settings } from "./settings.ts";

export interface Problem {
  /** The name of the variable, of the setting in the file, or of the option. */
  readonly key: string;
  /** The given value, masked if it is secret; `undefined` if the name itself is wrong. */
  readonly value?: string;
  readonly expected: string;
}

export type Source = "environment" | "file" | "default";

/** A value, and the name of the variable, setting or option that has it. */
export interface SettingValue {
  readonly key: string;
  readonly value: unknown;
}

export type Checked =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly Problem[] };

export type Loaded =
  | {
      readonly ok: true;
      readonly settings: Settings;
      readonly sources: Readonly<Record<string, Source>>;
      /** The files that variables with the suffix `_FILE` name, by setting. */
      readonly files: Readonly<Record<string, string>>;
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const PREFIX = "HELIOGRAM_";
const CONFIG = "HELIOGRAM_CONFIG";
const FILE = "_FILE";
const NAMES = Object.keys(settingsSchema.shape);
const VARIABLES = NAMES.map(variable);

/**
 * The environment has precedence over the file, and the file over the defaults. All problems are reported at once.
 * @param readFile - throws when the file cannot be read
 */
export function loadSettings(
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string,
): Loaded {
  const problems: Problem[] = [];
  const fromFile = readConfig(env[CONFIG], readFile, problems);
  const fromEnv = readEnvironment(env, readFile, problems);
  const outcome = checkSettings(new Map([...fromFile, ...fromEnv]));
  if (!outcome.ok) problems.push(...outcome.problems);
  if (problems.length > 0 || !outcome.ok) return { ok: false, problems };
  const source = (name: string): Source =>
    fromEnv.has(name) ? "environment" : fromFile.has(name) ? "file" : "default";
  return {
    ok: true,
    settings: outcome.settings,
    sources: Object.fromEntries(NAMES.map((name) => [name, source(name)])),
    files: filesIn(env),
  };
}

function filesIn(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const named = NAMES.map((name) => [name, env[variable(name) + FILE]] as const);
  return Object.fromEntries(named.filter((each): each is readonly [string, string] => each[1] !== undefined));
}

/** Validates values by the name of the setting. Omitted settings have their defaults. */
export function checkSettings(given: ReadonlyMap<string, SettingValue>): Checked {
  const values = Object.fromEntries([...given].map(([name, { value }]) => [name, value]));
  const outcome = settingsSchema.safeParse(values);
  if (outcome.success) return { ok: true, settings: outcome.data };
  // A list may have several issues, but is one setting.
  const wrong = new Set(outcome.error.issues.map(({ path }) => path[0] as keyof Settings));
  const problems = [...wrong].map((name) => {
    const { key, value } = given.get(name)!;
    const why = name === "oidc" ? outcome.error.issues.find(({ path }) => path[0] === name) : undefined;
    const expected = why ? `${EXPECTED[name]} (${why.message})` : EXPECTED[name];
    return { key, value: shownValue(name, value), expected };
  });
  return { ok: false, problems };
}

function readConfig(
  path: string | undefined,
  readFile: (path: string) => string,
  problems: Problem[],
): Map<string, SettingValue> {
  const found = new Map<string, SettingValue>();
  if (path === undefined) return found;
  const values = parseConfig(path, readFile);
  if (typeof values === "string") {
    problems.push({ key: CONFIG, value: path, expected: values });
    return found;
  }
  for (const [key, value] of Object.entries(values)) {
    if (NAMES.includes(key)) found.set(key, { key, value });
    else problems.push({ key, expected: `a known setting; did you mean ${nearest(key, NAMES)}?` });
  }
  return found;
}

/** @returns the content of the file, or what was expected of it */
function parseConfig(path: string, readFile: (path: string) => string): Record<string, unknown> | string {
  let text;
  try {
    text = readFile(path);
  } catch {
    return "the path of a readable file";
  }
  // The parser's message may quote the file, which may contain credentials.
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) return `YAML or JSON, which it is not at line ${error.linePos?.[0].line ?? 1}`;
  const value = plainOf(document);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  return "a file of settings, one `name: value` a line";
}

/** Converts to plain values. An alias without an anchor is an error only here. */
function plainOf(document: Document): unknown {
  try {
    return document.toJS();
  } catch {
    return undefined;
  }
}

function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string,
  problems: Problem[],
): Map<string, SettingValue> {
  const found = new Map<string, SettingValue>();
  for (const [key, value] of Object.entries(env)) {
    if (!key.startsWith(PREFIX) || key === CONFIG || value === undefined) continue;
    const isPath = key.endsWith(FILE);
    const plain = isPath ? key.slice(0, -FILE.length) : key;
    if (!VARIABLES.includes(plain)) {
      const meant = nearest(plain, [...VARIABLES, CONFIG]);
      const suffix = isPath && meant !== CONFIG ? FILE : "";
      problems.push({ key, expected: `a known setting; did you mean ${meant}${suffix}?` });
    } else if (!isPath) found.set(nameOf(plain), { key, value });
    else if (env[plain] !== undefined) {
      problems.push({ key, value, expected: `to be absent, as ${plain} is set` });
    } else {
      try {
        found.set(nameOf(plain), { key, value: readFile(value).trim() });
      } catch {
        problems.push({ key, value, expected: "the path of a readable file" });
      }
    }
  }
  return found;
}

function variable(name: string): string {
  return PREFIX + name.toUpperCase();
}

function nameOf(name: string): string {
  return name.slice(PREFIX.length).toLowerCase();
}

function shownValue(name: string, value: unknown): string {
  const text = typeof value === "string" && value !== "" ? value : JSON.stringify(value);
  return SECRET_SETTINGS.has(name) ? mask(text) : text;
}

/** Replaces a secret value by its scheme. */
export function mask(value: string): string {
  if (/^(sqlite|memory|"")$/.test(value)) return value;
  return `${/^[\w+]+:\/\//.exec(value)?.[0] ?? ""}…`;
}

/** The known name with the smallest edit distance. */
function nearest(name: string, names: readonly string[]): string {
  return names.reduce((best, each) => (distance(each, name) < distance(best, name) ? each : best));
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + change));
    }
    row = next;
  }
  return row[b.length]!;
}
