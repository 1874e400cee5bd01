/** Checks that the tables are complete: a row for every method, and for every object that its parameters name. */
import type { Method } from "heliogram/methods/engine/method.ts";
import { CALLERS } from "./callers.ts";
import { LINKS, MESSAGES, SOURCES, TARGETS } from "./objects.ts";
import { OWNERS } from "./owners.ts";
import { SELF } from "./self-table.ts";

type Rows = { has(method: string): boolean };

const SELF_ROWS: Rows = { has: (method) => Object.hasOwn(SELF, method) || Object.hasOwn(OWNERS, method) };
/** Methods that are not about a chat, but about a message of the chat with a bot. */
const SELF_WITH_MESSAGES: Rows = { has: (method) => Object.hasOwn(SELF[method] ?? {}, "an unknown message") };
const ANY: Rows = { has: () => true };

interface RequiredRow {
  /** The tables in which a row can be; one is enough. */
  readonly in: readonly Rows[];
  readonly file: string;
}

const messages: RequiredRow = {
  in: [MESSAGES, SOURCES, SELF_WITH_MESSAGES],
  file: "objects.ts: give the outcome for each message",
};
const own: RequiredRow = { in: [SELF_ROWS], file: "self.ts: give the outcome for each object" };

/** Parameters with ids of objects that can belong to somebody else, or not exist. */
const ID_PARAMETERS: Readonly<Record<string, RequiredRow>> = {
  chat_id: { in: [CALLERS, SELF_ROWS], file: "callers.ts: say who may call it" },
  from_chat_id: { in: [SOURCES], file: "objects.ts: give the outcome for each source" },
  user_id: { in: [TARGETS, SELF_ROWS], file: "objects.ts: give the outcome for each target" },
  // Each id has an outcome of its own in the answer (tests/methods/groups-of-others.test.ts).
  user_ids: { in: [CALLERS, SELF_ROWS], file: "callers.ts: say who may call it" },
  shared_chat_id: own,
  // A number of the bot's own choice: of the buttons of one message.
  request_id: { in: [ANY], file: "" },
  message_id: messages,
  message_ids: messages,
  invite_link: { in: [LINKS, SELF_ROWS], file: "objects.ts: give the outcome for each link" },
  file_id: own,
  callback_query_id: own,
  session_id: own,
  subscription_id: own,
  passkey_id: own,
  bot_id: { in: [SELF_ROWS, CALLERS], file: own.file },
  actor_id: own,
  owner_id: own,
  invitation_id: own,
  chat_ids: own,
  invitation: own,
  // Tested for every method with this parameter, by REPLIES.
  reply_to_message_id: { in: [ANY], file: "" },
  // A number of the bot's own choice, and a bot that is looked up among the drafts of the chat alone.
  draft_id: { in: [ANY], file: "" },
  // Tested in tests/methods/topics.test.ts: topics are of the chat that chat_id names.
  message_thread_id: { in: [ANY], file: "" },
  message_thread_ids: { in: [ANY], file: "" },
  // The id of a picture that all have.
  icon_custom_emoji_id: { in: [ANY], file: "" },
  // It is not looked up (tests/methods/sender-chats.test.ts).
  sender_chat_id: { in: [ANY], file: "" },
  // A filter by sender, among messages that the caller may see anyway.
  from_id: { in: [ANY], file: "" },
  // The id of a place at another service, not of an object here.
  foursquare_id: { in: [ANY], file: "" },
  google_place_id: { in: [ANY], file: "" },
};

/** The missing rows of a method, a sentence each. */
export function missingRows(method: Method): string[] {
  const { name, fields, access } = method;
  const missing: string[] = [];
  if (access.scope === "chat" && !CALLERS.has(name)) {
    missing.push(`${name} has no row in tests/matrix/callers.ts: say who may call it`);
  } else if (access.scope === "owner" && !Object.hasOwn(OWNERS, name)) {
    missing.push(`${name} has no row in tests/matrix/owners.ts: give the outcome for each object`);
  } else if (!CALLERS.has(name) && !SELF_ROWS.has(name)) {
    missing.push(`${name} has no row in tests/matrix/self.ts: give the outcome for each object`);
  }
  for (const field of Object.keys(fields)) {
    const wanted = ID_PARAMETERS[field];
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

/** Rows of methods that do not exist. */
export function strayRows(methods: readonly Method[]): string[] {
  const known = new Set(methods.map((method) => method.name));
  const tables = { CALLERS, TARGETS, MESSAGES, SOURCES, LINKS, SELF: rowsOf(SELF), OWNERS: rowsOf(OWNERS) };
  return Object.entries(tables).flatMap(([table, rows]) =>
    [...rows.keys()]
      .filter((name) => !known.has(name))
      .map((name) => `${table} has a row of ${name}, which is no method`),
  );
}
