/** Who holds which right, and who stands above whom (behaviour.md §3, note 3). */
import type { ChatType } from "../chats.ts";
import type { Member } from "./member.ts";
import type { MemberRefusal } from "./refusals.ts";
import { NO_RIGHTS, RIGHTS, RIGHTS_IN, type Rights } from "./rights.ts";

/** The ids of who promoted an administrator, of who promoted that one, and so on to the top. */
export type Ancestry = readonly number[];

/** Whether the record is an administrator's or the creator's. */
export function isAdministrator(member: Member): boolean {
  return member.status === "creator" || member.status === "administrator";
}

/** The rights a member holds in a chat of this type: the creator all, an administrator their own. */
export function rightsOf(member: Member, type: ChatType): Rights {
  if (member.status === "creator") return RIGHTS_IN[type];
  if (member.status !== "administrator") return NO_RIGHTS;
  return (member.rights | RIGHTS.can_manage_chat) & RIGHTS_IN[type];
}

/** Why the member takes no part in the chat at all; null for whoever does. */
export function outsider(member: Member, type: ChatType): MemberRefusal | null {
  if (member.is_member) return null;
  if (type === "private") return "NOT_STARTED";
  return member.status === "kicked" ? "KICKED" : "NOT_A_MEMBER";
}

/** Why the member does not hold `right`, `refusal` being the answer to somebody in the chat; null for who does. */
export function lacksRight(
  member: Member,
  right: Rights,
  refusal: MemberRefusal,
  type: ChatType,
): MemberRefusal | null {
  if ((rightsOf(member, type) & right) !== 0) return null;
  return outsider(member, type) ?? refusal;
}

/**
 * Whether `actor` may change the administrator `target`: the creator, whoever promoted the target,
 * or somebody above that promoter (behaviour.md §3, note 3).
 */
export function isAbove(actor: Member, target: Member, above: Ancestry): boolean {
  if (actor.status === "creator") return true;
  if (actor.status !== "administrator") return false;
  return target.promoted_by === actor.account_id || above.includes(actor.account_id);
}

/** Whether an administrator's place protects `target` from `actor`. */
export function isProtected(actor: Member, target: Member, above: Ancestry): boolean {
  return target.status === "administrator" && !isAbove(actor, target, above);
}

/** The `can_be_edited` of an administrator's record as `viewer` sees it. */
export function canBeEdited(viewer: Member, target: Member, above: Ancestry, type: ChatType): boolean {
  if (target.status !== "administrator" || viewer.account_id === target.account_id) return false;
  const promotes = (rightsOf(viewer, type) & RIGHTS.can_promote_members) !== 0;
  return promotes && isAbove(viewer, target, above);
}
