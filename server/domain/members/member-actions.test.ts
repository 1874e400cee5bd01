/** The actions offered on a member are those that the rules allow. */
import { describe, expect, test } from "vitest";
import { type Member, memberOf } from "./member.ts";
import { ALL_RIGHTS, RIGHTS } from "./rights.ts";
import { memberActions } from "./member-actions.ts";

const NOW = 1_700_000_000;
const GROUP = { type: "supergroup" } as const;
const owner = memberOf(1, "creator");
const member = memberOf(4, "member");

function administrator(account_id: number, rights: number, promoted_by: number): Member {
  return { ...memberOf(account_id, "administrator"), rights, promoted_by };
}

describe("actions on a member", () => {
  const first = administrator(2, ALL_RIGHTS, 1);
  const second = administrator(3, RIGHTS.can_restrict_members, 2);

  test("the owner may take every action that applies to a member", () => {
    expect(memberActions(owner, member, NOW, GROUP, [])).toEqual({
      restrict: null,
      ban: null,
      unban: null,
      promote: null,
      demote: null,
      set_title: "NOT_AN_ADMINISTRATOR",
      transfer_ownership: null,
    });
  });

  test("a promoter may demote the administrator they promoted, but not the other way round", () => {
    expect(memberActions(first, second, NOW, GROUP, [2, 1])).toMatchObject({
      ban: null,
      demote: null,
      set_title: null,
    });
    expect(memberActions(second, first, NOW, GROUP, [1])).toMatchObject({
      restrict: "USER_IS_ADMINISTRATOR",
      ban: "USER_IS_ADMINISTRATOR",
      demote: "CANT_PROMOTE",
      transfer_ownership: "OWNER_ONLY",
    });
  });

  test("a member gets the missing right as the refusal, and no action applies to oneself", () => {
    expect(memberActions(member, owner, NOW, GROUP, [])).toMatchObject({
      ban: "CANT_RESTRICT",
      promote: "CANT_PROMOTE",
    });
    expect(memberActions(first, first, NOW, GROUP, [1])).toMatchObject({
      ban: "CANT_RESTRICT_SELF",
      promote: "CANT_PROMOTE_SELF",
      demote: null,
    });
  });

  test("channels have neither restrictions nor titles", () => {
    expect(memberActions(owner, member, NOW, { type: "channel" }, [])).toMatchObject({
      restrict: "SUPERGROUPS_ONLY",
      set_title: "SUPERGROUPS_ONLY",
      ban: null,
    });
  });
});
