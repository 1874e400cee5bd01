/** A member's record as the interface shows it, apart from `user` (interface.md, ChatMember; what strict client models require). */
import type { Member } from "./member.ts";
import { showPermissions } from "./permissions.ts";
import { RIGHTS, showRights } from "./rights.ts";

export type ChatMemberRecord = Readonly<Record<string, string | number | boolean>>;

/**
 * The fields for `member`, who must be current (see `currentMember`). The creator has only the
 * contract's; the other records carry every field that strict clients refuse to do without.
 * `can_be_edited` is about who looks (see `canBeEdited`).
 */
export function chatMemberRecord(member: Member, can_be_edited: boolean): ChatMemberRecord {
  const { status, custom_title, is_anonymous, is_member, until: until_date } = member;
  switch (status) {
    case "creator":
      return { status, custom_title, is_anonymous };
    case "administrator": {
      const rights = showRights(member.rights | RIGHTS.can_manage_chat);
      return { status, custom_title, is_anonymous, can_be_edited, ...rights };
    }
    case "restricted":
      return {
        status,
        is_member,
        until_date,
        ...showPermissions(member.permissions),
        ...NEVER_THERE,
      };
    case "kicked":
      return { status, until_date };
    case "member":
    case "left":
      return { status };
  }
}

/** Reactions and tags: strict clients demand the permissions for them, and there are none here. */
const NEVER_THERE = { can_react_to_messages: false, can_edit_tag: false };
