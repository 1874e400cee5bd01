/** What a rule about a member answers: the new record, or the name of a refusal. */
import { isAdministrator } from "./authority.ts";
import type { Member } from "./member.ts";
import type { MemberRefusal } from "./refusals.ts";

/**
 * Somebody stopped being an administrator: whoever counts as promoted by `from` counts as promoted
 * by `to` from then on, null being nobody. So no chain passes through people who have no say any
 * more, and none can close into a circle when one of them is promoted again from below.
 */
export interface Handover {
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
  /** False where everything stays as it was: a success with nothing to save or tell. */
  readonly changed: boolean;
  /** To be carried out with the change; null where nobody lost an administrator's place. */
  readonly handover: Handover | null;
}

export type Change = Accepted | Refused;

export function refused(refusal: MemberRefusal): Refused {
  return { ok: false, refusal };
}

/** The change from `before`, as it reads now, to `after`. */
export function accepted(before: Member, after: Member): Accepted {
  const steppedDown = isAdministrator(before) && !isAdministrator(after);
  return {
    ok: true,
    member: after,
    changed: !sameMember(before, after),
    handover: steppedDown ? { from: before.account_id, to: before.promoted_by } : null,
  };
}

function sameMember(one: Member, other: Member): boolean {
  return (Object.keys(one) as (keyof Member)[]).every((field) => one[field] === other[field]);
}
