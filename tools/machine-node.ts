/** Which Node a bot library runs on. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Telegraf 4.16 sends no uploads on Node 26, to whatever server: it runs on the machine's own Node, as npm does.
 * @returns a program, or `undefined` where the machine has none that the library works on
 */
export function nodeFor(library: string): string | undefined {
  if (library !== "telegraf") return process.execPath;
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((each) => !each.includes("node_modules"));
  return folders.map((folder) => join(folder, "node")).find((path) => existsSync(path) && isOlder(path));
}

function isOlder(path: string): boolean {
  const major = Number(/^v(\d+)/.exec(execFileSync(path, ["--version"]).toString())?.[1]);
  return major >= 18 && major < 26;
}
