/** Custom titles: valid titles, and who may set them (interface.md, setChatAdministratorCustomTitle). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasEmoji, titleRefusal, setCustomTitle } from "./custom-title.ts";
import { type Member, memberOf } from "./member.ts";
import { ALL_RIGHTS, RIGHTS } from "./rights.ts";

const NOW = 1_700_000_000;
const GROUP = { type: "supergroup" } as const;

describe("titleRefusal", () => {
  test.each([
    "",
    "helper",
    "1234567890123456",
    "𝔘".repeat(16),
    "Größe № 1 #*",
    "संपादक",
    "مدیر\u200Cگروه",
    "e\u0301ditor",
    "good 👍",
  ])("allows %j", (title) => {
    expect(titleRefusal(title)).toBeNull();
  });

  test.each([
    ["12345678901234567", "TITLE_TOO_LONG"],
    ["𝔘".repeat(17), "TITLE_TOO_LONG"],
    ["a\nb", "TITLE_HAS_CONTROL_CHARACTER"],
    ["a\tb", "TITLE_HAS_CONTROL_CHARACTER"],
    ["\0", "TITLE_HAS_CONTROL_CHARACTER"],
    ["a\u0085b", "TITLE_HAS_CONTROL_CHARACTER"],
    ["a\u2028b", "TITLE_HAS_CONTROL_CHARACTER"],
    ["\u202Enimda", "TITLE_HAS_CONTROL_CHARACTER"],
    ["\uD800", "TITLE_HAS_CONTROL_CHARACTER"],
  ])("refuses %j: %s", (title, refusal) => {
    expect(titleRefusal(title)).toBe(refusal);
  });

  test("the length is counted in code points", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 24 }), (title) => {
        const tooLong = Array.from(title).length > 16;
        expect(titleRefusal(title) === "TITLE_TOO_LONG").toBe(tooLong);
      }),
    );
  });
});

test.each(["good 👍", "👩‍🚀", "🇩🇪", "🇩", "1\uFE0F\u20E3", "1\u20E3", "❤", "\u{1F3FD}"])("%j has an emoji", (title) => {
  expect(hasEmoji(title)).toBe(true);
});

test.each(["", "helper", "Größe № 1 #*", "𝔘", "مدیر\u200Cگروه"])("%j has no emoji", (title) => {
  expect(hasEmoji(title)).toBe(false);
});

describe("setCustomTitle", () => {
  const creator = memberOf(1, "creator");
  const admin: Member = { ...memberOf(2, "administrator"), rights: ALL_RIGHTS, promoted_by: 1 };
  const theirs: Member = { ...memberOf(3, "administrator"), rights: RIGHTS.can_manage_chat, promoted_by: 2 };
  const below: Member = { ...memberOf(4, "administrator"), rights: RIGHTS.can_manage_chat, promoted_by: 3 };
  const plain = memberOf(5, "member");

  test.each([
    ["the creator their own", creator, creator, null],
    ["the creator an administrator's", creator, admin, null],
    ["the creator one's whom another promoted", creator, theirs, null],
    ["an administrator one's whom they promoted", admin, theirs, null],
    ["a promoter without the right to promote", { ...admin, rights: RIGHTS.can_manage_chat }, theirs, null],
    ["an administrator one's further down", admin, below, "CANT_EDIT_TITLE"],
    ["an administrator their own", admin, admin, "CANT_EDIT_TITLE"],
    ["an administrator their promoter's", theirs, admin, "CANT_EDIT_TITLE"],
    ["an administrator the creator's", admin, creator, "OWNER_EDITS_OWN_TITLE"],
    ["a member an administrator's", plain, admin, "CANT_EDIT_TITLE"],
    ["somebody outside an administrator's", memberOf(6, "left"), admin, "NOT_A_MEMBER"],
    ["somebody banned an administrator's", memberOf(6, "kicked"), admin, "KICKED"],
    ["a member a member's", plain, memberOf(6, "member"), "CANT_EDIT_TITLE"],
    ...(["member", "restricted", "left", "kicked"] as const).flatMap((status) => [
      [`the creator a ${status}'s`, creator, memberOf(6, status), "NOT_AN_ADMINISTRATOR"],
      [`an administrator a ${status}'s`, admin, memberOf(6, status), "NOT_AN_ADMINISTRATOR"],
    ]),
  ] as [string, Member, Member, string | null][])("%s", (_name, actor, target, refusal) => {
    const change = setCustomTitle(actor, target, "helper", NOW, GROUP);
    const member = { ...target, custom_title: "helper" };
    const changed = { ok: true, member, changed: true, promoterReplacement: null };
    expect(change).toEqual(refusal === null ? changed : { ok: false, refusal });
  });

  test("an empty title clears it, and the same one changes nothing", () => {
    const titled = { ...admin, custom_title: "helper" };
    expect(setCustomTitle(creator, titled, "", NOW, GROUP)).toMatchObject({ changed: true, member: admin });
    expect(setCustomTitle(creator, titled, "helper", NOW, GROUP)).toMatchObject({ ok: true, changed: false });
  });

  test.each(["channel", "private"] as const)("there are no titles in a %s", (type) => {
    expect(setCustomTitle(creator, admin, "helper", NOW, { type })).toMatchObject({ refusal: "SUPERGROUPS_ONLY" });
  });

  test("an invalid title is refused for every actor", () => {
    expect(setCustomTitle(plain, admin, "a\nb", NOW, GROUP)).toMatchObject({
      refusal: "TITLE_HAS_CONTROL_CHARACTER",
    });
  });
});
