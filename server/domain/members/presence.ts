/** Coming into a chat and leaving it (behaviour.md §3). */
import type { Chat } from "../chats.ts";
import { outsider } from "./authority.ts";
import { may } from "./may.ts";
import { become, currentMember, type Member, memberOf } from "./member.ts";
import { accepted, type Change, refused } from "./outcome.ts";
import { follow } from "./transitions.ts";

type Place = Pick<Chat, "type">;

/**
 * `member` comes in by themselves. Whether the chat is open to them, by its user name or by an
 * invite link, is the caller's to know. A restriction outlasts leaving and coming back.
 */
export function join(member: Member, now_s: number, chat: Place): Change {
  if (chat.type === "private") return refused("GROUPS_AND_CHANNELS_ONLY");
  const before = currentMember(member, now_s);
  return before.status === "kicked" ? refused("KICKED") : accepted(before, enter(before));
}

/** `actor` brings `target` into the chat, which needs `can_invite_users`; a ban has to be lifted first. */
export function addMember(
  actor: Member,
  target: Member,
  now_s: number,
  chat: Pick<Chat, "type" | "permissions">,
): Change {
  const refusal = may(actor, "invite_users", chat, now_s);
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
 * `member` leaves the chat. Note 4 of the table: a creator who leaves without having given the chat
 * away leaves it without one, so the chat's `creator_id` ends with the membership.
 */
export function leave(member: Member, now_s: number, chat: Place): Change {
  if (chat.type === "private") return refused("GROUPS_AND_CHANNELS_ONLY");
  const before = currentMember(member, now_s);
  const absent = outsider(before, chat.type);
  if (absent !== null) return refused(absent);
  const next = follow("leave", before.status);
  if (!next.ok) return next;
  const after = become(before, next.status);
  return accepted(before, after.status === "restricted" ? { ...after, is_member: false } : after);
}
