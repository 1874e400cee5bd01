/** Module dependencies: which module may import which (ARCHITECTURE.md). */
import type { Finding, Rule } from "./rule.ts";
import { links, resolve } from "./syntax.ts";
import { isTest, sources } from "./tree.ts";

interface Module {
  /** Modules it may import values and types from. */
  readonly imports: readonly string[];
  /** Modules it may import types from, and no values. */
  readonly typesOf?: readonly string[];
}

const EVERYTHING = ["*"];

/** Modules that every screen may import. */
const SCREEN_PARTS = ["web/core/client", "web/i18n", "web/core/model", "web/core/store", "web/ui", "shared"];

/** The table. A module without a row is a finding, and so is a row without a file. */
export const MODULES: Readonly<Record<string, Module>> = {
  shared: { imports: [], typesOf: ["shared/wire"] },
  // Schemas are values. The client imports their types alone, so that its page does not contain them.
  "shared/wire": { imports: ["shared"] },
  "server/domain": { imports: ["shared"] },
  "server/ports": { imports: [] },
  "server/concurrency": { imports: [] },
  "server/egress": { imports: ["server/concurrency"] },
  "server/settings": { imports: [] },
  "server/operations": { imports: [] },
  "server/store": { imports: ["server/domain", "shared"] },
  "server/cluster": { imports: ["server/domain", "server/store"], typesOf: ["server/ports"] },
  "server/media": { imports: ["server/domain", "server/egress", "server/store", "shared"], typesOf: ["server/ports"] },
  "server/backup": { imports: ["server/media", "server/store"] },
  "server/present": { imports: ["server/domain", "server/store", "shared"] },
  "server/oidc": { imports: ["server/domain", "server/egress"], typesOf: ["shared"] },
  "server/export": { imports: ["server/domain", "server/present", "server/store"], typesOf: ["server/media"] },
  // Use cases import presenters: a bot's update is written in its final JSON, in the transaction that causes it.
  "server/app": { imports: ["server/domain", "server/store", "server/present", "shared"] },
  "server/previews": {
    imports: ["server/app", "server/concurrency", "server/domain", "server/egress", "server/media", "server/store"],
    typesOf: ["server/ports"],
  },
  "server/mail": {
    imports: ["server/app", "server/domain", "server/live", "server/store", "shared"],
    typesOf: ["server/cluster", "server/ports", "server/settings", "shared/wire"],
  },
  "server/activity": { imports: [], typesOf: ["shared", "server/app", "server/store"] },
  "server/developer": {
    imports: ["server/domain"],
    typesOf: ["server/activity", "server/app", "server/ports", "server/store", "shared"],
  },
  "server/methods": {
    imports: [
      "server/activity",
      "server/concurrency",
      "server/developer",
      "server/domain",
      "server/store",
      "server/app",
      "server/present",
      "shared",
      "shared/wire",
    ],
    typesOf: ["server/oidc"],
  },
  "server/live": {
    imports: ["server/app", "server/domain", "server/store", "server/present", "shared"],
    typesOf: ["server/cluster", "server/ports"],
  },
  "server/push": {
    imports: [
      "server/app",
      "server/concurrency",
      "server/domain",
      "server/egress",
      "server/live",
      "server/store",
      "shared",
    ],
    typesOf: ["server/cluster", "server/ports"],
  },
  "server/http": {
    imports: [
      "server/activity",
      "server/app",
      "server/concurrency",
      "server/developer",
      "server/domain",
      "server/methods",
      "server/live",
      "server/media",
      "server/oidc",
      "server/store",
      "server/present",
    ],
    typesOf: ["server/operations", "shared"],
  },
  "server/supervisor": { imports: [], typesOf: ["server/operations"] },
  // The assistant calls the service over HTTP as every bot does, so it imports wire types alone.
  "server/assistant": { imports: ["shared"], typesOf: ["server/ports"] },
  "server/world": { imports: ["shared", "server/domain", "server/store", "server/app"] },
  "server/runtime": {
    imports: [
      "server/activity",
      "server/app",
      "server/assistant",
      "server/backup",
      "server/cluster",
      "server/concurrency",
      "server/developer",
      "server/domain",
      "server/export",
      "server/egress",
      "server/http",
      "server/live",
      "server/mail",
      "server/media",
      "server/methods",
      "server/oidc",
      "server/operations",
      "server/ports",
      "server/previews",
      "server/present",
      "server/push",
      "server/store",
      "server/world",
      "shared",
    ],
    typesOf: ["server/settings", "server/supervisor"],
  },
  "server/cli": {
    imports: [
      "server/export",
      "server/app",
      "server/backup",
      "server/domain",
      "server/methods",
      "server/operations",
      "server/runtime",
      "server/settings",
      "server/store",
      "server/supervisor",
      "server/world",
      "shared",
    ],
  },
  "server/index.ts": { imports: ["server/cli", "server/runtime"], typesOf: ["shared"] },
  "server/main.ts": { imports: ["server/cli", "server/runtime"] },
  // It runs where it is installed beside the package `heliogram`, so it knows what that package exports alone.
  testkit: { imports: ["server/index.ts", "shared"] },
  "web/core/ports": { imports: ["shared"] },
  "web/core/model": { imports: ["shared"] },
  "web/core/api": { imports: [], typesOf: ["server/methods", "web/core/ports", "shared"] },
  "web/core/store": { imports: ["web/core/model", "shared"], typesOf: ["server/methods", "web/core/ports"] },
  "web/core/live": {
    imports: ["web/core/api", "web/core/model", "web/core/store", "shared"],
    typesOf: ["web/core/ports"],
  },
  "web/core/actions": {
    imports: ["web/core/api", "web/core/live", "web/core/model", "web/core/store", "shared"],
    typesOf: ["web/core/ports"],
  },
  "web/core/client": {
    imports: ["web/core/actions", "web/core/api", "web/core/live", "web/core/model", "web/core/store"],
    typesOf: ["web/core/ports"],
  },
  "web/i18n": { imports: ["web/ui"], typesOf: ["web/core/ports"] },
  "web/ui": { imports: ["web/core/model"] },
  // Screens and their parts. Code that two screens need is in a module that both may import, not in one of the two.
  "web/features/console": { imports: SCREEN_PARTS },
  "web/features/rights": { imports: [...SCREEN_PARTS, "web/core/api", "web/core/ports"] },
  "web/features/player": { imports: SCREEN_PARTS, typesOf: ["web/core/ports"] },
  "web/features/message": {
    imports: [...SCREEN_PARTS, "web/features/player", "web/features/rights"],
    typesOf: ["web/core/actions"],
  },
  "web/features/viewer": { imports: [...SCREEN_PARTS, "web/features/message"] },
  "web/features/composer": {
    imports: [
      ...SCREEN_PARTS,
      "web/core/api",
      "web/features/lists",
      "web/features/message",
      "web/core/ports",
      "web/features/rights",
    ],
    typesOf: ["web/core/actions"],
  },
  "web/features/forms": { imports: [...SCREEN_PARTS, "web/core/api", "web/features/rights"] },
  "web/features/lists": { imports: [...SCREEN_PARTS, "web/features/rights"] },
  "web/features/account": {
    imports: [...SCREEN_PARTS, "web/features/forms", "web/core/api", "web/features/rights"],
  },
  "web/features/topics": {
    imports: [
      ...SCREEN_PARTS,
      "web/core/api",
      "web/features/forms",
      "web/features/lists",
      "web/features/message",
      "web/features/rights",
    ],
  },
  "web/features/push": {
    imports: [...SCREEN_PARTS, "web/features/forms", "web/features/message"],
    typesOf: ["web/core/ports"],
  },
  "web/features/chat": {
    imports: [
      ...SCREEN_PARTS,
      "web/core/api",
      "web/features/console",
      "web/features/message",
      "web/features/composer",
      "web/features/push",
      "web/core/ports",
      "web/features/rights",
      "web/features/search",
      "web/features/topics",
      "web/features/viewer",
    ],
  },
  "web/features/chat-info": {
    imports: [
      ...SCREEN_PARTS,
      "web/core/api",
      "web/features/message",
      "web/features/forms",
      "web/core/ports",
      "web/features/rights",
    ],
  },
  "web/features/join": {
    imports: [...SCREEN_PARTS, "web/core/api", "web/features/forms", "web/features/message", "web/features/rights"],
  },
  "web/features/chat-list": {
    imports: [
      ...SCREEN_PARTS,
      "web/features/console",
      "web/core/api",
      "web/features/message",
      "web/features/forms",
      "web/features/account",
      "web/features/lists",
      "web/features/rights",
      "web/features/switcher",
    ],
  },
  "web/features/search": {
    imports: [...SCREEN_PARTS, "web/features/message", "web/core/ports", "web/features/rights"],
    typesOf: ["server/methods"],
  },
  "web/features/switcher": {
    imports: [...SCREEN_PARTS, "web/features/message", "web/features/rights", "web/features/search"],
  },
  "web/features/settings": {
    imports: [
      ...SCREEN_PARTS,
      "web/features/console",
      "web/core/api",
      "web/features/forms",
      "web/features/account",
      "web/features/rights",
      "web/features/message",
      "web/features/push",
    ],
    typesOf: ["web/core/ports"],
  },
  "web/features/bots": {
    imports: [...SCREEN_PARTS, "web/features/console", "web/features/forms", "web/features/rights"],
    typesOf: ["web/core/api"],
  },
  "web/features/developer": {
    imports: [
      ...SCREEN_PARTS,
      "web/core/api",
      "web/features/chat",
      "web/features/chat-info",
      "web/features/console",
      "web/features/lists",
      "web/features/rights",
    ],
    typesOf: ["web/core/ports"],
  },
  "web/features/directory": { imports: [...SCREEN_PARTS, "web/features/lists"] },
  "web/features/owner": {
    imports: [
      "web/core/ports",
      ...SCREEN_PARTS,
      "web/features/console",
      "web/features/forms",
      "web/features/account",
      "web/features/lists",
      "web/features/message",
      "web/features/push",
      "web/features/rights",
    ],
    typesOf: ["web/core/api"],
  },
  "web/features/shell": {
    imports: [
      ...SCREEN_PARTS,
      "web/features/chat",
      "web/features/chat-list",
      "web/features/message",
      "web/features/player",
      "web/features/switcher",
    ],
  },
  "web/routes.tsx": {
    imports: [
      "web/core/model",
      "web/features/account",
      "web/features/bots",
      "web/features/chat",
      "web/features/chat-info",
      "web/features/developer",
      "web/features/directory",
      "web/features/join",
      "web/features/owner",
      "web/features/settings",
      "web/features/shell",
      "web/ui",
    ],
    typesOf: ["web/core/client"],
  },
  "web/main.tsx": { imports: EVERYTHING },
  "web/modules.d.ts": { imports: [] },
  "web/build": { imports: [] },
  "web/vite.config.ts": { imports: ["web/build"] },
  "web/lingui.config.ts": { imports: [] },
  tests: { imports: EVERYTHING },
  bench: { imports: EVERYTHING },
  tools: { imports: EVERYTHING },
};

