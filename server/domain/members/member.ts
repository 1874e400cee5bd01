/** The record of a member in one chat, and its value at a given time (behaviour.md §3). */
import { ALL_PERMISSIONS, type Permissions } from "./permissions.ts";
import { NO_RIGHTS, type Rights } from "./rights.ts";

export type Status = "creator" | "administrator" | "member" | "restricted" | "left" | "kicked";

/**
 * Fields that do not apply to a status have their defaults: no rights, all permissions, no end, no title, no promoter.
 */
export interface Member {
  readonly account_id: number;
  readonly status: Status;
  /** Whether the account is in the chat. The status implies it, except for `restricted`. */
  readonly is_member: boolean;
  /** Of an administrator. The creator holds all rights, and none are stored. */
  readonly rights: Rights;
  /** The member's own. The effective permissions are these AND the chat's default. */
  readonly permissions: Permissions;
  /** When `restricted` or `kicked` ends, in Unix seconds; 0 means never. */
  readonly until: number;
  /** Of an administrator or the creator; may be empty. */
  readonly custom_title: string;
  readonly is_anonymous: boolean;
  /** The account that gave an administrator their rights; null if that was a creator who has left. */
  readonly promoted_by: number | null;
}

/** A record with this status and defaults for everything else. */
export function memberOf(account_id: number, status: Status): Member {
  return {
    account_id,
    status,
    is_member: status !== "left" && status !== "kicked",
    rights: NO_RIGHTS,
    permissions: ALL_PERMISSIONS,
    until: 0,
    custom_title: "",
    is_anonymous: false,
    promoted_by: null,
  };
}

/**
 * The record at the time `now_s` (Unix seconds). An expired ban becomes `left`; an expired restriction becomes
 * `member`, or `left` for somebody who is not in the chat. The stored record is not rewritten when it expires.
 */
export function currentMember(member: Member, now_s: number): Member {
  const over = member.until !== 0 && member.until <= now_s;
  if (!over || (member.status !== "kicked" && member.status !== "restricted")) return member;
  return memberOf(member.account_id, unrestrictedStatus(member));
}

/** The status of an account without a ban or restriction: `member` if it is in the chat, otherwise `left`. */
export function unrestrictedStatus(member: Member): "member" | "left" {
  return member.is_member ? "member" : "left";
}

/** The record with another status and defaults for everything else; unchanged if the status is the same. */
export function withStatus(member: Member, status: Status): Member {
  return member.status === status ? member : memberOf(member.account_id, status);
}

const SHORTEST_S = 30;
const LONGEST_S = 366 * 24 * 60 * 60;

/**
 * An `until_date` as it is stored, in Unix seconds. A time in the past, less than 30 seconds or more than 366 days
 * from now means forever, which is 0 (interface.md, Limits).
 */
export function normaliseUntil(until_s: number, now_s: number): number {
  const left_s = until_s - now_s;
  return left_s < SHORTEST_S || left_s > LONGEST_S ? 0 : until_s;
}
