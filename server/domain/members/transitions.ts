/** The state machine of a member's status: the table of behaviour.md §3. */
import type { Status } from "./member.ts";
import type { Refused } from "./outcome.ts";
import type { MemberRefusal } from "./refusals.ts";

export type Operation = "restrict" | "promote" | "demote" | "ban" | "unban" | "unban_if_banned" | "leave";

/** The next status, or a refusal. The row's own status means that the record is kept or renewed. */
export type Cell = Status | MemberRefusal;

const owner = "CANT_REMOVE_OWNER";
const outsider = "USER_NOT_PARTICIPANT";

/**
 * The next status for each status and operation. `is_member` is no column: a restriction does not add or remove a
 * member, and a restricted member who leaves stays `restricted` outside the chat. The rules apply the notes of
 * behaviour.md: 1 in change.ts, 2 and 5 in promotion.ts, 3 in authority.ts, 4 in membership.ts.
 */
// oxfmt-ignore
export const TRANSITIONS: Readonly<Record<Status, Readonly<Record<Operation, Cell>>>> = {
  member:        { restrict: "restricted", promote: "administrator", demote: "member",     ban: "kicked", unban: "left", unban_if_banned: "member",        leave: "left" },
  restricted:    { restrict: "restricted", promote: "administrator", demote: "restricted", ban: "kicked", unban: "left", unban_if_banned: "restricted",    leave: "restricted" },
  administrator: { restrict: "restricted", promote: "administrator", demote: "member",     ban: "kicked", unban: "left", unban_if_banned: "administrator", leave: "left" },
  creator:       { restrict: owner,        promote: owner,           demote: owner,        ban: owner,    unban: owner,  unban_if_banned: "creator",       leave: "left" },
  left:          { restrict: "restricted", promote: outsider,          demote: "left",       ban: "kicked", unban: "left", unban_if_banned: "left",          leave: "NOT_A_MEMBER" },
  kicked:        { restrict: "restricted", promote: outsider,          demote: "kicked",     ban: "kicked", unban: "left", unban_if_banned: "left",          leave: "KICKED" },
};

/** The entry of the table for `operation` on a member of this status. */
export function transition(
  operation: Operation,
  status: Status,
): { readonly ok: true; readonly status: Status } | Refused {
  const cell = TRANSITIONS[status][operation];
  return isStatus(cell) ? { ok: true, status: cell } : { ok: false, refusal: cell };
}

function isStatus(cell: Cell): cell is Status {
  return cell in TRANSITIONS;
}
