/** Every cell of the table of behaviour.md §3, parsed from the page and compared with the rules. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { ChatType } from "../chats.ts";
import { ban, restrict, unban } from "./change.ts";
import { type Member, memberOf, type Status } from "./member.ts";
import type { Change } from "./outcome.ts";
import { ALL_PERMISSIONS, NO_PERMISSIONS, PERMISSIONS } from "./permissions.ts";
import { leave } from "./membership.ts";
import { promote } from "./promotion.ts";
import { MEMBER_REFUSALS } from "./refusals.ts";
import { ALL_RIGHTS, NO_RIGHTS, RIGHTS, RIGHTS_IN } from "./rights.ts";
import { TRANSITIONS } from "./transitions.ts";

const NOW = 1_700_000_000;
const ACTOR = 1;
const TARGET = 2;

interface Written {
  readonly from: Status;
  readonly operation: string;
  /** As the page has it, without the marks of its notes. */
  readonly cell: string;
}

/** The cells of the page's table. */
function readTable(): Written[] {
  const page = readFileSync(new URL("../../../docs/behaviour.md", import.meta.url), "utf8");
  const lines = page.split("\n").filter((line) => line.startsWith("|"));
  const first = lines.findIndex((line) => line.startsWith("| from |"));
  const cells = (line: string) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.replace(/[¹²³⁴⁵]/g, "").trim());
  const [, ...operations] = cells(lines[first]!);
  return lines.slice(first + 2, first + 8).flatMap((line) => {
    const [from, ...row] = cells(line);
    return row.map((cell, i) => ({ from: from as Status, operation: operations[i]!, cell }));
  });
}

const actors: readonly Member[] = [
  memberOf(ACTOR, "creator"),
  { ...memberOf(ACTOR, "administrator"), rights: ALL_RIGHTS, promoted_by: 99 },
];

/** A record of this status in the chat, with the fields of that status set. */
function looks(status: Status): Member[] {
  const plain = memberOf(TARGET, status);
  if (status === "administrator") {
    const rights = RIGHTS.can_manage_chat | RIGHTS.can_delete_messages;
    return [{ ...plain, rights, promoted_by: ACTOR, custom_title: "helper" }];
  }
  const ends = [0, NOW + 1];
  if (status === "kicked") return ends.map((until) => ({ ...plain, until }));
  if (status !== "restricted") return [plain];
  const permissions = [NO_PERMISSIONS, PERMISSIONS.can_send_messages];
  return ends.flatMap((until) => permissions.map((own) => ({ ...plain, until, permissions: own })));
}

type Play = (actor: Member, target: Member, type: ChatType) => Change;

const PLAYS: Readonly<Record<string, Play>> = {
  restrict: (actor, target, type) => restrict(actor, target, NO_PERMISSIONS, 0, NOW, { type }, []),
  "promote, some true": (actor, target, type) =>
    promote(actor, target, RIGHTS.can_change_info, false, NOW, { type }, []),
  "promote, all false": (actor, target, type) => promote(actor, target, NO_RIGHTS, false, NOW, { type }, []),
  ban: (actor, target, type) => ban(actor, target, 0, NOW, { type }, []),
  unban: (actor, target, type) => unban(actor, target, false, NOW, { type }, []),
  "unban, only_if_banned": (actor, target, type) => unban(actor, target, true, NOW, { type }, []),
  leaves: (_actor, target, type) => leave(target, NOW, { type }),
};

const codeOf = (change: Change) => (change.ok ? "ok" : MEMBER_REFUSALS[change.refusal].code);
const table = readTable();

test("the page's table has six rows with the seven operations", () => {
  expect(table).toHaveLength(42);
  expect([...new Set(table.map((each) => each.from))].toSorted()).toEqual(Object.keys(TRANSITIONS).toSorted());
  expect([...new Set(table.map((each) => each.operation))]).toEqual(Object.keys(PLAYS));
});

/** Cells of the table that stand for a refusal. */
const REFUSED: Readonly<Record<string, number>> = { "400": 400, "–": 403 };

describe.each(["supergroup", "channel"] as const)("in a %s", (type) => {
  const there = table.filter((each) => type === "supergroup" || each.operation !== "restrict");

  test.each(there)("$from, $operation: $cell", ({ from, operation, cell }) => {
    for (const actor of actors) {
      for (const before of looks(from)) {
        const change = PLAYS[operation]!(actor, before, type);
        expect(codeOf(change)).toBe(REFUSED[cell] ?? "ok");
        if (change.ok) expectStatus(change, before, cell);
      }
    }
  });
});

function expectStatus(change: Change, before: Member, cell: string): void {
  if (!change.ok) throw new Error(change.refusal);
  const [status, ...notes] = cell.split(", ");
  const inside = notes.length === 0 && status !== "left" && status !== "kicked";
  expect(change.member).toMatchObject({ account_id: TARGET, status, is_member: inside });
  expectAtRest(change.member);
  expect(change.changed).toBe(JSON.stringify(change.member) !== JSON.stringify(before));
}

