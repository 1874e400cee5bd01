/** Who may make whom an administrator, and with which rights (behaviour.md §3). */
import type { Chat } from "../chats.ts";
import { type Ancestry, isProtected, lacksRight, rightsOf } from "./authority.ts";
import { become, currentMember, type Member, memberOf } from "./member.ts";
import { accepted, type Change, refused } from "./outcome.ts";
import type { MemberRefusal } from "./refusals.ts";
import { NO_RIGHTS, RIGHTS, RIGHTS_IN, type Rights } from "./rights.ts";
import { follow } from "./transitions.ts";

type Place = Pick<Chat, "type">;

/**
 * Makes `target` an administrator with exactly the rights `wanted`, or a plain member when nothing
 * is wanted. Rights that the kind of chat does not know are ignored; any right implies
 * `can_manage_chat`. Whoever last gave rights is the promoter (interface.md, promoteChatMember).
 */
export function promote(
  actor: Member,
  target: Member,
  wanted: Rights,
  is_anonymous: boolean,
  now_s: number,
  chat: Place,
  above: Ancestry,
): Change {
  if (chat.type === "private") return refused("GROUPS_AND_CHANNELS_ONLY");
  const before = currentMember(target, now_s);
  const by = currentMember(actor, now_s);
  if (wanted === NO_RIGHTS && !is_anonymous) return demote(by, before, chat, above);
  const rights = (wanted | RIGHTS.can_manage_chat) & RIGHTS_IN[chat.type];
  const refusal = refusePromotion(by, before, rights, is_anonymous, chat, above);
  if (refusal !== null) return refused(refusal);
  const next = follow("promote", before.status);
  if (!next.ok) return next;
  // Note 2 of the table: a restricted member is promoted only while in the chat.
  if (!before.is_member) return refused("USER_NOT_PARTICIPANT");
  if (before.rights === rights && before.is_anonymous === is_anonymous) return accepted(before, before);
  return accepted(before, {
    ...memberOf(before.account_id, next.status),
    rights,
    is_anonymous,
    custom_title: before.custom_title,
    promoted_by: by.account_id,
  });
}

function refusePromotion(
  actor: Member,
  target: Member,
  rights: Rights,
  is_anonymous: boolean,
  chat: Place,
  above: Ancestry,
): MemberRefusal | null {
  const lacks = lacksRight(actor, RIGHTS.can_promote_members, "CANT_PROMOTE", chat.type);
  if (lacks !== null) return lacks;
  const beyond = rights & ~rightsOf(actor, chat.type);
  const mayHide = actor.status === "creator" || actor.is_anonymous;
  if (beyond !== NO_RIGHTS || (is_anonymous && !mayHide)) return "CANT_GRANT_RIGHTS";
  if (actor.account_id === target.account_id) return "CANT_PROMOTE_SELF";
  if (isProtected(actor, target, above)) return "CANT_EDIT_ADMINISTRATOR";
  // Note 5 of the table: an administrator is not restricted, so to promote is to lift the restriction.
  const lifts = target.status === "restricted";
  return lifts ? lacksRight(actor, RIGHTS.can_restrict_members, "CANT_RESTRICT", chat.type) : null;
}

/** Takes all rights away; who has none stays as they are. Administrators may do it to themselves, whatever rights they have. */
function demote(actor: Member, before: Member, chat: Place, above: Ancestry): Change {
  const self = actor.account_id === before.account_id;
  if (!(self && before.status === "administrator")) {
    const lacks = lacksRight(actor, RIGHTS.can_promote_members, "CANT_PROMOTE", chat.type);
    if (lacks !== null) return refused(lacks);
    if (self) return refused("CANT_PROMOTE_SELF");
    if (isProtected(actor, before, above)) return refused("CANT_EDIT_ADMINISTRATOR");
  }
  const next = follow("demote", before.status);
  if (!next.ok) return next;
  return accepted(before, become(before, next.status));
}
