/** The ChatMember object without its `user` (interface.md, ChatMember), with the fields that strict clients require. */
import type { Member } from "./member.ts";
import { showPermissions } from "./permissions.ts";
import { RIGHTS, showRights } from "./rights.ts";

/** What the record of an administrator has of its viewer. */
export interface RecordView {
  /** See `canBeEdited`. */
  readonly can_be_edited: boolean;
  /** Whether `can_manage_chat` is shown of every administrator, because every one has it (see `rightsOf`). */
  readonly implied_rights: boolean;
}

export type ChatMemberRecord = Readonly<Record<string, string | number | boolean>>;

/**
 * The fields of `member`, which must be current (see `currentMember`). The creator has only the fields of the
 * contract; the other records have every field that strict clients require.
 */
export function chatMemberRecord(member: Member, { can_be_edited, implied_rights }: RecordView): ChatMemberRecord {
  const { status, custom_title, is_anonymous, is_member, until: until_date } = member;
  switch (status) {
    case "creator":
      return { status, custom_title, is_anonymous };
    case "administrator": {
      const rights = showRights(implied_rights ? member.rights | RIGHTS.can_manage_chat : member.rights);
      return { status, custom_title, is_anonymous, can_be_edited, ...rights };
    }
    case "restricted":
      return { status, is_member, until_date, ...showPermissions(member.permissions) };
    case "kicked":
      return { status, until_date };
    case "member":
    case "left":
      return { status };
  }
}
