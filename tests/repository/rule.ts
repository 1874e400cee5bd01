/** What a check is, what it finds, and what proves that it can fail. */
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

export interface Planted {
  readonly rule: Rule;
  readonly about: string;
  readonly tree: Readonly<Record<string, string>>;
  /** What is found, as `path:line what`, in any order; parts of it suffice. Empty: the tree is good. */
  readonly finds: readonly string[];
}

export function show({ path, line, what }: Finding): string {
  return `${path}:${line} ${what}`;
}
