/** Join requests: who may ask, and who may approve or decline (join-requests.md). */
import type { Chat } from "../chats.ts";
import { abilityRefusal } from "./abilities.ts";
import type { Member } from "./member.ts";
import { type Change, refused } from "./outcome.ts";
import { join } from "./membership.ts";
import type { MemberRefusal } from "./refusals.ts";

/** Why `member` may not ask to join; null if they may. A repeated request is allowed and has no effect. */
export function joinRequestRefusal(member: Member, now_s: number, chat: Pick<Chat, "type">): MemberRefusal | null {
  const change = join(member, now_s, chat);
  if (!change.ok) return change.refusal;
  return change.changed ? null : "USER_ALREADY_PARTICIPANT";
}

/**
 * `actor` approves the request of `target`; `waiting` is whether there is one. An earlier restriction applies again.
 */
export function approve(
  actor: Member,
  target: Member,
  waiting: boolean,
  now_s: number,
  chat: Pick<Chat, "type" | "permissions">,
): Change {
  const refusal = declineRefusal(actor, waiting, now_s, chat);
  return refusal === null ? join(target, now_s, chat) : refused(refusal);
}

/**
 * Why `actor` may not decline a request; null if they may. `waiting` is whether there is one. Joining ends a request, so
 * a member has none.
 */
export function declineRefusal(
  actor: Member,
  waiting: boolean,
  now_s: number,
  chat: Pick<Chat, "type" | "permissions">,
): MemberRefusal | null {
  const refusal = abilityRefusal(actor, "answer_requests", chat, now_s);
  if (refusal !== null) return refusal;
  return waiting ? null : "HIDE_REQUESTER_MISSING";
}

/** Whether a request stays open after its person's record changed to `after`. Joining and being banned close it. */
export function staysOpen(after: Member): boolean {
  return !after.is_member && after.status !== "kicked";
}
