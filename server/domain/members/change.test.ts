/** Changing members: every status of actor and target, operation, right and type of chat (behaviour.md §3). */
import { describe, expect, test } from "vitest";
import type { ChatType } from "../chats.ts";
import { ban, restrict, unban } from "./change.ts";
import { type Member, memberOf, type Status } from "./member.ts";
import type { Change } from "./outcome.ts";
import { ALL_PERMISSIONS, NO_PERMISSIONS } from "./permissions.ts";
import { promote } from "./promotion.ts";
import { MEMBER_REFUSALS } from "./refusals.ts";
import { ALL_RIGHTS, NO_RIGHTS, RIGHTS, type Rights, RIGHTS_IN } from "./rights.ts";

const NOW = 1_700_000_000;
const ACTOR = 1;
const TARGET = 2;
const BETWEEN = 3;
const ELSEWHERE = 4;
const EVERY_RIGHT = Object.values(RIGHTS);
const TYPES: readonly ChatType[] = ["private", "supergroup", "channel"];
const STATUSES: readonly Status[] = ["creator", "administrator", "member", "restricted", "left", "kicked"];

type Operation = "restrict" | "ban" | "unban" | "unban_if_banned" | "demote" | { readonly grant: Rights };

const OPERATIONS: readonly Operation[] = [
  "restrict",
  "ban",
  "unban",
  "unban_if_banned",
  "demote",
  ...[...EVERY_RIGHT, ALL_RIGHTS].map((grant) => ({ grant })),
];

function apply(
  operation: Operation,
  actor: Member,
  target: Member,
  type: ChatType,
  promoters: readonly number[],
): Change {
  const chat = { type };
  switch (operation) {
    case "restrict":
      return restrict(actor, target, NO_PERMISSIONS, 0, NOW, chat, promoters);
    case "ban":
      return ban(actor, target, 0, NOW, chat, promoters);
    case "unban":
    case "unban_if_banned":
      return unban(actor, target, operation === "unban_if_banned", NOW, chat, promoters);
    case "demote":
      return promote(actor, target, NO_RIGHTS, false, NOW, chat, promoters);
    default:
      return promote(actor, target, operation.grant, false, NOW, chat, promoters);
  }
}

/** Every kind of caller: administrators without rights, with each right alone, with all, and with all except each. */
function callers(): Member[] {
  const sets = [NO_RIGHTS, ALL_RIGHTS, ...EVERY_RIGHT, ...EVERY_RIGHT.map((right) => ALL_RIGHTS & ~right)];
  const administrators = sets.map((rights) => ({
    ...memberOf(ACTOR, "administrator"),
    rights,
    promoted_by: ELSEWHERE,
  }));
  const others = STATUSES.filter((status) => status !== "administrator").map((status) => memberOf(ACTOR, status));
  return [...administrators, ...others, { ...memberOf(ACTOR, "restricted"), is_member: false }];
}

interface Meeting {
  readonly target: Member;
  /** Who stands above the target, from its promoter to the top. */
  readonly above: readonly number[];
  readonly actorIsAbove: boolean;
}

function meetings(): Meeting[] {
  const chains = [[ACTOR, ELSEWHERE], [BETWEEN, ACTOR, ELSEWHERE], [BETWEEN, ELSEWHERE], []];
  const administrators = chains.map((promoters) => ({
    target: { ...memberOf(TARGET, "administrator"), rights: RIGHTS.can_manage_chat, promoted_by: promoters[0] ?? null },
    above: promoters,
    actorIsAbove: promoters.includes(ACTOR),
  }));
  const others = STATUSES.filter((status) => status !== "administrator").map((status) => memberOf(TARGET, status));
  const outside = { ...memberOf(TARGET, "restricted"), is_member: false };
  return [...administrators, ...[...others, outside].map((target) => ({ target, above: [], actorIsAbove: false }))];
}

/** The expected code by behaviour.md; 200 for success. */
function promised(operation: Operation, type: ChatType, actor: Member, meeting: Meeting): number {
  if (type === "private" || (operation === "restrict" && type === "channel")) return 400;
  const { target, actorIsAbove } = meeting;
  const self = actor.account_id === target.account_id;
  const promoting = typeof operation === "object" || operation === "demote";
  if (operation === "demote" && self && actor.status === "administrator") return 200;
  const needed = promoting ? RIGHTS.can_promote_members : RIGHTS.can_restrict_members;
  const held = actor.status === "creator" ? ALL_RIGHTS : actor.status === "administrator" ? actor.rights : 0;
  if ((held & needed) === 0) return 403;
  if (typeof operation === "object") {
    const granted = operation.grant & RIGHTS_IN[type] & ~RIGHTS.can_manage_chat;
    if ((granted & ~held) !== 0) return 403;
  }
  if (self) return 400;
  const lifts = typeof operation === "object" && target.status === "restricted";
  if (lifts && (held & RIGHTS.can_restrict_members) === 0) return 403;
  if (operation === "unban_if_banned" && target.status !== "kicked") return 200;
  if (target.status === "creator") return 400;
  if (target.status === "administrator" && actor.status !== "creator" && !actorIsAbove) return 403;
  return typeof operation === "object" && !target.is_member ? 400 : 200;
}

