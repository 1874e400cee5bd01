/** Transfer of ownership, and promoter chains (behaviour.md §3, notes 3 and 4). */
import { describe, expect, test } from "vitest";
import { canBeEdited, rightsOf } from "./authority.ts";
import { type Member, memberOf, type Status } from "./member.ts";
import { transferOwnership } from "./ownership.ts";
import { ALL_RIGHTS, NO_RIGHTS, RIGHTS, RIGHTS_IN } from "./rights.ts";

const NOW = 1_700_000_000;
const creator: Member = { ...memberOf(1, "creator"), custom_title: "captain", is_anonymous: true };
const administrator: Member = {
  ...memberOf(2, "administrator"),
  rights: ALL_RIGHTS,
  promoted_by: 1,
  custom_title: "mate",
};
const STATUSES: readonly Status[] = ["administrator", "member", "restricted", "left", "kicked"];

describe.each(["supergroup", "channel"] as const)("ownership of a %s", (type) => {
  test("the former owner becomes an administrator with every right, promoted by the new owner", () => {
    const transfer = transferOwnership(creator, administrator, NOW, { type });
    expect(transfer).toEqual({
      ok: true,
      from: { ...creator, status: "administrator", rights: RIGHTS_IN[type], promoted_by: 2 },
      to: { ...memberOf(2, "creator"), custom_title: "mate" },
    });
  });

  test("only somebody in the chat can become the owner", () => {
    const restricted = { ...memberOf(2, "restricted"), permissions: 0 };
    for (const target of [memberOf(2, "member"), restricted]) {
      expect(transferOwnership(creator, target, NOW, { type })).toMatchObject({ to: memberOf(2, "creator") });
    }
    for (const target of [memberOf(2, "left"), memberOf(2, "kicked"), { ...restricted, is_member: false }]) {
      expect(transferOwnership(creator, target, NOW, { type })).toMatchObject({ refusal: "USER_NOT_PARTICIPANT" });
    }
  });

  test.each(STATUSES)("only the creator can transfer the chat: %s", (status) => {
    const refusals: Partial<Record<Status, string>> = { left: "NOT_A_MEMBER", kicked: "KICKED" };
    const actor = { ...memberOf(3, status), rights: status === "administrator" ? ALL_RIGHTS : NO_RIGHTS };
    const refusal = refusals[status] ?? "OWNER_ONLY";
    expect(transferOwnership(actor, administrator, NOW, { type })).toEqual({ ok: false, refusal });
  });

  test("not to oneself", () => {
    expect(transferOwnership(creator, creator, NOW, { type })).toMatchObject({ refusal: "ALREADY_OWNER" });
  });
});

test("a private chat has no owner", () => {
  const refused = { ok: false, refusal: "GROUPS_AND_CHANNELS_ONLY" };
  expect(transferOwnership(creator, administrator, NOW, { type: "private" })).toEqual(refused);
});

describe("rightsOf", () => {
  test.each(STATUSES.filter((status) => status !== "administrator"))("none: %s", (status) => {
    expect(rightsOf({ ...memberOf(1, status), rights: ALL_RIGHTS }, "supergroup")).toBe(NO_RIGHTS);
  });

  test.each(["private", "supergroup", "channel"] as const)("never more rights than exist in a %s", (type) => {
    expect(rightsOf(creator, type)).toBe(RIGHTS_IN[type]);
    expect(rightsOf(administrator, type)).toBe(RIGHTS_IN[type]);
    expect(rightsOf({ ...administrator, rights: NO_RIGHTS }, type)).toBe(RIGHTS.can_manage_chat & RIGHTS_IN[type]);
  });
});

describe("canBeEdited", () => {
  const chief: Member = { ...memberOf(3, "administrator"), rights: RIGHTS.can_promote_members, promoted_by: 1 };
  const below: Member = { ...memberOf(4, "administrator"), rights: RIGHTS.can_manage_chat, promoted_by: 3 };

  test.each([
    ["the creator anybody", creator, below, [3, 1], true],
    ["the promoter", chief, below, [3, 1], true],
    ["somebody above the promoter", administrator, below, [3, 2, 1], true],
    ["the promoter without the right to promote", { ...chief, rights: NO_RIGHTS }, below, [3, 1], false],
    ["somebody beside", administrator, below, [3, 1], false],
    ["somebody below", below, chief, [1], false],
    ["oneself", chief, chief, [1], false],
    ["the creator themselves", creator, creator, [], false],
    ["a member", memberOf(9, "member"), below, [3, 1], false],
    ["what is no administrator", creator, memberOf(9, "member"), [], false],
  ] as [string, Member, Member, number[], boolean][])("%s", (_name, viewer, target, promoters, editable) => {
    expect(canBeEdited(viewer, target, promoters, "supergroup")).toBe(editable);
  });
});
