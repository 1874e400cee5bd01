/** What comments and pages cite exists: pages, their sections, the files that links point to, and the names they link. */
import { posix } from "node:path";
import type { Finding, Rule } from "./rule.ts";
import { isNode, parse, walk, type Node } from "./syntax.ts";
import { lineAt, type Tree } from "./tree.ts";

/** `behaviour.md §3`, `interface.md, Limits` or `interface.md, getMe`, in a comment that may go on in the next line. */
const CITATION = /\b([\w-]+\.md)(?:,? §(\d+)|, ([A-Z][\w ]*|[a-z]+[A-Z]\w*))?/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?:^[ \t]*(?:\/\/|--).*\n?)+|\/\/.*/gm;
const FURTHER_LINE = /\n\s*(?:\*|\/\/|--) ?/g;
const LINK = /\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g;
/** A link whose text is a name in code: [`applyEvent`](…), [`Store.write`](…) or [`run()`](…). */
const NAME_LINK = /\[`([A-Za-z_$][\w$]*(?:\.#?\w+)?)(?:\(\))?`\]\(((?!https?:)[^)#\s]+\.tsx?)\)/g;
/** Names of files look like a name and its member. */
const FILE_NAME = /\.(?:tsx?|md|sql|json)$/;

/** The contract is kept word for word, and so are the pages that it cites. */
const VERBATIM = ["docs/interface.md", "docs/behaviour.md"];

export const citations: Rule = {
  name: "citations",
  why: "a rule whose source cannot be looked up is a rumour",
  check(tree) {
    const found: Finding[] = [];
    const pages = pagesOf(tree);
    for (const [path, text] of tree) {
      if (VERBATIM.includes(path)) continue;
      if (path.endsWith(".md")) found.push(...brokenLinks(tree, path, text));
      if (path.startsWith("docs/architecture/")) found.push(...undeclaredNames(tree, path, text));
      if (/\.(tsx?|sql)$/.test(path)) found.push(...brokenCitations(pages, path, text));
    }
    return found;
  },
};

function brokenLinks(tree: Tree, path: string, text: string): Finding[] {
  const paths = [...tree.keys()];
  return [...text.matchAll(LINK)].flatMap((match): Finding[] => {
    const target = posix.join(posix.dirname(path), match[1]!);
    const exists = paths.some((each) => each === target || each.startsWith(`${target.replace(/\/$/, "")}/`));
    // Files without an ending that the tree holds (a licence, a script) are not read, and so not known here.
    const known = /\.(md|tsx?|sql|json|ya?ml)$|\/$/.test(target);
    return exists || !known
      ? []
      : [{ path, line: lineAt(text, match.index), what: `links to ${match[1]}, which does not exist` }];
  });
}

/** Links of a name to a file that does not declare it. */
function undeclaredNames(tree: Tree, path: string, text: string): Finding[] {
  return [...text.matchAll(NAME_LINK)].flatMap(([, name, link], i, all): Finding[] => {
    const target = posix.join(posix.dirname(path), link!);
    const source = tree.get(target);
    if (source === undefined || FILE_NAME.test(name!) || declaredNames(target, source).has(name!)) return [];
    return [{ path, line: lineAt(text, all[i]!.index), what: `links ${name} to ${link}, which does not declare it` }];
  });
}

/** The names that a file declares at any depth, and the members of its classes, interfaces and objects. */
function declaredNames(path: string, text: string): ReadonlySet<string> {
  const names = new Set<string>();
  walk(parse(path, text), (node, parents) => {
    const name = nameOf(node.id);
    if (name !== undefined) names.add(name);
    const member = nameOf(node.key);
    const owner = parents.map(({ id }) => nameOf(id)).find((each) => each !== undefined);
    if (member !== undefined && owner !== undefined) names.add(`${owner}.${member}`);
  });
  return names;
}

function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  const { type, name } = node as Node & { readonly name?: unknown };
  if (typeof name !== "string") return undefined;
  return type === "PrivateIdentifier" ? `#${name}` : name;
}

interface Page {
  readonly sections: ReadonlySet<string>;
  /** Headings, their first words, and names set as code: what a citation may begin with, in lower case. */
  readonly names: readonly string[];
}

/** Every page of the tree by its bare name. */
function pagesOf(tree: Tree): Map<string, Page> {
  const pages = new Map<string, Page>();
  for (const [path, text] of tree) {
    if (!path.endsWith(".md")) continue;
    const headings = [...text.matchAll(/^#+ (?:(\d+)\. )?(.+)$/gm)];
    const sections = new Set(headings.flatMap(([, number]) => number ?? []));
    const titles = headings.flatMap(([, , title]) => [title!, title!.split(/ \(| and /)[0]!]);
    const code = [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
    pages.set(posix.basename(path), { sections, names: [...titles, ...code].map((name) => name.toLowerCase()) });
  }
  return pages;
}

function brokenCitations(pages: ReadonlyMap<string, Page>, path: string, text: string): Finding[] {
  const found: Finding[] = [];
  for (const comment of withoutStrings(path, text).matchAll(COMMENT)) {
    for (const [cited, name, section, heading] of comment[0].replaceAll(FURTHER_LINE, " ").matchAll(CITATION)) {
      if (!isBroken(pages.get(name!), section, heading)) continue;
      found.push({ path, line: lineAt(text, comment.index), what: `cites ${cited.trim()}, which does not exist` });
    }
  }
  return found;
}

/** The text with every string blanked out, each letter in its place. */
function withoutStrings(path: string, text: string): string {
  if (path.endsWith(".sql")) return text;
  let rest = text;
  walk(parse(path, text), ({ type, start, end }) => {
    if (type !== "Literal" && type !== "TemplateElement") return;
    rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end);
  });
  return rest;
}

function isBroken(page: Page | undefined, section: string | undefined, heading: string | undefined): boolean {
  if (!page) return true;
  if (section !== undefined) return !page.sections.has(section);
  return heading !== undefined && !page.names.some((name) => heading.toLowerCase().startsWith(name));
}
