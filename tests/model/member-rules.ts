/** The rules about members as an object, and faulty copies that the comparison with the model must detect. */
import { ban, restrict, unban } from "../../server/domain/members/change.ts";
import { setCustomTitle } from "../../server/domain/members/custom-title.ts";
import { currentMember, type Member, memberOf } from "../../server/domain/members/member.ts";
import type { Change } from "../../server/domain/members/outcome.ts";
import { transferOwnership } from "../../server/domain/members/ownership.ts";
import { ALL_PERMISSIONS, PERMISSIONS } from "../../server/domain/members/permissions.ts";
import { addMember, join, leave } from "../../server/domain/members/membership.ts";
import { promote } from "../../server/domain/members/promotion.ts";
import { approve, declineRefusal, joinRequestRefusal, staysOpen } from "../../server/domain/members/join-requests.ts";
import { RIGHTS } from "../../server/domain/members/rights.ts";

/** The rules as a parameter, so that a test can replace one by a faulty copy. */
export const RULES = {
  restrict,
  ban,
  unban,
  promote,
  join,
  leave,
  addMember,
  setCustomTitle,
  transferOwnership,
  joinRequestRefusal,
  approve,
  decline: declineRefusal,
  staysOpen,
  currentMember,
};
export type Rules = typeof RULES;

const asIfAbove = (actor: Member) => [actor.account_id];
const withoutHandover = (change: Change): Change => (change.ok ? { ...change, promoterReplacement: null } : change);

export const FAULTS: Readonly<Record<string, Partial<Rules>>> = {
  "time never passes": { currentMember: (member) => member },
  "a ban ends a second late": { currentMember: (member, now_s) => currentMember(member, now_s - 1) },
  "an end is kept as given": {
    ban: (actor, target, until_s, now_s, chat, above) => {
      const change = ban(actor, target, until_s, now_s, chat, above);
      return change.ok ? { ...change, member: { ...change.member, until: until_s } } : change;
    },
  },
  "any administrator can be banned": {
    ban: (actor, target, until_s, now_s, chat) => ban(actor, target, until_s, now_s, chat, asIfAbove(actor)),
  },
  "any administrator can be demoted": {
    promote: (actor, target, wanted, hidden, now_s, chat) =>
      promote(actor, target, wanted, hidden, now_s, chat, asIfAbove(actor)),
  },
  "only the direct promoter counts": {
    promote: (actor, target, wanted, hidden, now_s, chat, above) =>
      promote(actor, target, wanted, hidden, now_s, chat, above.slice(0, 1)),
  },
  "the creator can be restricted": {
    restrict: (actor, target, ...rest) =>
      restrict(actor, target.status === "creator" ? memberOf(target.account_id, "member") : target, ...rest),
  },
  "more can be given than one has": {
    promote: (actor, target, wanted, hidden, ...rest) => {
      const change = promote(actor, target, RIGHTS.can_manage_chat, hidden, ...rest);
      const rights = wanted & ~RIGHTS.can_post_messages;
      return change.ok && wanted !== 0 ? { ...change, member: { ...change.member, rights } } : change;
    },
  },
  "promoting lifts a restriction whoever does it": {
    promote: (actor, target, ...rest) =>
      promote(actor, target.status === "restricted" ? memberOf(target.account_id, "member") : target, ...rest),
  },
  "coming back by a link sheds a restriction": {
    join: (member, ...rest) =>
      join(member.status === "restricted" ? memberOf(member.account_id, "left") : member, ...rest),
  },
  "an approved request sheds a restriction": {
    approve: (actor, target, ...rest) =>
      approve(actor, target.status === "restricted" ? memberOf(target.account_id, "left") : target, ...rest),
  },
  "who was promoted stays with who is gone": {
    promote: (...given) => withoutHandover(promote(...given)),
    leave: (...given) => withoutHandover(leave(...given)),
  },
  "who is banned comes back": {
    join: (member, now_s, chat) => join(memberOf(member.account_id, "left"), now_s, chat),
  },
  "leaving sheds a restriction": {
    leave: (member, ...rest) => {
      const change = leave(member, ...rest);
      return change.ok ? { ...change, member: memberOf(member.account_id, "left") } : change;
    },
  },
  "only_if_banned is ignored": {
    unban: (actor, target, _only, ...rest) => unban(actor, target, false, ...rest),
  },
  "topics count among the eight": {
    restrict: (actor, target, wanted, ...rest) =>
      restrict(actor, target, wanted === ALL_PERMISSIONS ? wanted : wanted & ~PERMISSIONS.can_send_audios, ...rest),
  },
  "anybody invites": {
    addMember: (actor, ...rest) => addMember(memberOf(actor.account_id, "creator"), ...rest),
  },
  "whoever may invite answers requests": {
    approve: (actor, target, waiting, now_s, chat) =>
      addMember(actor, target, now_s, chat).ok
        ? approve(memberOf(0, "creator"), target, waiting, now_s, chat)
        : approve(actor, target, waiting, now_s, chat),
  },
  "who never asked is let in": {
    approve: (actor, target, _waiting, ...rest) => approve(actor, target, true, ...rest),
  },
  "who never asked is sent away": {
    decline: (actor, _waiting, ...rest) => declineRefusal(actor, true, ...rest),
  },
  "who is banned may ask": {
    joinRequestRefusal: (member, ...rest) =>
      joinRequestRefusal(member.is_member ? member : memberOf(member.account_id, "left"), ...rest),
  },
  "a request outlasts a ban": { staysOpen: (after) => !after.is_member },
  "a request outlasts coming in": { staysOpen: (after) => after.status !== "kicked" },
  "being restricted ends a request": { staysOpen: (after) => after.status === "left" },
  "titles follow the chain": {
    setCustomTitle: (actor, target, ...rest) =>
      setCustomTitle(actor, { ...target, promoted_by: actor.account_id }, ...rest),
  },
  "an owner gives the chat to somebody outside": {
    transferOwnership: (actor, target, ...rest) => transferOwnership(actor, { ...target, is_member: true }, ...rest),
  },
};
