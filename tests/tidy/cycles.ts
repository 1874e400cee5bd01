/** No circular import, types included: files that need one another are one file in pieces. */
import type { Finding, Rule } from "./rule.ts";
import { linked } from "./syntax.ts";
import { sources, type Tree } from "./tree.ts";

export const cycles: Rule = {
  name: "cycles",
  why: "files that import one another can only be understood all at once",
  check(tree) {
    const rings = new Map<string, string[]>();
    for (const [path] of sources(tree)) {
      const ring = shortestRing(tree, path);
      const files = [...(ring ?? [])].sort().join(" ");
      if (ring && !rings.has(files)) rings.set(files, ring);
    }
    return [...rings.values()].map((ring): Finding => {
      return { path: ring[0]!, line: 1, what: `circular import: ${[...ring, ring[0]].join(" → ")}` };
    });
  },
};

/** The shortest way from a file back to itself. */
function shortestRing(tree: Tree, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    for (const next of neighbours(tree, at)) {
      if (next === start) return wayBack(cameFrom, start, at);
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, at);
      queue.push(next);
    }
  }
  return undefined;
}

function wayBack(cameFrom: ReadonlyMap<string, string>, start: string, end: string): string[] {
  const way = [end];
  for (let at = end; at !== start;) way.unshift((at = cameFrom.get(at)!));
  return way;
}

const known = new WeakMap<Tree, Map<string, string[]>>();

function neighbours(tree: Tree, path: string): string[] {
  let ofTree = known.get(tree);
  if (!ofTree) known.set(tree, (ofTree = new Map()));
  let found = ofTree.get(path);
  if (!found) ofTree.set(path, (found = linked(tree, path, ["value", "type"])));
  return found;
}
