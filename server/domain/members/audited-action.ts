/** Which changes of members the audit log records: what others do to them. Who comes and goes by themselves is not recorded. */
import type { AuditAction } from "@heliogram/shared/audit.ts";
import { isAdministrator } from "./authority.ts";
import type { Member } from "./member.ts";

/** The action of a change by somebody else; `undefined` for one that is not recorded. */
export function auditedAction(before: Member, after: Member): AuditAction | undefined {
  if (after.status === "creator") return before.status === "creator" ? undefined : "chat_owner_changed";
  if (after.status === "kicked") return before.status === "kicked" ? undefined : "member_banned";
  if (after.status === "administrator") return isAdministrator(before) ? "administrator_changed" : "administrator_made";
  if (isAdministrator(before) && after.is_member) return "administrator_unmade";
  if (after.is_member !== before.is_member) return after.is_member ? "member_added" : "member_removed";
  if (before.status === "kicked") return "member_unbanned";
  if (after.status === "restricted") return "member_restricted";
  return before.status === "restricted" ? "member_unrestricted" : undefined;
}
