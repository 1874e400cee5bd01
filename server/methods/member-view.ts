/** A member as people's screens show them: the record, and what the one who looks may do to them. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Chat } from "../domain/chats.ts";
import { canBeEdited } from "../domain/members/authority.ts";
import type { Member } from "../domain/members/member.ts";
import type { MemberRefusal } from "../domain/members/refusals.ts";
import { deedsUpon, type Deed } from "../domain/members/upon.ts";
import { presentMember } from "../present/members.ts";
import type { ReadTx } from "../store/db.ts";
import { aboveTarget } from "./members.ts";

/** What the viewer may do to somebody, each with the reason why not, or `null`; a bot, moreover, can own no chat. */
export type DeedsUpon = Readonly<Record<Deed, MemberRefusal | "BOT_OWNS_NOTHING" | null>>;

export type MemberView = Wire.ChatMember & { readonly can: DeedsUpon };

/** `viewer` is the record of the one who looks, `member` that of `user`; both as they read at `now_s`. */
export async function viewMember(
  tx: ReadTx,
  chat: Chat,
  viewer: Member,
  member: Member,
  user: Wire.User,
  now_s: number,
): Promise<MemberView> {
  const above = await aboveTarget(tx, chat, member);
  const record = presentMember(user, member, canBeEdited(viewer, member, above, chat.type));
  const deeds = deedsUpon(viewer, member, now_s, chat, above);
  const transfer = user.is_bot && viewer.status === "creator" ? "BOT_OWNS_NOTHING" : deeds.transfer_ownership;
  return { ...record, can: { ...deeds, transfer_ownership: transfer } };
}
