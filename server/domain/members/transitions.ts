/** The state machine of a member's status: the table of behaviour.md §3, to be read beside it. */
import type { Status } from "./member.ts";
import type { Refused } from "./outcome.ts";
import type { MemberRefusal } from "./refusals.ts";

export type Operation = "restrict" | "promote" | "demote" | "ban" | "unban" | "unban_if_banned" | "leave";

/** The status that follows, or why none does. A status equal to the row's own keeps or renews what it says. */
export type Cell = Status | MemberRefusal;

const owner = "CANT_REMOVE_OWNER";
const absent = "USER_NOT_PARTICIPANT";

/**
 * What each operation makes of each status. `is_member` is no column: nobody enters or leaves by
 * being restricted, and a restricted member who leaves stays `restricted` outside the chat.
 * The page's notes stand with the rules that apply them: 1 in change.ts, 2 and 5 in promotion.ts,
 * 3 in authority.ts, 4 in presence.ts.
 */
// oxfmt-ignore
export const TRANSITIONS: Readonly<Record<Status, Readonly<Record<Operation, Cell>>>> = {
  member:        { restrict: "restricted", promote: "administrator", demote: "member",     ban: "kicked", unban: "left", unban_if_banned: "member",        leave: "left" },
  restricted:    { restrict: "restricted", promote: "administrator", demote: "restricted", ban: "kicked", unban: "left", unban_if_banned: "restricted",    leave: "restricted" },
  administrator: { restrict: "restricted", promote: "administrator", demote: "member",     ban: "kicked", unban: "left", unban_if_banned: "administrator", leave: "left" },
  creator:       { restrict: owner,        promote: owner,           demote: owner,        ban: owner,    unban: owner,  unban_if_banned: "creator",       leave: "left" },
  left:          { restrict: "restricted", promote: absent,          demote: "left",       ban: "kicked", unban: "left", unban_if_banned: "left",          leave: "NOT_A_MEMBER" },
  kicked:        { restrict: "restricted", promote: absent,          demote: "kicked",     ban: "kicked", unban: "left", unban_if_banned: "left",          leave: "KICKED" },
};

/** The status that the table gives after `operation` on somebody of this status, or its refusal. */
export function follow(operation: Operation, status: Status): { readonly ok: true; readonly status: Status } | Refused {
  const cell = TRANSITIONS[status][operation];
  return isStatus(cell) ? { ok: true, status: cell } : { ok: false, refusal: cell };
}

function isStatus(cell: Cell): cell is Status {
  return cell in TRANSITIONS;
}
