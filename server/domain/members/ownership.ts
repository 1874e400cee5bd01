/** What is the owner's of a chat alone, and giving the chat to somebody else (behaviour.md §3, note 4). */
import type { Chat } from "../chats.ts";
import { outsider } from "./authority.ts";
import { currentMember, type Member, memberOf } from "./member.ts";
import { type Refused, refused } from "./outcome.ts";
import type { MemberRefusal } from "./refusals.ts";
import { RIGHTS_IN } from "./rights.ts";

/** Why the member may not do what is the owner's alone; null for the owner. */
export function lacksOwnership(member: Member, now_s: number, chat: Pick<Chat, "type">): MemberRefusal | null {
  if (member.status === "creator") return null;
  return outsider(currentMember(member, now_s), chat.type) ?? "NOT_THE_OWNER";
}

export interface Transfer {
  readonly ok: true;
  /** The owner until now: an administrator with every right, promoted by the new owner. */
  readonly from: Member;
  /** The new owner; the chat's `creator_id` follows. */
  readonly to: Member;
}

/**
 * The creator `actor` makes `target`, who must be in the chat, its creator. Both keep their titles
 * and anonymity, and whoever they promoted. Whether an account may own chats is the caller's to know.
 */
export function transferOwnership(
  actor: Member,
  target: Member,
  now_s: number,
  chat: Pick<Chat, "type">,
): Transfer | Refused {
  if (chat.type === "private") return refused("GROUPS_AND_CHANNELS_ONLY");
  if (actor.status !== "creator") return refused(outsider(currentMember(actor, now_s), chat.type) ?? "OWNER_ONLY");
  if (actor.account_id === target.account_id) return refused("ALREADY_OWNER");
  const before = currentMember(target, now_s);
  if (!before.is_member) return refused("USER_NOT_PARTICIPANT");
  const { custom_title, is_anonymous } = before;
  return {
    ok: true,
    from: {
      ...actor,
      status: "administrator",
      rights: RIGHTS_IN[chat.type],
      promoted_by: before.account_id,
    },
    to: { ...memberOf(before.account_id, "creator"), custom_title, is_anonymous },
  };
}
