/** Parses command lines, with an error message for everything that is not allowed. */
import { parseArgs } from "node:util";
import { UsageError } from "./errors.ts";

/** The options of a command by name: a `text` has a value, a `flag` has none. */
export type Options = Readonly<Record<string, "text" | "flag">>;

export interface Arguments {
  /** Positional arguments. */
  readonly words: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
  readonly flags: ReadonlyMap<string, boolean>;
}

/**
 * @param command the name of the command, for error messages
 * @param max_words the greatest number of positional arguments
 * @throws UsageError
 */
export function readArguments(
  command: string,
  args: readonly string[],
  options: Options,
  max_words: number,
): Arguments {
  const config = Object.entries(options).map(([name, kind]) => {
    const type = kind === "text" ? ("string" as const) : ("boolean" as const);
    return [name, { type }] as const;
  });
  // Not strict: the error messages are our own.
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(config),
    strict: false,
    tokens: true,
    allowNegative: true,
  });
  const words: string[] = [];
  const texts = new Map<string, string>();
  const flags = new Map<string, boolean>();
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    const kind = Object.hasOwn(options, name) ? options[name] : undefined;
    if (kind === undefined || (kind === "text" && rawName.startsWith("--no-")))
      throw new UsageError(`${command} has no option ${rawName}; ${choiceOf(options)}`);
    if (texts.has(name) || flags.has(name)) throw new UsageError(`${rawName} is given twice`);
    if (kind === "flag") {
      if (value !== undefined) throw new UsageError(`${rawName} stands alone, without a value`);
      flags.set(name, !rawName.startsWith("--no-"));
    } else if (value === undefined || (!inlineValue && value.startsWith("-"))) {
      throw new UsageError(`${rawName} needs a value; one that begins with a dash is written ${rawName}=-…`);
    } else texts.set(name, value);
  }
  if (words.length > max_words) throw new UsageError(`${command} does not know what to do with ${words[max_words]}`);
  return { words, texts, flags };
}

function choiceOf(options: Options): string {
  const names = Object.keys(options);
  return names.length === 0 ? "it has none" : `it has ${names.map((name) => `--${name}`).join(", ")}`;
}
