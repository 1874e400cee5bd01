/** The dependency rule: which room may lean on which (ARCHITECTURE.md). */
import type { Finding, Rule } from "./rule.ts";
import { links, resolve } from "./syntax.ts";
import { isTest, sources } from "./tree.ts";

interface Room {
  /** The rooms whose code it may run. */
  readonly uses: readonly string[];
  /** The rooms of which it may know the types, and no more. */
  readonly knows?: readonly string[];
}

const EVERYTHING = ["*"];

/** What every screen is made of. */
const PARTS = ["web/client", "web/i18n", "web/model", "web/store", "web/ui"];

/** The table. A room that it does not name is a finding; so is a row without a room. */
export const ROOMS: Readonly<Record<string, Room>> = {
  shared: { uses: [] },
  "server/domain": { uses: [] },
  "server/ports": { uses: [] },
  "server/egress": { uses: [] },
  "server/settings": { uses: [] },
  "server/operations": { uses: [] },
  "server/store": { uses: ["server/domain"] },
  "server/media": { uses: ["server/domain", "server/store"], knows: ["server/ports"] },
  "server/present": { uses: ["server/domain", "server/store", "shared"] },
  // Updates are written as the bot will read them in the transaction that causes them: use cases present.
  "server/app": { uses: ["server/domain", "server/store", "server/present", "shared"] },
  "server/methods": { uses: ["server/domain", "server/store", "server/app", "server/present", "shared"] },
  "server/live": { uses: ["server/domain", "server/store", "server/present", "shared"], knows: ["server/ports"] },
  "server/http": {
    uses: ["server/methods", "server/live", "server/media", "server/store", "server/present"],
    knows: ["server/domain", "server/app", "server/operations", "shared"],
  },
  // The assistant reaches the service by HTTP, as every bot does: it knows the wire, and nothing behind it.
  "server/assistant": { uses: ["shared"], knows: ["server/ports"] },
  "server/world": { uses: ["server/domain", "server/store", "server/app"] },
  "server/cli": { uses: EVERYTHING },
  "server/main.ts": { uses: ["server/cli"] },
  "web/ports": { uses: [] },
  "web/model": { uses: ["shared"] },
  "web/api": { uses: [], knows: ["server/methods", "web/ports"] },
  "web/store": { uses: ["web/model", "shared"], knows: ["server/methods"] },
  "web/live": { uses: ["web/api", "web/store", "shared"], knows: ["web/ports"] },
  "web/actions": { uses: ["web/api", "web/live", "web/model", "web/store", "shared"], knows: ["web/ports"] },
  "web/client": { uses: ["web/actions", "web/api", "web/live", "web/store"], knows: ["web/ports"] },
  "web/i18n": { uses: ["web/ui"], knows: ["web/ports"] },
  "web/ui": { uses: ["web/model"] },
  // Screens and their parts. What two of them need lies in a room that both may use, not in one of the two.
  "web/rights": { uses: [...PARTS, "web/api"], knows: ["shared"] },
  "web/player": { uses: PARTS, knows: ["web/ports", "shared"] },
  "web/message": { uses: [...PARTS, "web/player", "web/rights"], knows: ["web/actions", "shared"] },
  "web/viewer": { uses: [...PARTS, "web/message"], knows: ["shared"] },
  "web/composer": {
    uses: [...PARTS, "web/api", "web/message", "web/ports", "web/rights"],
    knows: ["web/actions", "shared"],
  },
  "web/forms": { uses: [...PARTS, "web/api", "web/rights"] },
  "web/lists": { uses: [...PARTS, "web/rights"] },
  "web/account": { uses: [...PARTS, "web/forms", "web/api", "web/rights"], knows: ["shared"] },
  "web/chat": {
    uses: [...PARTS, "web/api", "web/message", "web/composer", "web/ports", "web/rights", "web/search", "web/viewer"],
    knows: ["shared"],
  },
  "web/chat-info": {
    uses: [...PARTS, "web/api", "web/message", "web/forms", "web/ports", "web/rights"],
    knows: ["shared"],
  },
  "web/join": { uses: [...PARTS, "web/api", "web/forms", "web/message", "web/rights"], knows: ["shared"] },
  "web/chat-list": {
    uses: [...PARTS, "web/api", "web/message", "web/forms", "web/account", "web/rights", "web/switcher"],
  },
  "web/search": {
    uses: [...PARTS, "web/message", "web/ports", "web/rights"],
    knows: ["server/methods", "shared"],
  },
  "web/switcher": { uses: [...PARTS, "web/message", "web/rights", "web/search"], knows: ["shared"] },
  "web/settings": { uses: [...PARTS, "web/forms", "web/account"], knows: ["web/api", "web/ports", "shared"] },
  "web/bots": { uses: [...PARTS, "web/forms", "web/rights", "shared"], knows: ["web/api"] },
  "web/directory": { uses: [...PARTS, "web/lists"], knows: ["shared"] },
  "web/owner": {
    uses: [...PARTS, "web/forms", "web/account", "web/lists", "web/rights"],
    knows: ["web/api", "shared"],
  },
  "web/shell": { uses: [...PARTS, "web/chat", "web/chat-list", "web/message", "web/player", "web/switcher"] },
  "web/routes.tsx": {
    uses: [
      "web/account",
      "web/bots",
      "web/chat",
      "web/chat-info",
      "web/directory",
      "web/join",
      "web/owner",
      "web/settings",
      "web/shell",
      "web/ui",
    ],
    knows: ["web/client"],
  },
  "web/main.tsx": { uses: EVERYTHING },
  "web/modules.d.ts": { uses: [] },
  "web/build": { uses: [] },
  "web/vite.config.ts": { uses: ["web/build"] },
  "web/lingui.config.ts": { uses: [] },
  tests: { uses: EVERYTHING },
  bench: { uses: EVERYTHING },
  tools: { uses: EVERYTHING },
};

/** The room a file lies in. Tests stand outside the rooms, wherever their files lie. */
export function roomOf(path: string): string {
  if (isTest(path)) return "tests";
  const [first = "", second = ""] = path.split("/");
  if (!path.includes("/")) return "tools";
  return first === "server" || first === "web" ? `${first}/${second}` : first;
}

export const rooms: Rule = {
  name: "rooms",
  why: "a room that leans on a higher one cannot be read, tested or replaced alone",
  check(tree) {
    const found: Finding[] = [];
    const seen = new Set<string>();
    for (const [path, text] of sources(tree)) {
      const from = roomOf(path);
      seen.add(from);
      const room = ROOMS[from];
      if (!room) found.push({ path, line: 1, what: `lies in ${from}, a room that the table does not name` });
      if (!room || room.uses === EVERYTHING) continue;
      for (const link of links(path, text)) {
        const target = resolve(path, link.to);
        if (target === undefined || allowed(from, room, roomOf(target), link.kind === "type")) continue;
        const verb = link.kind === "type" ? "knows types of" : "uses";
        found.push({ path, line: link.line, what: `${from} ${verb} ${roomOf(target)} (${link.to})` });
      }
    }
    return found;
  },
};

function allowed(from: string, room: Room, to: string, typeOnly: boolean): boolean {
  return to === from || room.uses.includes(to) || (typeOnly && (room.knows ?? []).includes(to));
}

/** The rows of the table that no file stands behind. */
export function emptyRooms(paths: Iterable<string>): string[] {
  const seen = new Set([...paths].map(roomOf));
  return Object.keys(ROOMS).filter((name) => !seen.has(name));
}
