/** Promoting members to administrators and demoting them (behaviour.md §3). */
import type { Chat } from "../chats.ts";
import { type PromoterChain, isProtected, rightRefusal, rightsOf } from "./authority.ts";
import { withStatus, currentMember, type Member, memberOf } from "./member.ts";
import { accepted, type Change, refused } from "./outcome.ts";
import type { MemberRefusal } from "./refusals.ts";
import { NO_RIGHTS, RIGHTS, RIGHTS_IN, type Rights } from "./rights.ts";
import { transition } from "./transitions.ts";

type Place = Pick<Chat, "type">;

/**
 * Makes `target` an administrator with exactly the rights `wanted`, or a plain member when nothing
 * is wanted. Rights that do not exist in this type of chat are ignored. The last account to grant rights is the
 * promoter (interface.md, promoteChatMember).
 */
export function promote(
  actor: Member,
  target: Member,
  wanted: Rights,
  is_anonymous: boolean,
  now_s: number,
  chat: Place,
  promoters: PromoterChain,
): Change {
  if (chat.type === "private") return refused("GROUPS_AND_CHANNELS_ONLY");
  const before = currentMember(target, now_s);
  const by = currentMember(actor, now_s);
  if (wanted === NO_RIGHTS && !is_anonymous) return demote(by, before, chat, promoters);
  const rights = wanted & RIGHTS_IN[chat.type];
  const refusal = promotionRefusal(by, before, rights, is_anonymous, chat, promoters);
  if (refusal !== null) return refused(refusal);
  const next = transition("promote", before.status);
  if (!next.ok) return next;
  // Note 2 of the table: a restricted member is promoted only while in the chat.
  if (!before.is_member) return refused("USER_NOT_PARTICIPANT");
  const isSame = before.rights === rights && before.is_anonymous === is_anonymous;
  if (before.status === "administrator" && isSame) return accepted(before, before);
  return accepted(before, {
    ...memberOf(before.account_id, next.status),
    rights,
    is_anonymous,
    custom_title: before.custom_title,
    promoted_by: by.account_id,
  });
}

function promotionRefusal(
  actor: Member,
  target: Member,
  rights: Rights,
  is_anonymous: boolean,
  chat: Place,
  promoters: PromoterChain,
): MemberRefusal | null {
  const lacks = rightRefusal(actor, RIGHTS.can_promote_members, "CANT_PROMOTE", chat.type);
  if (lacks !== null) return lacks;
  const beyond = rights & ~rightsOf(actor, chat.type);
  const mayBeAnonymous = actor.status === "creator" || actor.is_anonymous;
  if (beyond !== NO_RIGHTS || (is_anonymous && !mayBeAnonymous)) return "CANT_GRANT_RIGHTS";
  if (actor.account_id === target.account_id) return "CANT_PROMOTE_SELF";
  if (isProtected(actor, target, promoters)) return "CANT_EDIT_ADMINISTRATOR";
  // Note 5 of the table: an administrator is not restricted, so promoting lifts the restriction.
  const lifts = target.status === "restricted";
  return lifts ? rightRefusal(actor, RIGHTS.can_restrict_members, "CANT_RESTRICT", chat.type) : null;
}

/** Removes all rights; a member without rights is unchanged. Administrators may always demote themselves. */
function demote(actor: Member, before: Member, chat: Place, promoters: PromoterChain): Change {
  const self = actor.account_id === before.account_id;
  if (!(self && before.status === "administrator")) {
    const lacks = rightRefusal(actor, RIGHTS.can_promote_members, "CANT_PROMOTE", chat.type);
    if (lacks !== null) return refused(lacks);
    if (self) return refused("CANT_PROMOTE_SELF");
    if (isProtected(actor, before, promoters)) return refused("CANT_EDIT_ADMINISTRATOR");
  }
  const next = transition("demote", before.status);
  if (!next.ok) return next;
  return accepted(before, withStatus(before, next.status));
}
