/** `heliogram config check` and `config show`, and how every command gets its settings. */
import { readFileSync } from "node:fs";
import { loadSettings, type Source } from "../settings/load.ts";
import { renderProblems, renderSettings } from "../settings/render.ts";
import type { Settings } from "../settings/settings.ts";

function load() {
  return loadSettings(process.env, (path) => readFileSync(path, "utf8"));
}

/** The settings, or the end of the process with everything that is wrong with them. */
export function settingsOrExit(): { readonly settings: Settings; readonly sources: Readonly<Record<string, Source>> } {
  const loaded = load();
  if (loaded.ok) return loaded;
  process.stderr.write(`${renderProblems(loaded.problems)}\n`);
  process.exit(78);
}

export function config(args: readonly string[]): void {
  if (args[0] === "check") {
    settingsOrExit();
    process.stdout.write("The configuration is complete.\n");
  } else if (args[0] === "show") {
    const { settings, sources } = settingsOrExit();
    process.stdout.write(`${renderSettings(settings, sources)}\n`);
  } else {
    process.stderr.write("usage: heliogram config check|show\n");
    process.exitCode = 2;
  }
}
