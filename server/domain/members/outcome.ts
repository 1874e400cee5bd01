/** The result of a rule about members: the new record, or the name of a refusal. */
import { isAdministrator } from "./authority.ts";
import type { Member } from "./member.ts";
import type { MemberRefusal } from "./refusals.ts";

/**
 * Follows from an administrator losing that status: the administrators whose promoter is `from` get the promoter `to`
 * (null is none). So a promoter chain contains current administrators only, and cannot become a cycle when a former
 * administrator is promoted again.
 */
export interface PromoterReplacement {
  readonly from: number;
  readonly to: number | null;
}

export interface Refused {
  readonly ok: false;
  readonly refusal: MemberRefusal;
}

export interface Accepted {
  readonly ok: true;
  readonly member: Member;
  /** False if the record stays the same: a success without anything to save or to announce. */
  readonly changed: boolean;
  /** To be applied with the change; null unless somebody stopped being an administrator. */
  readonly promoterReplacement: PromoterReplacement | null;
}

export type Change = Accepted | Refused;

export function refused(refusal: MemberRefusal): Refused {
  return { ok: false, refusal };
}

/** The change from `before`, which must be current, to `after`. */
export function accepted(before: Member, after: Member): Accepted {
  const steppedDown = isAdministrator(before) && !isAdministrator(after);
  return {
    ok: true,
    member: after,
    changed: !sameMember(before, after),
    promoterReplacement: steppedDown ? { from: before.account_id, to: before.promoted_by } : null,
  };
}

function sameMember(one: Member, other: Member): boolean {
  return (Object.keys(one) as (keyof Member)[]).every((field) => one[field] === other[field]);
}
