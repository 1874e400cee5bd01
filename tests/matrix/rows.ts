/** Whether the tables are whole: a row for every method, and for everything that its parameters name. */
import type { Method } from "heliogram/methods/method.ts";
import { CALLERS } from "./callers.ts";
import { LINKS, MESSAGES, SOURCES, TARGETS } from "./objects.ts";
import { OWNERS } from "./owners.ts";
import { SELF } from "./self-table.ts";

type Rows = { has(method: string): boolean };

const SELF_ROWS: Rows = { has: (method) => Object.hasOwn(SELF, method) || Object.hasOwn(OWNERS, method) };
const ANY: Rows = { has: () => true };

interface Wanted {
  /** Where the row may stand; one is enough. */
  readonly in: readonly Rows[];
  readonly file: string;
}

const messages: Wanted = { in: [MESSAGES, SOURCES], file: "objects.ts: say what comes of each message" };
const own: Wanted = { in: [SELF_ROWS], file: "self.ts: say what comes of each object" };

/** The parameters that name something which may be somebody else's, or nowhere. */
const NAMING: Readonly<Record<string, Wanted>> = {
  chat_id: { in: [CALLERS], file: "callers.ts: say who may call it" },
  from_chat_id: { in: [SOURCES], file: "objects.ts: say what comes of each source" },
  user_id: { in: [TARGETS, SELF_ROWS], file: "objects.ts: say what comes of each target" },
  message_id: messages,
  message_ids: messages,
  invite_link: { in: [LINKS, SELF_ROWS], file: "objects.ts: say what comes of each link" },
  file_id: own,
  callback_query_id: own,
  session_id: own,
  bot_id: own,
  actor_id: own,
  owner_id: own,
  invitation_id: own,
  chat_ids: own,
  invitation: own,
  // Tried of every method that has it, by REPLIES.
  reply_to_message_id: { in: [ANY], file: "" },
  // A sender to look for, among messages that the caller may see anyway.
  from_id: { in: [ANY], file: "" },
  // What other services call a place: nothing of this one.
  foursquare_id: { in: [ANY], file: "" },
  google_place_id: { in: [ANY], file: "" },
};

/** What is missing for a method, a sentence each. */
export function missingRows(method: Method): string[] {
  const { name, fields, access } = method;
  const missing: string[] = [];
  if (access.scope === "chat" && !CALLERS.has(name)) {
    missing.push(`${name} has no row in tests/matrix/callers.ts: say who may call it`);
  } else if (access.scope === "owner" && !Object.hasOwn(OWNERS, name)) {
    missing.push(`${name} has no row in tests/matrix/owners.ts: say what comes of each object`);
  } else if (!CALLERS.has(name) && !SELF_ROWS.has(name)) {
    missing.push(`${name} has no row in tests/matrix/self.ts: say what comes of each object`);
  }
  for (const field of Object.keys(fields)) {
    const wanted = NAMING[field];
    if (wanted) {
      if (wanted.in.some((rows) => rows.has(name)) || missing.length > 0) continue;
      missing.push(`${name} has no row in tests/matrix/${wanted.file}`);
    } else if (/_ids?$/.test(field)) {
      missing.push(`${name} takes ${field}, which tests/matrix/rows.ts does not know`);
    }
  }
  return missing;
}

const rowsOf = (rows: object) => new Map(Object.entries(rows));

/** Rows of methods that there are not. */
export function strayRows(methods: readonly Method[]): string[] {
  const known = new Set(methods.map((method) => method.name));
  const tables = { CALLERS, TARGETS, MESSAGES, SOURCES, LINKS, SELF: rowsOf(SELF), OWNERS: rowsOf(OWNERS) };
  return Object.entries(tables).flatMap(([table, rows]) =>
    [...rows.keys()]
      .filter((name) => !known.has(name))
      .map((name) => `${table} has a row of ${name}, which is no method`),
  );
}
