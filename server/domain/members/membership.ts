/** Joining a chat, adding a member, and leaving (behaviour.md §3). */
import type { Chat } from "../chats.ts";
import { outsiderRefusal } from "./authority.ts";
import { abilityRefusal } from "./abilities.ts";
import { withStatus, currentMember, type Member, memberOf } from "./member.ts";
import { accepted, type Change, refused } from "./outcome.ts";
import { transition } from "./transitions.ts";

type Place = Pick<Chat, "type">;

/**
 * `member` joins the chat. The caller must check that a user name or an invite link opens the chat to them. A
 * restriction survives leaving and joining again.
 */
export function join(member: Member, now_s: number, chat: Place): Change {
  if (chat.type === "private") return refused("GROUPS_AND_CHANNELS_ONLY");
  const before = currentMember(member, now_s);
  return before.status === "kicked" ? refused("KICKED") : accepted(before, enter(before));
}

/** `actor` adds `target` to the chat. This needs `can_invite_users`, and a ban must be lifted first. */
export function addMember(
  actor: Member,
  target: Member,
  now_s: number,
  chat: Pick<Chat, "type" | "permissions">,
): Change {
  const refusal = abilityRefusal(actor, "invite_users", chat, now_s);
  if (refusal !== null) return refused(refusal);
  const before = currentMember(target, now_s);
  return before.status === "kicked" ? refused("USER_KICKED") : accepted(before, enter(before));
}

function enter(before: Member): Member {
  if (before.is_member) return before;
  if (before.status === "restricted") return { ...before, is_member: true };
  return memberOf(before.account_id, "member");
}

/**
 * `member` leaves the chat. Note 4 of the table: when the creator leaves without transferring the chat, it has no
 * creator any more, so the caller clears the chat's `creator_id`.
 */
export function leave(member: Member, now_s: number, chat: Place): Change {
  if (chat.type === "private") return refused("GROUPS_AND_CHANNELS_ONLY");
  const before = currentMember(member, now_s);
  const outsider = outsiderRefusal(before, chat.type);
  if (outsider !== null) return refused(outsider);
  const next = transition("leave", before.status);
  if (!next.ok) return next;
  const after = withStatus(before, next.status);
  return accepted(before, after.status === "restricted" ? { ...after, is_member: false } : after);
}
