/** Presents a chat member (interface.md, ChatMember). */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Member } from "../domain/members/member.ts";
import { chatMemberRecord } from "../domain/members/record.ts";

/** `can_be_edited`: whether the viewer may change this administrator's rights. */
export function presentMember(user: Wire.User, member: Member, can_be_edited: boolean): Wire.ChatMember {
  return { user, status: member.status, ...chatMemberRecord(member, can_be_edited) };
}
