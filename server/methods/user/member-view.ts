/** A member as the user API shows them: the record, and what the viewer may do to them. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Chat } from "../../domain/chats.ts";
import { canBeEdited } from "../../domain/members/authority.ts";
import type { Member } from "../../domain/members/member.ts";
import type { MemberRefusal } from "../../domain/members/refusals.ts";
import type { MemberAction } from "@heliogram/shared/abilities.ts";
import { memberActions } from "../../domain/members/member-actions.ts";
import { presentMemberToPerson } from "../../present/members.ts";
import type { ReadTx } from "../../store/db.ts";
import { aboveTarget } from "../bot/member-changes.ts";

/** What the viewer may do to a member: `null`, or the reason why not. Bots, moreover, cannot own chats. */
export type MemberAbilities = Readonly<Record<MemberAction, MemberRefusal | "BOT_OWNS_NOTHING" | null>>;

export type MemberView = Wire.ChatMember & { readonly can: MemberAbilities };

/** `viewer` is the record of the viewer, `member` that of `user`, both as they are at `now_s`. */
export async function viewMember(
  tx: ReadTx,
  chat: Chat,
  viewer: Member,
  member: Member,
  user: Wire.User,
  now_s: number,
): Promise<MemberView> {
  const promoters = await aboveTarget(tx, chat, member);
  const record = presentMemberToPerson(user, member, canBeEdited(viewer, member, promoters, chat.type));
  const abilities = memberActions(viewer, member, now_s, chat, promoters);
  const transfer = user.is_bot && viewer.status === "creator" ? "BOT_OWNS_NOTHING" : abilities.transfer_ownership;
  return { ...record, can: { ...abilities, transfer_ownership: transfer } };
}
