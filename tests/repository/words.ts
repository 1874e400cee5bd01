/** Words that have no place in the tree, with what to do instead. */
import type { Finding, Rule } from "./rule.ts";
import { lineAt } from "./tree.ts";

interface Word {
  /** Written so that it does not match itself. */
  readonly pattern: RegExp;
  readonly instead: string;
}

export const WORDS: readonly Word[] = [
  { pattern: /\bT[O]DO\b|\bF[I]XME\b|\bX[X]X\b/, instead: "do it, or open an issue" },
  { pattern: /\bh[a]ck(s|y)?\b/i, instead: "say what it does and why" },
  { pattern: /\bfor n[o]w\b|\btempor[a]rily\b|\bnot (yet )?implem[e]nted\b/i, instead: "say what holds, or build it" },
  { pattern: /\bdeb[u]gger\b/, instead: "remove it" },
  {
    pattern: /(?<![\w.$}])\/(w[o]rk|r[o]ot|t[m]p|h[o]me|Us[e]rs)\//,
    instead: "no path of one machine; tests ask os.tmpdir()",
  },
  { pattern: /\bregistry\.n[p]mjs\b/i, instead: "no host of a registry" },
  {
    pattern: /\b(clau[d]e|chatg[p]t|cop[i]lot|anthr[o]pic|open[a]i|large language m[o]del)\b/i,
    instead: "speak of the product alone",
  },
  { pattern: /\bwhite[l]ist|\bblack[l]ist/i, instead: "allow and refuse" },
  { pattern: /[ \t]+$/m, instead: "no white space at the end of a line" },
  { pattern: /^(<{7}|>{7}|={7})( |$)/m, instead: "settle the conflict" },
];

export const words: Rule = {
  name: "words",
  why: "notes to oneself, paths of one machine and dead phrases are read by people they were not meant for",
  check(tree) {
    const found: Finding[] = [];
    for (const [path, text] of tree) {
      for (const { pattern, instead } of WORDS) {
        for (const match of text.matchAll(new RegExp(pattern, `${pattern.flags}g`))) {
          const what = `“${match[0]}”: ${instead}`;
          found.push({ path, line: lineAt(text, match.index), what });
        }
      }
    }
    return found;
  },
};
