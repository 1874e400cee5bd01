/** A member's record in one chat, and how it reads at a moment in time (behaviour.md §3). */
import { ALL_PERMISSIONS, type Permissions } from "./permissions.ts";
import { NO_RIGHTS, type Rights } from "./rights.ts";

export type Status = "creator" | "administrator" | "member" | "restricted" | "left" | "kicked";

/** Fields that say nothing for a status are at rest: no rights, all permissions, no end, no title, no promoter. */
export interface Member {
  readonly account_id: number;
  readonly status: Status;
  /** Whether the account is in the chat; only for `restricted` does the status leave it open. */
  readonly is_member: boolean;
  /** Of an administrator. The creator holds all without any being written down. */
  readonly rights: Rights;
  /** The member's own; what they may do is this AND the chat's default. */
  readonly permissions: Permissions;
  /** Unix seconds at which `restricted` or `kicked` ends; 0 = for ever. */
  readonly until: number;
  /** Of an administrator or the creator; may be empty. */
  readonly custom_title: string;
  readonly is_anonymous: boolean;
  /** Who gave an administrator the rights they hold; null when that was a creator who has left since. */
  readonly promoted_by: number | null;
}

/** A record of this status with everything else at rest. */
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
 * The record as it reads at `now_s` (Unix seconds): a ban that is over reads `left`, a restriction
 * that is over `member`, or `left` for somebody who is not in the chat. Nothing needs to be written
 * for time to pass.
 */
export function currentMember(member: Member, now_s: number): Member {
  const over = member.until !== 0 && member.until <= now_s;
  if (!over || (member.status !== "kicked" && member.status !== "restricted")) return member;
  return memberOf(member.account_id, inOrOut(member));
}

/** What an account is once nothing special holds for it: a member if in the chat, else gone. */
export function inOrOut(member: Member): "member" | "left" {
  return member.is_member ? "member" : "left";
}

/** The record with another status and everything else at rest; as it is where the status is the same. */
export function become(member: Member, status: Status): Member {
  return member.status === status ? member : memberOf(member.account_id, status);
}

const SHORTEST_S = 30;
const LONGEST_S = 366 * 24 * 60 * 60;

/**
 * An `until_date` as it is kept, in Unix seconds: less than 30 seconds or more than 366 days from
 * now, the past included, means for ever, which is 0 (interface.md, Limits).
 */
export function normaliseUntil(until_s: number, now_s: number): number {
  const left_s = until_s - now_s;
  return left_s < SHORTEST_S || left_s > LONGEST_S ? 0 : until_s;
}
