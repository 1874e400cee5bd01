/** What people read on the client's screens goes through the catalogs of messages. */
import type { Finding, Rule } from "./rule.ts";
import { isNode, parse, stringOf, walk, type Node } from "./syntax.ts";
import { isProduct, lineAt, sources } from "./tree.ts";

/** Elements whose content becomes a message. */
const MESSAGES = new Set(["Trans", "Plural", "Select", "SelectOrdinal"]);

/** Attributes that are read, by eye or aloud. */
const READ = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "aria-valuetext",
  "hint",
  "label",
  "placeholder",
  "title",
]);

/** A name is the same in every language. */
const NAMES = new Set(["Heliogram", "GIF"]);

export const untranslated: Rule = {
  name: "untranslated",
  why: "a text that no catalog has is English to everybody",
  check(tree) {
    const found: Finding[] = [];
    for (const [path, text] of sources(tree)) {
      if (!isProduct(path) || !path.endsWith(".tsx")) continue;
      walk(parse(path, text), (node, parents) => {
        const words = wordsOf(node, parents);
        if (words === undefined || !saysSomething(words)) return;
        if (parents.some(becomesMessage)) return;
        found.push({ path, line: lineAt(text, node.start), what: `“${words.trim()}” is in no catalog` });
      });
    }
    return found;
  },
};

function saysSomething(words: string): boolean {
  const letters = words.replaceAll(/[^\p{L}]+/gu, "");
  return letters !== "" && !NAMES.has(letters);
}

/** The text that a node shows, if it shows one. */
function wordsOf(node: Node, parents: readonly Node[]): string | undefined {
  if (node.type === "JSXText") return String(node.value);
  const [parent, above] = parents;
  if (node.type === "JSXAttribute") return READ.has(nameOf(node)) ? stringOf(node.value) : undefined;
  if (parent?.type !== "JSXExpressionContainer") return undefined;
  if (above?.type === "JSXAttribute") return READ.has(nameOf(above)) ? stringOf(node) : undefined;
  return stringOf(node);
}

function becomesMessage(node: Node): boolean {
  return node.type === "JSXElement" && isNode(node.openingElement) && MESSAGES.has(nameOf(node.openingElement));
}

function nameOf(node: Node): string {
  return isNode(node.name) ? String(node.name.name) : "";
}