const codeOf = (change: Change): number => (change.ok ? 200 : MEMBER_REFUSALS[change.refusal].code);

describe.each(TYPES)("in a %s", (type) => {
  test.each(OPERATIONS)("every actor with every target: %o", (operation) => {
    const seen = new Set<number>();
    const wrong: object[] = [];
    for (const actor of callers()) {
      const self: Meeting = { target: actor, above: [ELSEWHERE], actorIsAbove: false };
      for (const meeting of [...meetings(), self]) {
        const change = apply(operation, actor, meeting.target, type, meeting.above);
        const code = promised(operation, type, actor, meeting);
        seen.add(code);
        if (codeOf(change) !== code) wrong.push({ actor, meeting, change, code });
      }
    }
    expect(wrong).toEqual([]);
    const all = type === "private" || (type === "channel" && operation === "restrict") ? [400] : [200, 400, 403];
    expect([...seen].toSorted()).toEqual(all);
  });

  test("nobody gets a right that the promoter does not have", () => {
    for (const actor of callers()) {
      for (const { target, above: promoters } of meetings()) {
        for (const wanted of [...EVERY_RIGHT, ALL_RIGHTS, RIGHTS.can_pin_messages | RIGHTS.can_change_info]) {
          const change = promote(actor, target, wanted, false, NOW, { type }, promoters);
          if (!change.ok || actor.status === "creator") continue;
          expect(change.member.rights & ~(actor.rights | RIGHTS.can_manage_chat)).toBe(0);
          expect(change.member.rights & ~RIGHTS_IN[type]).toBe(0);
        }
      }
    }
  });
});

describe("refusals", () => {
  const group = { type: "supergroup" } as const;
  const creator = memberOf(ACTOR, "creator");
  const guard = { ...memberOf(ACTOR, "administrator"), rights: RIGHTS.can_restrict_members, promoted_by: ELSEWHERE };
  const chief = { ...guard, rights: RIGHTS.can_promote_members };
  const plain = memberOf(TARGET, "member");
  const other = { ...memberOf(TARGET, "administrator"), rights: RIGHTS.can_manage_chat, promoted_by: BETWEEN };
  const outcome = (change: Change) => (change.ok ? "ok" : change.refusal);

  test.each([
    ["a group's method elsewhere", restrict(creator, plain, 0, 0, NOW, { type: "channel" }, []), "SUPERGROUPS_ONLY"],
    ["no group at all", ban(creator, plain, 0, NOW, { type: "private" }, []), "GROUPS_AND_CHANNELS_ONLY"],
    ["a caller from outside", ban(memberOf(ACTOR, "left"), plain, 0, NOW, group, []), "NOT_A_MEMBER"],
    ["a banned caller", ban(memberOf(ACTOR, "kicked"), plain, 0, NOW, group, []), "KICKED"],
    ["no right to restrict", unban(chief, plain, false, NOW, group, []), "CANT_RESTRICT"],
    ["no right to promote", promote(guard, plain, RIGHTS.can_manage_chat, false, NOW, group, []), "CANT_PROMOTE"],
    ["more than one has", promote(chief, plain, ALL_RIGHTS, false, NOW, group, []), "CANT_GRANT_RIGHTS"],
    ["anonymity one has not", promote(chief, plain, 0, true, NOW, group, []), "CANT_GRANT_RIGHTS"],
    ["anonymity from the anonymous", promote({ ...chief, is_anonymous: true }, plain, 0, true, NOW, group, []), "ok"],
    ["anonymity from the creator", promote(creator, plain, 0, true, NOW, group, []), "ok"],
    ["oneself restricted", restrict(guard, guard, 0, 0, NOW, group, []), "CANT_RESTRICT_SELF"],
    ["oneself promoted", promote(chief, chief, RIGHTS.can_manage_chat, false, NOW, group, []), "CANT_PROMOTE_SELF"],
    ["oneself demoted", promote(guard, guard, 0, false, NOW, group, []), "ok"],
    ["the creator demoted by themselves", promote(creator, creator, 0, false, NOW, group, []), "CANT_PROMOTE_SELF"],
    ["the creator banned", ban(guard, memberOf(TARGET, "creator"), 0, NOW, group, []), "CANT_REMOVE_OWNER"],
    ["another's administrator banned", ban(guard, other, 0, NOW, group, [BETWEEN]), "USER_IS_ADMINISTRATOR"],
    ["another's administrator demoted", promote(chief, other, 0, false, NOW, group, []), "CANT_EDIT_ADMINISTRATOR"],
    ["the absent", promote(creator, memberOf(TARGET, "left"), 1, false, NOW, group, []), "USER_NOT_PARTICIPANT"],
  ] as [string, Change, string][])("%s", (_name, change, expected) => {
    expect(outcome(change)).toBe(expected);
  });

  test("the error texts of behaviour.md", () => {
    const words = (refusal: keyof typeof MEMBER_REFUSALS) => MEMBER_REFUSALS[refusal].text;
    expect(words("CANT_EDIT_ADMINISTRATOR")).toBe("not enough rights");
    expect(words("USER_IS_ADMINISTRATOR")).toContain("user is an administrator of the chat");
    expect(words("CANT_REMOVE_OWNER")).toBe("can't remove chat owner");
    expect(words("CANT_RESTRICT_SELF")).toBe("can't restrict self");
    for (const { code, text } of Object.values(MEMBER_REFUSALS)) {
      // Bots drop a chat from broadcasts after a 403 with these texts, so no other refusal may use them.
      expect(text).not.toContain("blocked");
      expect([text, code]).toEqual([text, text.startsWith("not enough rights") ? 403 : code]);
    }
  });
});

