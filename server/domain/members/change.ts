/** Restricting, banning and unbanning members (behaviour.md §3). */
import type { Chat } from "../chats.ts";
import { type PromoterChain, isProtected, rightRefusal } from "./authority.ts";
import { withStatus, currentMember, unrestrictedStatus, type Member, memberOf, normaliseUntil } from "./member.ts";
import { accepted, type Change, refused } from "./outcome.ts";
import { grantsAllPermissions, type Permissions } from "./permissions.ts";
import { RIGHTS } from "./rights.ts";
import { transition } from "./transitions.ts";

type Place = Pick<Chat, "type">;

/**
 * Gives `target` the permissions `wanted` until `until_s` (Unix seconds, see `normaliseUntil`), or
 * lifts every restriction when all eight are wanted. Groups only.
 */
export function restrict(
  actor: Member,
  target: Member,
  wanted: Permissions,
  until_s: number,
  now_s: number,
  chat: Place,
  promoters: PromoterChain,
): Change {
  if (chat.type !== "supergroup") return refused("SUPERGROUPS_ONLY");
  const before = currentMember(target, now_s);
  const next = sanction("restrict", currentMember(actor, now_s), before, chat, promoters);
  if (!next.ok) return next;
  // Note 1 of the table: without any restriction, the status is `member` inside the chat and `left` outside.
  if (grantsAllPermissions(wanted)) return accepted(before, withStatus(before, unrestrictedStatus(before)));
  return accepted(before, {
    ...memberOf(before.account_id, next.status),
    is_member: before.is_member,
    permissions: wanted,
    until: normaliseUntil(until_s, now_s),
  });
}

/** Removes `target` from the chat and keeps them out until `until_s` (Unix seconds, see `normaliseUntil`). */
export function ban(
  actor: Member,
  target: Member,
  until_s: number,
  now_s: number,
  chat: Place,
  promoters: PromoterChain,
): Change {
  if (chat.type === "private") return refused("GROUPS_AND_CHANNELS_ONLY");
  const before = currentMember(target, now_s);
  const next = sanction("ban", currentMember(actor, now_s), before, chat, promoters);
  if (!next.ok) return next;
  const until = normaliseUntil(until_s, now_s);
  return accepted(before, { ...memberOf(before.account_id, next.status), until });
}

/**
 * Lifts the ban of `target`, who can then join again. Somebody who is not banned is removed from the chat and can join
 * again, unless `only_if_banned` (interface.md, unbanChatMember).
 */
export function unban(
  actor: Member,
  target: Member,
  only_if_banned: boolean,
  now_s: number,
  chat: Place,
  promoters: PromoterChain,
): Change {
  if (chat.type === "private") return refused("GROUPS_AND_CHANNELS_ONLY");
  const before = currentMember(target, now_s);
  const operation = only_if_banned ? "unban_if_banned" : "unban";
  const next = sanction(operation, currentMember(actor, now_s), before, chat, promoters);
  return next.ok ? accepted(before, withStatus(before, next.status)) : next;
}

/** The checks that restricting, banning and unbanning share, and the next status from the table. */
function sanction(
  operation: "restrict" | "ban" | "unban" | "unban_if_banned",
  actor: Member,
  target: Member,
  chat: Place,
  promoters: PromoterChain,
): ReturnType<typeof transition> {
  const lacks = rightRefusal(actor, RIGHTS.can_restrict_members, "CANT_RESTRICT", chat.type);
  if (lacks !== null) return refused(lacks);
  if (actor.account_id === target.account_id) return refused("CANT_RESTRICT_SELF");
  const next = transition(operation, target.status);
  const touches = next.ok && !(operation === "unban_if_banned" && next.status === target.status);
  if (touches && isProtected(actor, target, promoters)) return refused("USER_IS_ADMINISTRATOR");
  return next;
}
