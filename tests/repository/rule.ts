/** What a check is, and what it finds. */
import type { Tree } from "./tree.ts";

export interface Finding {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly what: string;
}

export interface Rule {
  readonly name: string;
  /** One sentence: what goes wrong where the rule is broken. */
  readonly why: string;
  check(tree: Tree): Finding[];
}

export function show({ path, line, what }: Finding): string {
  return `${path}:${line} ${what}`;
}
