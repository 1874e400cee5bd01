/** Reads a command line: what does not belong there is said in a sentence. */
import { parseArgs } from "node:util";
import { UsageFault } from "./faults.ts";

/** The options of a command by name: a `text` is followed by its value, a `flag` stands alone. */
export type Options = Readonly<Record<string, "text" | "flag">>;

export interface Arguments {
  /** What is no option. */
  readonly words: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
  readonly flags: ReadonlyMap<string, boolean>;
}

/**
 * @param command the command as it is called, for the sentences
 * @param max_words how many words may stand beside the options
 * @throws UsageFault
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
  // Node's own strictness says it in Node's words.
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
      throw new UsageFault(`${command} has no option ${rawName}; ${choiceOf(options)}`);
    if (texts.has(name) || flags.has(name)) throw new UsageFault(`${rawName} is given twice`);
    if (kind === "flag") {
      if (value !== undefined) throw new UsageFault(`${rawName} stands alone, without a value`);
      flags.set(name, !rawName.startsWith("--no-"));
    } else if (value === undefined || (!inlineValue && value.startsWith("-"))) {
      throw new UsageFault(`${rawName} needs a value; one that begins with a dash is written ${rawName}=-…`);
    } else texts.set(name, value);
  }
  if (words.length > max_words) throw new UsageFault(`${command} does not know what to do with ${words[max_words]}`);
  return { words, texts, flags };
}

function choiceOf(options: Options): string {
  const names = Object.keys(options);
  return names.length === 0 ? "it has none" : `it has ${names.map((name) => `--${name}`).join(", ")}`;
}
