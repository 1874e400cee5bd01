/** Every file opens with one short comment that says what it is for. */
import type { Finding, Rule } from "./rule.ts";
import { lineCount } from "./tree.ts";

const MAX_LINES = 8;
const MIN_LETTERS = 12;

const SHEBANG = /^#!.*\n/;
const TYPESCRIPT = /^\/\*\*([\s\S]*?)\*\//;
const SQL = /^((?:-- .*\n)+)/;

export const opening: Rule = {
  name: "opening",
  why: "somebody who opens a file by chance learns from its first line whether to read on",
  check(tree) {
    const found: Finding[] = [];
    for (const [path, text] of tree) {
      const form = path.endsWith(".sql") ? SQL : /\.(tsx?|mjs)$/.test(path) ? TYPESCRIPT : undefined;
      if (!form) continue;
      const comment = form.exec(text.replace(SHEBANG, ""))?.[1];
      if (comment === undefined)
        found.push({ path, line: 1, what: "does not open with a comment saying what it is for" });
      else if (lineCount(comment) > MAX_LINES)
        found.push({ path, line: 1, what: `opens with more than ${MAX_LINES} lines of comment` });
      else if (comment.replaceAll(/[^\p{L}]/gu, "").length < MIN_LETTERS) {
        found.push({ path, line: 1, what: "opens with a comment that says nothing" });
      }
    }
    return found;
  },
};
