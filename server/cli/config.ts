/** `heliogram config check` and `config show`, and the settings of all other commands. */
import { readFileSync } from "node:fs";
import { loadSettings, type Loaded } from "../settings/load.ts";
import { renderProblems, renderSettings } from "../settings/render.ts";
import { readArguments } from "./arguments.ts";
import { UsageError } from "./errors.ts";
import { checkTogether } from "../runtime/settings-together.ts";
import { EXIT } from "../runtime/exit-error.ts";

/** The settings, or what is wrong with them. */
export function checkedSettings(): Loaded {
  return loadSettings(process.env, (path) => readFileSync(path, "utf8"));
}

/** Loads the settings, or prints all problems and ends the process. */
export function settingsOrExit(): Extract<Loaded, { readonly ok: true }> {
  const loaded = checkedSettings();
  if (loaded.ok) return loaded;
  process.stderr.write(`${renderProblems(loaded.problems)}\n`);
  process.exit(EXIT.settings);
}

export function config(args: readonly string[]): void {
  const [verb, word] = readArguments("config", args, {}, 2).words;
  if (verb !== "check" && verb !== "show")
    throw new UsageError(`${["config", verb].join(" ").trim()} is no command; config has check, show`);
  if (word !== undefined) throw new UsageError(`config ${verb} does not know what to do with ${word}`);
  const { settings, sources, files } = settingsOrExit();
  checkTogether(settings, files);
  const text = verb === "check" ? "The configuration is complete." : renderSettings(settings, sources);
  process.stdout.write(`${text}\n`);
}