/** Checks that fields which do not apply to the status have their defaults. */
function expectAtRest(member: Member): void {
  const { status } = member;
  if (status !== "restricted") expect(member.permissions).toBe(ALL_PERMISSIONS);
  if (status !== "restricted" && status !== "kicked") expect(member.until).toBe(0);
  if (status === "administrator") return;
  expect(member).toMatchObject({ rights: NO_RIGHTS, custom_title: "", is_anonymous: false, promoted_by: null });
}

describe("the notes of the table", () => {
  const creator = actors[0]!;
  const group = { type: "supergroup" } as const;
  const outside = { ...memberOf(TARGET, "restricted"), is_member: false, permissions: NO_PERMISSIONS };

  test.each(Object.keys(TRANSITIONS) as Status[])(
    "1: granting all eight permissions lifts the restriction: %s",
    (status) => {
      for (const target of looks(status)) {
        const change = restrict(creator, target, ALL_PERMISSIONS, NOW + 3600, NOW, group, []);
        expect(codeOf(change)).toBe(status === "creator" ? 400 : "ok");
        if (change.ok) expectStatus(change, target, target.is_member ? "member" : "left");
      }
    },
  );

  test("1: lifting needs all eight permissions of the contract and reacting, and no others", () => {
    const besides = PERMISSIONS.can_manage_topics | PERMISSIONS.can_edit_tag;
    const eight = ALL_PERMISSIONS & ~besides;
    const target = looks("restricted")[0]!;
    expectStatus(restrict(creator, target, eight, 0, NOW, group, []), target, "member");
    for (const flag of Object.values(PERMISSIONS)) {
      if ((flag & besides) !== 0) continue;
      const change = restrict(creator, target, ALL_PERMISSIONS & ~flag, 0, NOW, group, []);
      expect(change.ok && change.member).toMatchObject({ status: "restricted", permissions: ALL_PERMISSIONS & ~flag });
    }
  });

  test("2: nobody is promoted from outside the chat", () => {
    const change = promote(creator, outside, RIGHTS.can_change_info, false, NOW, group, []);
    expect(change).toEqual({ ok: false, refusal: "USER_NOT_PARTICIPANT" });
  });

  test("a restricted account outside the chat stays outside", () => {
    const done: [Change, Partial<Member>][] = [
      [PLAYS["restrict"]!(creator, outside, "supergroup"), { status: "restricted", is_member: false }],
      [restrict(creator, outside, ALL_PERMISSIONS, 0, NOW, group, []), { status: "left" }],
      [PLAYS["promote, all false"]!(creator, outside, "supergroup"), outside],
      [PLAYS["ban"]!(creator, outside, "supergroup"), { status: "kicked" }],
      [PLAYS["unban"]!(creator, outside, "supergroup"), { status: "left" }],
      [PLAYS["unban, only_if_banned"]!(creator, outside, "supergroup"), outside],
    ];
    for (const [change, expected] of done) expect(change.ok && change.member).toMatchObject(expected);
    expect(leave(outside, NOW, group)).toEqual({ ok: false, refusal: "NOT_A_MEMBER" });
  });

  test("restrict replaces permissions and end, and removes the rights of an administrator", () => {
    const until = NOW + 3600;
    const change = restrict(creator, looks("administrator")[0]!, PERMISSIONS.can_send_messages, until, NOW, group, []);
    expect(change.ok && change.member).toEqual({
      ...memberOf(TARGET, "restricted"),
      permissions: PERMISSIONS.can_send_messages,
      until,
    });
  });

  test("rights that do not exist in the type of chat are never held", () => {
    for (const type of ["supergroup", "channel"] as const) {
      const change = promote(creator, memberOf(TARGET, "member"), ALL_RIGHTS, false, NOW, { type }, []);
      expect(change.ok && change.member.rights).toBe(RIGHTS_IN[type]);
    }
    const change = promote(creator, memberOf(TARGET, "member"), RIGHTS.can_post_messages, false, NOW, group, []);
    expect(change.ok && change.member).toMatchObject({ status: "administrator", rights: NO_RIGHTS });
  });

  test("an administrator has exactly the rights that were granted", () => {
    for (const wanted of [RIGHTS.can_pin_messages, RIGHTS.can_manage_chat, ALL_RIGHTS & ~RIGHTS.can_manage_chat]) {
      const change = promote(creator, memberOf(TARGET, "member"), wanted, false, NOW, group, []);
      expect(change.ok && change.member.rights).toBe(wanted & RIGHTS_IN.supergroup);
    }
  });

  test("anonymity alone makes an administrator", () => {
    const change = promote(creator, memberOf(TARGET, "member"), NO_RIGHTS, true, NOW, group, []);
    expect(change.ok && change.member).toMatchObject({
      status: "administrator",
      rights: NO_RIGHTS,
      is_anonymous: true,
      promoted_by: ACTOR,
    });
  });
});
