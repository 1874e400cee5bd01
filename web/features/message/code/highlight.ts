/** Finds the parts of code that are highlighted. Loaded when the first code with a known language is shown. */
import { createLowlight } from "lowlight";
import type { CodeMeaning, CodePart } from "./highlighted-part.ts";
import { grammarOf, loadGrammar } from "./grammars.ts";

/** Longer code is shown without colours, because finding its parts would take long on a phone. */
const MAX_LENGTH = 20_000;

const MEANING_OF: Readonly<Record<string, CodeMeaning>> = {
  "hljs-keyword": "keyword",
  "hljs-literal": "keyword",
  "hljs-built_in": "keyword",
  "hljs-selector-tag": "keyword",
  "hljs-deletion": "keyword",
  "hljs-string": "string",
  "hljs-regexp": "string",
  "hljs-addition": "string",
  "hljs-symbol": "string",
  "hljs-link": "string",
  "hljs-comment": "comment",
  "hljs-quote": "comment",
  "hljs-meta": "comment",
  "hljs-number": "number",
  "hljs-variable": "number",
  "hljs-template-variable": "number",
  "hljs-title": "name",
  "hljs-section": "name",
  "hljs-name": "name",
  "hljs-type": "name",
  "hljs-attr": "name",
  "hljs-attribute": "name",
  "hljs-property": "name",
  "hljs-selector-class": "name",
  "hljs-selector-id": "name",
};

const lowlight = createLowlight();

type Tree = ReturnType<typeof lowlight.highlight>;
type TreeNode = Tree["children"][number];

/** @returns `undefined` for a language that is not known, and for long code */
export async function highlight(code: string, language: string): Promise<readonly CodePart[] | undefined> {
  const grammar = grammarOf(language);
  if (grammar === undefined || code.length > MAX_LENGTH) return undefined;
  if (!lowlight.registered(grammar)) lowlight.register(grammar, await loadGrammar(grammar));
  return partsOf(lowlight.highlight(grammar, code).children);
}

function partsOf(nodes: readonly TreeNode[]): CodePart[] {
  return nodes.flatMap((node): CodePart[] => {
    if (node.type === "text") return [node.value];
    if (node.type !== "element") return [];
    const parts = partsOf(node.children as TreeNode[]);
    const names = node.properties["className"];
    const meaning = Array.isArray(names) ? MEANING_OF[String(names[0])] : undefined;
    return meaning ? [{ meaning, parts }] : parts;
  });
}
