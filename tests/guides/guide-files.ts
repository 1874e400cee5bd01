/** The configurations that the guides show, and the programs that run them. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

export const GUIDES = join(import.meta.dirname, "../../docs/guides");
export const CONFIGURATIONS = join(GUIDES, "configurations");

function has(program: string): boolean {
  return spawnSync(program, ["--help"], { stdio: "ignore" }).error === undefined;
}

/** Without the program a test is skipped, except where all programs must be there. */
export function lacks(program: string): boolean {
  return !has(program) && process.env.CI === undefined;
}

export function configuration(name: string): string {
  return readFileSync(join(CONFIGURATIONS, name), "utf8");
}

/** Puts test values in place of those of the guide, each of which must be there. */
export function filledIn(name: string, values: Readonly<Record<string, string>>): string {
  return filledInText(configuration(name), values);
}

/** The same in a text. */
export function filledInText(text: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((filled, [from, to]) => {
    expect(filled).toContain(from);
    return filled.replaceAll(from, to);
  }, text);
}
