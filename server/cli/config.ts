/** `heliogram config check` and `config show`, and how every command gets its settings. */
import { readFileSync } from "node:fs";
import { loadSettings, type Source } from "../settings/load.ts";
import { renderProblems, renderSettings } from "../settings/render.ts";
import type { Settings } from "../settings/settings.ts";
import { readArguments } from "./arguments.ts";
import { EXIT, UsageFault } from "./faults.ts";

function load() {
  return loadSettings(process.env, (path) => readFileSync(path, "utf8"));
}

/** The settings, or the end of the process with everything that is wrong with them. */
export function settingsOrExit(): { readonly settings: Settings; readonly sources: Readonly<Record<string, Source>> } {
  const loaded = load();
  if (loaded.ok) return loaded;
  process.stderr.write(`${renderProblems(loaded.problems)}\n`);
  process.exit(EXIT.settings);
}

export function config(args: readonly string[]): void {
  const [verb, word] = readArguments("config", args, {}, 2).words;
  if (verb !== "check" && verb !== "show")
    throw new UsageFault(`${["config", verb].join(" ").trim()} is no command; config has check, show`);
  if (word !== undefined) throw new UsageFault(`config ${verb} does not know what to do with ${word}`);
  const { settings, sources } = settingsOrExit();
  const text = verb === "check" ? "The configuration is complete." : renderSettings(settings, sources);
  process.stdout.write(`${text}\n`);
}
