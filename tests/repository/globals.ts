/** Time, chance and the network each come in by one module: what may reach for them, and where. */
import type { Finding, Rule } from "./rule.ts";
import { isNode, links, parse, walk, type Node } from "./syntax.ts";
import { isProduct, lineAt, sources } from "./tree.ts";

/** The composition root and the ports: where the machine's own clock and randomness are taken up. */
const ROOT = ["server/runtime/", "server/main.ts", "server/ports/", "web/core/ports/"];

/** The engine's files measure their own batches and hand over turns of the event loop; no outcome depends on either. */
const ENGINE = ["server/store/sqlite/", "server/store/postgres/", "server/store/search/sqlite"];
/** The thread that follows the store by itself: how soon it does is seen by nobody who asks. */
const FOLLOWER = "server/store/search/worker.ts";

/** Name, or `object.property` → the only files that may use it. */
export const GLOBALS: Readonly<Record<string, readonly string[]>> = {
  Date: ROOT,
  Temporal: ROOT,
  "Math.random": ROOT,
  setTimeout: [...ROOT, FOLLOWER],
  setInterval: ROOT,
  setImmediate: [...ROOT, ...ENGINE],
  performance: [...ROOT, ...ENGINE, FOLLOWER],
  "process.hrtime": ROOT,
  "AbortSignal.timeout": ROOT,
  "crypto.randomUUID": ROOT,
  "crypto.getRandomValues": ROOT,
  // An SDK of OpenTelemetry is registered there.
  globalThis: ["server/operations/tracing.ts"],
  eval: [],
  fetch: ["server/egress/", "web/core/api/"],
  XMLHttpRequest: ["web/core/api/"],
  WebSocket: ["web/core/live/"],
  EventSource: [],
  localStorage: ["web/core/ports/"],
  sessionStorage: [],
  indexedDB: [],
  // The client's compiler knows Node's types, because it reads the declarations of methods: nothing of it may be used.
  process: ["server/", "web/build/", "web/vite.config.ts"],
  Buffer: ["server/", "web/build/"],
};

/** Module → names that are the same things under another roof. */
const IMPORTED: Readonly<Record<string, readonly string[]>> = {
  "node:crypto": ["randomBytes", "randomFill", "randomFillSync", "randomInt", "randomUUID", "webcrypto"],
  "node:timers": ["*"],
  "node:timers/promises": ["*"],
  "node:perf_hooks": ["*"],
};

export const globals: Rule = {
  name: "globals",
  why: "a clock, a die or a socket that nobody handed in cannot be controlled in a test or replayed from a seed",
  check(tree) {
    const found: Finding[] = [];
    for (const [path, text] of sources(tree)) {
      if (!isProduct(path)) continue;
      walk(parse(path, text), (node, parents) => {
        const name = globalName(node, parents[0]);
        if (name === undefined || GLOBALS[name]!.some((owner) => path.startsWith(owner))) return;
        found.push({ path, line: lineAt(text, node.start), what: `reaches for ${name}` });
      });
      found.push(...imported(path, text));
    }
    return found;
  },
};

function imported(path: string, text: string): Finding[] {
  if (ROOT.some((owner) => path.startsWith(owner))) return [];
  return links(path, text).flatMap(({ to, line, names }) => {
    const forbidden = IMPORTED[to] ?? [];
    const taken = forbidden.includes("*") ? [to] : names.filter((name) => forbidden.includes(name));
    return taken.map((name) => ({ path, line, what: `reaches for ${name}` }));
  });
}

/** The entry of the table that this node uses, if any. */
function globalName(node: Node, parent: Node | undefined): string | undefined {
  if (node.type === "MemberExpression" && isNode(node.object) && isNode(node.property)) {
    return known(`${String(node.object.name)}.${String(node.property.name ?? node.property.value)}`);
  }
  if (node.type !== "Identifier" || isOwnName(node, parent)) return undefined;
  return known(String(node.name));
}

function known(name: string): string | undefined {
  return Object.hasOwn(GLOBALS, name) ? name : undefined;
}

/** Whether an identifier names a member, a key or a type, and so is no use of a global. */
function isOwnName(node: Node, parent: Node | undefined): boolean {
  if (!parent) return false;
  if (parent.type.startsWith("TS") || parent.type.endsWith("Specifier")) return true;
  if (parent.type === "MemberExpression") return parent.property === node && parent.computed !== true;
  return parent.key === node && parent.computed !== true && parent.shorthand !== true;
}
