/** The rights that members hold, and which administrators may change which others (behaviour.md §3, note 3). */
import type { ChatType } from "../chats.ts";
import type { Member } from "./member.ts";
import type { MemberRefusal } from "./refusals.ts";
import { NO_RIGHTS, RIGHTS, RIGHTS_IN, type Rights } from "./rights.ts";

/** The id of the account that promoted an administrator, the id of the account that promoted that one, and so on. */
export type PromoterChain = readonly number[];

/** Whether the record is an administrator's or the creator's. */
export function isAdministrator(member: Member): boolean {
  return member.status === "creator" || member.status === "administrator";
}

/**
 * The rights that a member holds in a chat of this type: all for the creator, otherwise an administrator's own and
 * `can_manage_chat`, which every administrator has.
 */
export function rightsOf(member: Member, type: ChatType): Rights {
  if (member.status === "creator") return RIGHTS_IN[type];
  if (member.status !== "administrator") return NO_RIGHTS;
  return (member.rights | RIGHTS.can_manage_chat) & RIGHTS_IN[type];
}

/** The refusal for somebody who is not in the chat; null for a member. */
export function outsiderRefusal(member: Member, type: ChatType): MemberRefusal | null {
  if (member.is_member) return null;
  if (type === "private") return "NOT_STARTED";
  return member.status === "kicked" ? "KICKED" : "NOT_A_MEMBER";
}

/** The refusal for a member without `right`: `refusal` for somebody in the chat. Null if the member holds the right. */
export function rightRefusal(
  member: Member,
  right: Rights,
  refusal: MemberRefusal,
  type: ChatType,
): MemberRefusal | null {
  if ((rightsOf(member, type) & right) !== 0) return null;
  return outsiderRefusal(member, type) ?? refusal;
}

/**
 * Whether `actor` may change the administrator `target`: the creator may, the account that promoted the target, and
 * every account in the target's promoter chain (behaviour.md §3, note 3).
 */
export function isAbove(actor: Member, target: Member, promoters: PromoterChain): boolean {
  if (actor.status === "creator") return true;
  if (actor.status !== "administrator") return false;
  return target.promoted_by === actor.account_id || promoters.includes(actor.account_id);
}

/** Whether `target` is an administrator whom `actor` may not change. */
export function isProtected(actor: Member, target: Member, promoters: PromoterChain): boolean {
  return target.status === "administrator" && !isAbove(actor, target, promoters);
}

/** The `can_be_edited` of an administrator's record, as shown to `viewer`. */
export function canBeEdited(viewer: Member, target: Member, promoters: PromoterChain, type: ChatType): boolean {
  if (target.status !== "administrator" || viewer.account_id === target.account_id) return false;
  const promotes = (rightsOf(viewer, type) & RIGHTS.can_promote_members) !== 0;
  return promotes && isAbove(viewer, target, promoters);
}
