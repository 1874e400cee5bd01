/** The value of a member's record over time (behaviour.md §3). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { currentMember, type Member, memberOf, normaliseUntil, type Status } from "./member.ts";

const NOW = 1_700_000_000;
const STATUSES: readonly Status[] = ["creator", "administrator", "member", "restricted", "left", "kicked"];

describe("currentMember", () => {
  const kicked: Member = { ...memberOf(1, "kicked"), until: NOW };
  const restricted: Member = { ...memberOf(1, "restricted"), until: NOW, permissions: 0 };

  test("a ban becomes left at the second of its end, not before", () => {
    expect(currentMember(kicked, NOW - 1)).toBe(kicked);
    expect(currentMember(kicked, NOW)).toEqual(memberOf(1, "left"));
  });

  test("an expired restriction becomes member, outside the chat left", () => {
    expect(currentMember(restricted, NOW - 1)).toBe(restricted);
    expect(currentMember(restricted, NOW)).toEqual(memberOf(1, "member"));
    expect(currentMember({ ...restricted, is_member: false }, NOW)).toEqual(memberOf(1, "left"));
  });

  test.each(STATUSES)("a record without an end never changes: %s", (status) => {
    const member = memberOf(1, status);
    expect(currentMember(member, Number.MAX_SAFE_INTEGER)).toBe(member);
  });

  test("currentMember is idempotent, and expiry adds nobody to the chat", () => {
    const inside = fc.boolean();
    const until = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(fc.constantFrom(...STATUSES), inside, until, fc.nat(200), (status, is_member, until, now_s) => {
        const plain = memberOf(1, status);
        const member = status === "restricted" ? { ...plain, is_member, until } : { ...plain, until };
        const once = currentMember(member, now_s);
        expect(currentMember(once, now_s)).toEqual(once);
        expect(once.is_member).toBe(member.is_member);
      }),
    );
  });
});

test.each(STATUSES)("is_member of a new record follows from its status: %s", (status) => {
  expect(memberOf(1, status).is_member).toBe(status !== "left" && status !== "kicked");
});

test("normaliseUntil: forever, or between 30 seconds and 366 days ahead", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1000, max: 400 * 86_400 }), (ahead_s) => {
      const kept = normaliseUntil(NOW + ahead_s, NOW);
      expect(kept).toBe(ahead_s >= 30 && ahead_s <= 366 * 86_400 ? NOW + ahead_s : 0);
    }),
  );
  expect(normaliseUntil(0, NOW)).toBe(0);
});
