/** `bench/record.md`: what each landing has made dearer or cheaper. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Build } from "./build.ts";
import { ratioOf, type Comparison } from "./sample.ts";

const RECORD = new URL("../record.md", import.meta.url);

/** The first complete service: the commit that every landing is compared with, besides the one before. */
export const FIRST_BUILD = "ffc4d3e";

/** A line of the table: the date, the commit, the commit that it is compared with, then the ratios. */
const LINE = /^\| \d{4}-\d\d-\d\d \| `([0-9a-f]+)` \|/gm;

/** @returns the commit of the last line @throws Error if there is none */
export function lastRecorded(text = readFileSync(RECORD, "utf8")): string {
  const last = [...text.matchAll(LINE)].at(-1);
  if (!last) throw new Error("bench/record.md has no line");
  return last[1]!;
}

interface Landing {
  readonly date: string;
  /** The landing, then what it was compared with. */
  readonly builds: readonly Build[];
  readonly compared: readonly Comparison[];
}

/** Adds one line to the file for each build that the first one was compared with. */
export function addToRecord(builds: readonly Build[], compared: readonly Comparison[]): void {
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(RECORD, withLines(readFileSync(RECORD, "utf8"), { date, builds, compared }));
}

/** The text of the record with the lines of a landing. */
export function withLines(text: string, { date, builds: [own, ...others], compared }: Landing): string {
  const titles = /^\| date .*$/m.exec(text)?.[0].split("|").slice(4, -1) ?? [];
  const lines = others.map((other) => {
    const cells = titles.map((title) => {
      const row = compared.find(({ measured }) => measured === title.trim());
      return row ? cellOf(row, own!.name, other.name) : "–";
    });
    return `| ${[date, quoted(own!), quoted(other), ...cells].join(" | ")} |\n`;
  });
  return text.replace(/\n*$/, "\n") + lines.join("");
}

function quoted({ commit }: Build): string {
  return `\`${commit.slice(0, 7)}\``;
}

/** The ratios of the rates and of the processor times. */
function cellOf(row: Comparison, own: string, other: string): string {
  const rate = ratioOf(row, own, other, ({ per_second }) => per_second);
  const cpu = ratioOf(row, own, other, ({ cpu_us }) => cpu_us);
  return `${rate.median.toFixed(2)} / ${cpu.median.toFixed(2)}`;
}
