/** What the tree is known to break, each with the way out. A line that no longer holds fails the check: this list only shrinks. */

export interface Known {
  readonly rule: string;
  readonly path: string;
  readonly out: string;
}

export const KNOWN: readonly Known[] = [];
