/** Asking to come into a chat, and the answers (join-requests.md). */
import type { Chat } from "../chats.ts";
import { may } from "./may.ts";
import { currentMember, type Member } from "./member.ts";
import { type Change, refused } from "./outcome.ts";
import { join } from "./presence.ts";
import type { MemberRefusal } from "./refusals.ts";

/** Why `member` may not ask to come in; null if they may. Who has asked already may ask again, to no effect. */
export function mayAsk(member: Member, now_s: number, chat: Pick<Chat, "type">): MemberRefusal | null {
  const change = join(member, now_s, chat);
  if (!change.ok) return change.refusal;
  return change.changed ? null : "USER_ALREADY_PARTICIPANT";
}

/** `actor` lets `target` in, who is `waiting` or not. A restriction from before holds again. */
export function approve(
  actor: Member,
  target: Member,
  waiting: boolean,
  now_s: number,
  chat: Pick<Chat, "type" | "permissions">,
): Change {
  const refusal = decline(actor, target, waiting, now_s, chat);
  return refusal === null ? join(target, now_s, chat) : refused(refusal);
}

/** Why `actor` may not send `target` away, who is `waiting` or not; null if they may. */
export function decline(
  actor: Member,
  target: Member,
  waiting: boolean,
  now_s: number,
  chat: Pick<Chat, "type" | "permissions">,
): MemberRefusal | null {
  const refusal = may(actor, "answer_requests", chat, now_s);
  if (refusal !== null) return refusal;
  if (currentMember(target, now_s).is_member) return "USER_ALREADY_PARTICIPANT";
  return waiting ? null : "HIDE_REQUESTER_MISSING";
}

/** Whether a request stays open after its person became this: who is in has what they asked for, who is banned gets it not. */
export function staysOpen(after: Member): boolean {
  return !after.is_member && after.status !== "kicked";
}
