/** Reads settings from the environment, from files it names, and from a configuration file. */
import { parse } from "yaml";
import { SECRET_SETTINGS, settingsSchema, type Settings } from "./settings.ts";

export interface Problem {
  readonly key: string;
  /** What was found there; masked where it is secret. */
  readonly value: string;
  readonly expected: string;
}

export type Source = "environment" | "file" | "default";

export type Loaded =
  | { readonly ok: true; readonly settings: Settings; readonly sources: Readonly<Record<string, Source>> }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const PREFIX = "HELIOGRAM_";
const CONFIG = "HELIOGRAM_CONFIG";
const NAMES = Object.keys(settingsSchema.shape);

/**
 * The environment beats the file, the file beats the defaults. All that is wrong is told at once.
 * `readFile` throws when there is no such file.
 */
export function loadSettings(
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string,
): Loaded {
  const problems: Problem[] = [];
  const fromFile = readConfig(env[CONFIG], readFile, problems);
  const fromEnv = readEnvironment(env, readFile, problems);
  const outcome = settingsSchema.safeParse({ ...fromFile, ...fromEnv });
  if (!outcome.success) {
    for (const issue of outcome.error.issues) problems.push(...problemsOf(issue, { ...fromFile, ...fromEnv }));
  }
  if (problems.length > 0 || !outcome.success) return { ok: false, problems };
  const source = (name: string): Source => (name in fromEnv ? "environment" : name in fromFile ? "file" : "default");
  return { ok: true, settings: outcome.data, sources: Object.fromEntries(NAMES.map((name) => [name, source(name)])) };
}

function readConfig(
  path: string | undefined,
  readFile: (path: string) => string,
  problems: Problem[],
): Record<string, unknown> {
  if (path === undefined) return {};
  try {
    const value: unknown = parse(readFile(path));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    problems.push({ key: CONFIG, value: path, expected: "a file of settings, one `name: value` a line" });
  } catch (error) {
    problems.push({
      key: CONFIG,
      value: path,
      expected: `a readable YAML or JSON file (${(error as Error).message.split("\n")[0]})`,
    });
  }
  return {};
}

function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string,
  problems: Problem[],
): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(env)) {
    if (!key.startsWith(PREFIX) || key === CONFIG || value === undefined) continue;
    const name = key.slice(PREFIX.length).toLowerCase();
    if (NAMES.includes(name)) found[name] = value;
    else if (name.endsWith("_file") && NAMES.includes(name.slice(0, -5))) {
      try {
        found[name.slice(0, -5)] = readFile(value).trim();
      } catch {
        problems.push({ key, value, expected: "the path of a readable file" });
      }
    } else
      problems.push({
        key,
        value: "",
        expected: `a known setting; did you mean ${PREFIX}${nearest(name).toUpperCase()}?`,
      });
  }
  return found;
}

interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

function problemsOf(issue: Issue, values: Readonly<Record<string, unknown>>): Problem[] {
  if (issue.code === "unrecognized_keys") {
    const unknown = issue.keys ?? [];
    return unknown.map((key) => ({ key, value: "", expected: `a known setting; did you mean ${nearest(key)}?` }));
  }
  const key = String(issue.path[0] ?? "");
  const value = SECRET_SETTINGS.has(key) ? mask(String(values[key])) : String(values[key]);
  return [{ key, value, expected: issue.message }];
}

/** A secret as it may be shown: its kind, not itself. */
export function mask(value: string): string {
  return /^(sqlite|memory)$/.test(value)
    ? value
    : value.replace(/^(\w+:\/\/).*$/, "$1…").replace(/^(?!\w+:\/\/).+$/, "…");
}

/** The known name that takes the fewest changes of a letter. */
function nearest(name: string): string {
  return NAMES.reduce((best, each) => (distance(each, name) < distance(best, name) ? each : best));
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
