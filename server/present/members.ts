/** Presents a chat member (interface.md, ChatMember). */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Member } from "../domain/members/member.ts";
import { chatMemberRecord, type RecordView } from "../domain/members/record.ts";

export function presentMember(user: Wire.User, member: Member, view: RecordView): Wire.ChatMember {
  return { user, status: member.status, ...chatMemberRecord(member, view) };
}

/** A member as people see them. */
export function presentMemberToPerson(user: Wire.User, member: Member, can_be_edited: boolean): Wire.ChatMember {
  return presentMember(user, member, { can_be_edited, implied_rights: true });
}
