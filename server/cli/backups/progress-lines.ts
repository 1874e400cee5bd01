/** Prints how far a command is to standard error: a bar on a terminal, and a line now and then elsewhere. */
import type { Progress } from "../../backup/progress.ts";
import { clock } from "../../runtime/system.ts";

const BAR_CELLS = 24;
/** Milliseconds between two prints, on a terminal and elsewhere. */
const REDRAW_MS = 100;
const LINE_MS = 10_000;
const MIB = 1024 * 1024;
const CLEAR_LINE = "\r\u001B[2K";

export class ProgressLines implements Progress {
  readonly #isTerminal: boolean;
  readonly #write: (text: string) => void;
  #step = "";
  #unit = "";
  #total: number | undefined;
  #done = 0;
  #begun_ms = 0;
  #printed_ms = 0;

  constructor(isTerminal = process.stderr.isTTY === true, write = (text: string) => void process.stderr.write(text)) {
    this.#isTerminal = isTerminal;
    this.#write = write;
  }

  begin(step: string, unit: "bytes" | "files" | "pages" | "rows", total: number | undefined): void {
    this.end();
    [this.#step, this.#unit, this.#total, this.#done] = [step, unit, total, 0];
    this.#begun_ms = this.#printed_ms = clock.elapsed();
  }

  advance(count: number): void {
    this.#done += count;
    const now_ms = clock.elapsed();
    if (now_ms - this.#printed_ms < (this.#isTerminal ? REDRAW_MS : LINE_MS)) return;
    this.#printed_ms = now_ms;
    if (this.#isTerminal) this.#write(`${CLEAR_LINE}${this.#bar()}${this.#text()}`);
    else this.#write(`${this.#text()}\n`);
  }

  end(): void {
    if (this.#step === "") return;
    const seconds = ((clock.elapsed() - this.#begun_ms) / 1000).toFixed(1);
    this.#write(`${this.#isTerminal ? CLEAR_LINE : ""}${this.#step}: ${this.#amount(this.#done)} in ${seconds} s\n`);
    this.#step = "";
  }

  #bar(): string {
    if (this.#total === undefined || this.#total === 0) return "";
    const cells = Math.min(BAR_CELLS, Math.round((this.#done / this.#total) * BAR_CELLS));
    return `${"█".repeat(cells)}${"░".repeat(BAR_CELLS - cells)} `;
  }

  #text(): string {
    const of = this.#total === undefined ? "" : ` of ${this.#amount(this.#total)}`;
    return `${this.#step}: ${this.#amount(this.#done)}${of}`;
  }

  #amount(count: number): string {
    return this.#unit === "bytes" ? `${(count / MIB).toFixed(1)} MiB` : `${count} ${this.#unit}`;
  }
}
