/** What the tables and the order of behaviour.md §1 say of a call: the test's own reading, none of the service's code. */
import { CALLERS, PRIVATE } from "./callers.ts";
import { SENDING, type Place, type Role } from "./roles.ts";
import { cellOf, type Row } from "./table.ts";

export type Face = "bot" | "person";
/** `ok`, or the name of a refusal. */
export type Outcome = string;

/** The row of a method. @throws with a sentence when it has none */
export function callersRow(method: string): Row {
  const row = CALLERS.get(method);
  if (!row) throw new Error(`${method} has no row in tests/matrix/callers.ts: say who may call it`);
  return row;
}

function standing(role: Role): "in" | "kicked" | "out" {
  if (role.status === "kicked") return role.is_over ? "out" : "kicked";
  return role.is_member ? "in" : "out";
}

export function hasRight(role: Role, right: string): boolean {
  if (role.status === "creator") return true;
  if (role.status !== "administrator") return false;
  if (right === "posting or editing") return hasRight(role, "can_post_messages") || hasRight(role, "can_edit_messages");
  return right === "any" || role.rights.includes(right);
}

function isPermitted(role: Role, place: Place, need: string): boolean {
  if (need === "yes" || need === "no") return need === "yes";
  if (need === "anything") return SENDING.some((each) => isPermitted(role, place, each));
  const restricted = role.status === "restricted" && !role.is_over;
  return place.permissions.includes(need) && (!restricted || role.permissions.includes(need));
}

/** Whether somebody may call a method in a group or channel, whatever it is called upon. */
export function callerOutcome(row: Row, role: Role, place: Place): Outcome {
  const stands = standing(role);
  if (stands === "kicked") return "KICKED";
  if (stands === "out") return place.is_public && row.outsiders === "yes" ? "ok" : "NOT_A_MEMBER";
  if (place.type === "supergroup") {
    const may = isPermitted(role, place, cellOf(row, "member")) || hasRight(role, cellOf(row, "admin"));
    return may ? "ok" : cellOf(row, "refused");
  }
  const poster = cellOf(row, "poster");
  if (row.subscriber !== "yes" && !hasRight(role, poster)) return refusedInChannel(row, poster);
  const here = cellOf(row, "channels");
  return here === "yes" ? "ok" : here;
}

function refusedInChannel(row: Row, poster: string): Outcome {
  return poster === "can_post_messages" || poster === "posting or editing" ? "CANT_POST" : cellOf(row, "refused");
}

/** Whether somebody may call a method in a private chat with the other party that a row names. */
export function privateOutcome(row: Row, face: Face, other: string): Outcome {
  const table = PRIVATE[face].get(other)!;
  const deed = cellOf(row, "private");
  if (deed === "speaking" || deed === "pinning" || deed === "looking") return cellOf(table, deed);
  // Where there is a chat, it is of the wrong kind, whoever the other one is.
  return table.looking === "ok" ? deed : cellOf(table, "looking");
}
