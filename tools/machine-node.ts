/** Chooses the Node version for a bot library. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Telegraf 4.16 cannot send uploads on Node 26 to any server, so it runs on the Node of the system, as npm does.
 * @returns the path of a Node, or `undefined` if the system has none that works
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
