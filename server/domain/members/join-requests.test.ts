/** Join requests: who may ask, who may answer, and what closes a request (join-requests.md). */
import { describe, expect, test } from "vitest";
import { type Member, memberOf } from "./member.ts";
import { ALL_PERMISSIONS, NO_PERMISSIONS } from "./permissions.ts";
import { approve, declineRefusal, joinRequestRefusal, staysOpen } from "./join-requests.ts";
import { ALL_RIGHTS, RIGHTS } from "./rights.ts";

const NOW = 1_700_000_000;
const restricted: Member = { ...memberOf(2, "restricted"), permissions: NO_PERMISSIONS };
const away: Member = { ...restricted, is_member: false };
const left = memberOf(2, "left");
const banned: Member = { ...memberOf(2, "kicked"), until: NOW + 60 };
const administrator = (rights: number): Member => ({ ...memberOf(1, "administrator"), rights, promoted_by: 9 });
const inviter = administrator(RIGHTS.can_manage_chat | RIGHTS.can_invite_users);

describe.each([
  { type: "supergroup", permissions: ALL_PERMISSIONS },
  { type: "channel", permissions: ALL_PERMISSIONS },
] as const)("in a $type", (chat) => {
  test.each([
    ["who left", left, NOW, null],
    ["who is gone with a restriction", away, NOW, null],
    ["who is banned", banned, NOW + 59, "KICKED"],
    ["whose ban is over", banned, NOW + 60, null],
    ["a member", memberOf(2, "member"), NOW, "USER_ALREADY_PARTICIPANT"],
    ["a restricted member", restricted, NOW, "USER_ALREADY_PARTICIPANT"],
    ["the creator", memberOf(2, "creator"), NOW, "USER_ALREADY_PARTICIPANT"],
  ] as const)("%s may ask, or not", (_who, member, now_s, refusal) => {
    expect(joinRequestRefusal(member, now_s, chat)).toBe(refusal);
  });

  test.each([
    ["the creator", memberOf(1, "creator"), null],
    ["an administrator with the right", inviter, null],
    ["one with all but it", administrator(ALL_RIGHTS & ~RIGHTS.can_invite_users), "CANT_ANSWER_REQUESTS"],
    ["a member, who may invite in groups", memberOf(1, "member"), "CANT_ANSWER_REQUESTS"],
    ["somebody outside", memberOf(1, "left"), "NOT_A_MEMBER"],
  ] as const)("%s may answer, or not", (_who, actor, refusal) => {
    expect(declineRefusal(actor, true, NOW, chat)).toBe(refusal);
    const change = approve(actor, left, true, NOW, chat);
    expect(change).toMatchObject(refusal === null ? { changed: true, member: memberOf(2, "member") } : { refusal });
  });

  test("without an open request, or for a member, an answer is refused", () => {
    expect(declineRefusal(inviter, false, NOW, chat)).toBe("HIDE_REQUESTER_MISSING");
    for (const target of [left, restricted])
      expect(approve(inviter, target, false, NOW, chat)).toMatchObject({ refusal: "HIDE_REQUESTER_MISSING" });
  });

  test("an approved person keeps an unexpired restriction", () => {
    expect(approve(inviter, away, true, NOW, chat)).toMatchObject({ changed: true, member: restricted });
  });
});

test("joining and being banned close a request", () => {
  expect([left, away].map(staysOpen)).toEqual([true, true]);
  expect([memberOf(2, "member"), restricted, banned].map(staysOpen)).toEqual([false, false, false]);
});

test("private chats have no join requests", () => {
  expect(joinRequestRefusal(left, NOW, { type: "private" })).toBe("GROUPS_AND_CHANNELS_ONLY");
});
