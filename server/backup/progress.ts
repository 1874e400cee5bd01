/** How far a command is, for whoever waits for it. */

export interface Progress {
  /** A step begins. `total` is in the unit of `advance`; `undefined` if it is not known. */
  begin(step: string, unit: "bytes" | "files" | "pages" | "rows", total: number | undefined): void;
  advance(count: number): void;
  /** The last step has ended. */
  end(): void;
}
