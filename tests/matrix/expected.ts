/** The expected outcome of a call by the tables and the order of behaviour.md §1, without any code of the service. */
import { CALLERS, PRIVATE } from "./callers.ts";
import { SEND_PERMISSIONS, type ChatKind, type Role } from "./roles.ts";
import { cellOf, type Row } from "./table.ts";

export type Api = "bot" | "person";
/** `ok`, or the name of a refusal. */
export type Outcome = string;

/** The row of a method. @throws an error if it has none */
export function callersRow(method: string): Row {
  const row = CALLERS.get(method);
  if (!row) throw new Error(`${method} has no row in tests/matrix/callers.ts: say who may call it`);
  return row;
}

function membership(role: Role): "in" | "kicked" | "out" {
  if (role.status === "kicked") return role.is_over ? "out" : "kicked";
  return role.is_member ? "in" : "out";
}

export function hasRight(role: Role, right: string): boolean {
  if (role.status === "creator") return true;
  if (role.status !== "administrator") return false;
  if (right === "posting or editing") return hasRight(role, "can_post_messages") || hasRight(role, "can_edit_messages");
  return right === "any" || role.rights.includes(right);
}

function isPermitted(role: Role, kind_of_chat: ChatKind, need: string): boolean {
  if (need === "yes" || need === "no") return need === "yes";
  if (need === "anything") return SEND_PERMISSIONS.some((each) => isPermitted(role, kind_of_chat, each));
  const restricted = role.status === "restricted" && !role.is_over;
  return kind_of_chat.permissions.includes(need) && (!restricted || role.permissions.includes(need));
}

/** The refusal of what would reveal who sends in the name of a chat: in channels, and for anonymous administrators. */
const AS_CHAT = "DRAFT_PEER_INVALID";

/** Whether a role may call a method in a group or channel, regardless of the target. */
export function callerOutcome(row: Row, role: Role, kind_of_chat: ChatKind): Outcome {
  const stands = membership(role);
  if (stands === "kicked") return "KICKED";
  if (stands === "out") return kind_of_chat.is_public && row.outsiders === "yes" ? "ok" : "NOT_A_MEMBER";
  if (kind_of_chat.type === "supergroup") {
    const may = isPermitted(role, kind_of_chat, cellOf(row, "member")) || hasRight(role, cellOf(row, "admin"));
    if (!may) return cellOf(row, "refused");
    return role.is_anonymous && cellOf(row, "channels") === AS_CHAT ? AS_CHAT : "ok";
  }
  const poster = cellOf(row, "poster");
  if (row.subscriber !== "yes" && !hasRight(role, poster)) return refusedInChannel(row, poster);
  const here = cellOf(row, "channels");
  return here === "yes" ? "ok" : here;
}

function refusedInChannel(row: Row, poster: string): Outcome {
  return poster === "can_post_messages" || poster === "posting or editing" ? "CANT_POST" : cellOf(row, "refused");
}

/** The outcome of a method in a private chat with the other party of a row. */
export function privateOutcome(row: Row, api: Api, other: string): Outcome {
  const table = PRIVATE[api].get(other)!;
  const [column = "", refused] = cellOf(row, "private").split(" ");
  if (column === "sending" || column === "pinning" || column === "reading") {
    const may = cellOf(table, column);
    return may === "ok" && refused !== undefined ? refused : may;
  }
  // If there is a chat, it is of the wrong type, whoever the other party is.
  return table.reading === "ok" ? column : cellOf(table, "reading");
}