/** Folders whose own folders are modules. */
const PARENTS = /^(?:shared\/wire(?=\/)|(?:web\/core|web\/features|web|server)\/[^/]+)/;

/** The module of a file. Test files belong to `tests`, wherever they are. */
export function moduleOf(path: string): string {
  if (isTest(path)) return "tests";
  if (!path.includes("/")) return "tools";
  return PARENTS.exec(path)?.[0] ?? path.split("/", 1)[0]!;
}

export const moduleDependencies: Rule = {
  name: "module dependencies",
  why: "a module that imports a higher one cannot be read, tested or replaced alone",
  check(tree) {
    const found: Finding[] = [];
    const seen = new Set<string>();
    for (const [path, text] of sources(tree)) {
      const from = moduleOf(path);
      seen.add(from);
      const module = MODULES[from];
      if (!module) found.push({ path, line: 1, what: `is in ${from}, which has no row in the table` });
      if (!module || module.imports === EVERYTHING) continue;
      for (const link of links(path, text)) {
        const target = resolve(path, link.to);
        if (target === undefined || allowed(from, module, moduleOf(target), link.kind === "type")) continue;
        const verb = link.kind === "type" ? "imports types of" : "imports";
        found.push({ path, line: link.line, what: `${from} ${verb} ${moduleOf(target)} (${link.to})` });
      }
    }
    return found;
  },
};

function allowed(from: string, module: Module, to: string, typeOnly: boolean): boolean {
  return to === from || module.imports.includes(to) || (typeOnly && (module.typesOf ?? []).includes(to));
}

/** Rows of the table that no file belongs to. */
export function unusedRows(paths: Iterable<string>): string[] {
  const seen = new Set([...paths].map(moduleOf));
  return Object.keys(MODULES).filter((name) => !seen.has(name));
}