describe("effects of a change", () => {
  const group = { type: "supergroup" } as const;
  const creator = memberOf(ACTOR, "creator");
  const middle = { ...memberOf(BETWEEN, "administrator"), rights: RIGHTS.can_promote_members, promoted_by: ACTOR };
  const helper = { ...memberOf(TARGET, "administrator"), rights: RIGHTS.can_manage_chat, promoted_by: BETWEEN };

  test("a former administrator's promoter becomes the promoter of those they promoted", () => {
    const ends = [
      promote(creator, middle, NO_RIGHTS, false, NOW, group, [ACTOR]),
      promote(middle, middle, NO_RIGHTS, false, NOW, group, [ACTOR]),
      ban(creator, middle, 0, NOW, group, [ACTOR]),
      unban(creator, middle, false, NOW, group, [ACTOR]),
      restrict(creator, middle, NO_PERMISSIONS, 0, NOW, group, [ACTOR]),
      restrict(creator, middle, ALL_PERMISSIONS, 0, NOW, group, [ACTOR]),
    ];
    for (const change of ends)
      expect(change).toMatchObject({ ok: true, promoterReplacement: { from: BETWEEN, to: ACTOR } });
  });

  test("other changes replace no promoter", () => {
    const stays = promote(creator, middle, RIGHTS.can_pin_messages, false, NOW, group, [ACTOR]);
    expect(stays).toMatchObject({ ok: true, changed: true, promoterReplacement: null });
    expect(ban(creator, memberOf(TARGET, "member"), 0, NOW, group, [])).toMatchObject({
      ok: true,
      promoterReplacement: null,
    });
  });

  test("granting other rights changes the promoter; the title stays", () => {
    const titled = { ...helper, custom_title: "helper" };
    const change = promote(creator, titled, RIGHTS.can_pin_messages, false, NOW, group, [BETWEEN, ACTOR]);
    expect(change.ok && change.member).toMatchObject({ promoted_by: ACTOR, custom_title: "helper" });
  });

  test("repeating a change has no effect", () => {
    const again = [
      promote(creator, helper, RIGHTS.can_manage_chat, false, NOW, group, [BETWEEN, ACTOR]),
      ban(creator, memberOf(TARGET, "kicked"), 0, NOW, group, []),
      unban(creator, memberOf(TARGET, "left"), false, NOW, group, []),
      promote(creator, memberOf(TARGET, "member"), NO_RIGHTS, false, NOW, group, []),
      restrict(creator, memberOf(TARGET, "member"), ALL_PERMISSIONS, 0, NOW, group, []),
    ];
    for (const change of again) expect(change).toMatchObject({ ok: true, changed: false, promoterReplacement: null });
  });

  test("expired sanctions have no effect, for the caller and for the target", () => {
    const over = { ...memberOf(TARGET, "kicked"), until: NOW };
    expect(unban(creator, over, true, NOW, group, [])).toMatchObject({ changed: false, member: { status: "left" } });
    const kickedOnce = { ...memberOf(ACTOR, "kicked"), until: NOW };
    expect(ban(kickedOnce, memberOf(TARGET, "member"), 0, NOW, group, [])).toMatchObject({ refusal: "NOT_A_MEMBER" });
  });

  test.each([
    [0, 0],
    [NOW - 1, 0],
    [NOW + 29, 0],
    [NOW + 30, NOW + 30],
    [NOW + 366 * 86_400, NOW + 366 * 86_400],
    [NOW + 366 * 86_400 + 1, 0],
  ])("until %i is kept as %i", (given, kept) => {
    const target = memberOf(TARGET, "member");
    expect(ban(creator, target, given, NOW, group, [])).toMatchObject({ member: { until: kept } });
    const change = restrict(creator, target, NO_PERMISSIONS, given, NOW, group, []);
    expect(change).toMatchObject({ member: { status: "restricted", until: kept } });
  });
});
