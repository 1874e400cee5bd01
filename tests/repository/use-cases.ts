/** What is written to the store is written by use cases: where writing queries and events may stand. */
import type { Finding, Rule } from "./rule.ts";
import { isNode, links, parse, resolve, walk, type Node } from "./syntax.ts";
import { isTest, lineAt, sources, type Tree } from "./tree.ts";

const QUERIES = "server/store/queries/";

/**
 * Folders outside `server/store`, and the queries that may write there. Use cases may call all of them. The others keep
 * the state of their own work, which nobody has ordered by a call.
 */
const WRITERS: readonly (readonly [folder: string, queries: readonly string[]])[] = [
  ["server/app/", [""]],
  // Rows of nodes and leases.
  ["server/cluster/", ["cluster/"]],
  // What of a queue is delivered, and how its webhook does.
  ["server/live/", ["streams/streams.ts", "bots/webhooks.ts"]],
  // What devices show, and how their push services do.
  ["server/push/", ["accounts/push-subscriptions.ts"]],
  // What has become of a mail of the queue.
  ["server/mail/", ["mail/outgoing-mail.ts"]],
  // Removal of what has expired.
  ["server/runtime/maintenance/", [""]],
  // The rows of a world, and the new tokens of a copied one.
  ["server/world/", [""]],
  ["server/runtime/worlds/", [""]],
  // The places of files, and the marks of the store itself.
  ["server/runtime/", ["files/", "service/"]],
  // The store's own key is replaced while no service runs.
  ["server/cli/store.ts", ["service/key-mark.ts"]],
];

/** Functions with a transaction that writes and that change no row: locks, and the client of the transaction. */
const CHANGES_NOTHING = /^(?:lock|hint|noteClient)/;

export const useCases: Rule = {
  name: "use cases",
  why: "a change that a route or a method makes itself is one that no other caller can make in the same way",
  check(tree) {
    const writing = writingQueries(tree);
    return sources(tree).flatMap(([path, text]) => {
      if (!path.startsWith("server/") || path.startsWith("server/store/") || isTest(path)) return [];
      return [...queriesIn(path, text, writing), ...eventsIn(path, text)];
    });
  },
};

function queriesIn(path: string, text: string, writing: ReadonlyMap<string, ReadonlySet<string>>): Finding[] {
  const [, own = []] = WRITERS.find(([folder]) => path.startsWith(folder)) ?? [];
  return links(path, text).flatMap(({ to, line, names }) => {
    const target = resolve(path, to) ?? "";
    const isOwn = own.some((queries) => target.startsWith(QUERIES + queries));
    const wrong = isOwn ? [] : names.filter((name) => writing.get(target)?.has(name));
    return wrong.map((name) => ({ path, line, what: `writes by ${name}, which belongs in a use case` }));
  });
}

function eventsIn(path: string, text: string): Finding[] {
  if (path.startsWith("server/app/")) return [];
  const found: Finding[] = [];
  walk(parse(path, text), (node) => {
    if (node.type === "CallExpression" && isAppend(node.callee))
      found.push({ path, line: lineAt(text, node.start), what: "appends an event, which belongs in a use case" });
  });
  return found;
}

/** `tx.append` and `call.tx.append`. */
function isAppend(callee: unknown): boolean {
  if (!isNode(callee) || callee.type !== "MemberExpression" || nameOf(callee.property) !== "append") return false;
  const of = callee.object as Node;
  return nameOf(of.type === "MemberExpression" ? of.property : of) === "tx";
}

/** The queries that change rows, by their file: exported functions with a parameter of type `Tx`. */
function writingQueries(tree: Tree): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [path, text] of sources(tree)) {
    if (!path.startsWith(QUERIES)) continue;
    const names = new Set<string>();
    walk(parse(path, text), (node, [parent]) => {
      if (node.type !== "FunctionDeclaration" || parent?.type !== "ExportNamedDeclaration") return;
      const name = nameOf(node.id);
      if (name !== undefined && !CHANGES_NOTHING.test(name) && (node.params as Node[]).some(isTx)) names.add(name);
    });
    found.set(path, names);
  }
  return found;
}

function isTx({ typeAnnotation }: Node): boolean {
  if (!isNode(typeAnnotation) || !isNode(typeAnnotation.typeAnnotation)) return false;
  return nameOf(typeAnnotation.typeAnnotation.typeName) === "Tx";
}

function nameOf(node: unknown): string | undefined {
  return isNode(node) && typeof node.name === "string" ? node.name : undefined;
}
