/** Joining, being added, and leaving (behaviour.md §3). */
import { describe, expect, test } from "vitest";
import { type Member, memberOf, type Status } from "./member.ts";
import { ALL_PERMISSIONS, NO_PERMISSIONS, PERMISSIONS } from "./permissions.ts";
import { addMember, join, leave } from "./membership.ts";
import { ALL_RIGHTS, RIGHTS } from "./rights.ts";

const NOW = 1_700_000_000;
const GROUP = { type: "supergroup", permissions: ALL_PERMISSIONS } as const;
const CHANNEL = { type: "channel", permissions: ALL_PERMISSIONS } as const;
const restricted: Member = { ...memberOf(2, "restricted"), permissions: NO_PERMISSIONS, until: NOW + 60 };
const away: Member = { ...restricted, is_member: false };
const administrator: Member = { ...memberOf(2, "administrator"), rights: RIGHTS.can_manage_chat, promoted_by: 1 };

describe.each([GROUP, CHANNEL])("in a $type", (chat) => {
  test("joining makes a member, and an unexpired restriction stays", () => {
    expect(join(memberOf(2, "left"), NOW, chat)).toMatchObject({ changed: true, member: memberOf(2, "member") });
    expect(join(away, NOW, chat)).toMatchObject({ changed: true, member: restricted });
    expect(join(away, NOW + 60, chat)).toMatchObject({ member: memberOf(2, "member") });
  });

  test("a banned account can join only after the ban has expired", () => {
    const kicked = { ...memberOf(2, "kicked"), until: NOW + 60 };
    expect(join(kicked, NOW + 59, chat)).toEqual({ ok: false, refusal: "KICKED" });
    expect(join(kicked, NOW + 60, chat)).toMatchObject({ member: memberOf(2, "member") });
    expect(join(memberOf(2, "kicked"), Number.MAX_SAFE_INTEGER, chat)).toEqual({ ok: false, refusal: "KICKED" });
  });

  test.each(["creator", "administrator", "member"] as Status[])("joining again changes nothing: %s", (status) => {
    const member = memberOf(2, status);
    expect(join(member, NOW, chat)).toEqual({ ok: true, member, changed: false, promoterReplacement: null });
    expect(join(restricted, NOW, chat)).toMatchObject({ changed: false });
  });

  test("leaving and joining again keeps a restriction and loses rights", () => {
    const left = leave(restricted, NOW, chat);
    expect(left).toMatchObject({ changed: true, member: away, promoterReplacement: null });
    const gone = leave(administrator, NOW, chat);
    expect(gone).toMatchObject({ member: memberOf(2, "left"), promoterReplacement: { from: 2, to: 1 } });
  });

  test("when the creator leaves, the chat has no owner", () => {
    const change = leave(memberOf(2, "creator"), NOW, chat);
    expect(change).toMatchObject({ member: memberOf(2, "left"), promoterReplacement: { from: 2, to: null } });
  });

  test("an account outside the chat cannot leave", () => {
    expect(leave(memberOf(2, "left"), NOW, chat)).toMatchObject({ refusal: "NOT_A_MEMBER" });
    expect(leave(away, NOW, chat)).toMatchObject({ refusal: "NOT_A_MEMBER" });
    expect(leave(memberOf(2, "kicked"), NOW, chat)).toMatchObject({ refusal: "KICKED" });
  });
});

describe("addMember", () => {
  const inviter: Member = { ...memberOf(1, "administrator"), rights: RIGHTS.can_invite_users, promoted_by: 9 };
  const closed = { ...GROUP, permissions: ALL_PERMISSIONS & ~PERMISSIONS.can_invite_users };

  test("needs the permission or the right to invite", () => {
    const target = memberOf(2, "left");
    const mayNot = { ...inviter, rights: ALL_RIGHTS & ~RIGHTS.can_invite_users };
    for (const actor of [memberOf(1, "creator"), inviter, memberOf(1, "member")]) {
      expect(addMember(actor, target, NOW, GROUP)).toMatchObject({ ok: true, member: memberOf(2, "member") });
    }
    for (const actor of [mayNot, memberOf(1, "member"), { ...memberOf(1, "restricted"), permissions: 0 }]) {
      expect(addMember(actor, target, NOW, closed)).toEqual({ ok: false, refusal: "CANT_INVITE" });
    }
    expect(addMember(memberOf(1, "member"), target, NOW, CHANNEL)).toEqual({ ok: false, refusal: "CANT_INVITE" });
    expect(addMember(memberOf(1, "left"), target, NOW, GROUP)).toEqual({ ok: false, refusal: "NOT_A_MEMBER" });
  });

  test("lifts neither ban nor restriction", () => {
    expect(addMember(inviter, memberOf(2, "kicked"), NOW, GROUP)).toEqual({ ok: false, refusal: "USER_KICKED" });
    expect(addMember(inviter, away, NOW, GROUP)).toMatchObject({ ok: true, member: restricted });
  });

  test("does not change a member", () => {
    for (const member of [memberOf(2, "creator"), administrator, memberOf(2, "member"), restricted]) {
      expect(addMember(inviter, member, NOW, GROUP)).toEqual({
        ok: true,
        member,
        changed: false,
        promoterReplacement: null,
      });
    }
  });
});

test("nobody joins, leaves or is added in a private chat", () => {
  const chat = { type: "private", permissions: ALL_PERMISSIONS } as const;
  const refused = { ok: false, refusal: "GROUPS_AND_CHANNELS_ONLY" };
  expect(join(memberOf(2, "left"), NOW, chat)).toEqual(refused);
  expect(leave(memberOf(2, "member"), NOW, chat)).toEqual(refused);
  expect(addMember(memberOf(1, "member"), memberOf(2, "left"), NOW, chat)).toEqual(refused);
});
