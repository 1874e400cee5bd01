/** Compares the rules about members with a model written from behaviour.md §3, over random histories. */
import type { Right } from "@heliogram/shared/permissions.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PEOPLE, type Step, world, type World } from "../../../tests/model/member-histories.ts";
import { Model, type Seat } from "../../../tests/model/member-model.ts";
import { FAULTS, RULES, type Rules } from "../../../tests/model/member-rules.ts";
import { RealMembers } from "../../../tests/model/real-members.ts";
import { LONG_RUN } from "../../../tests/support/long-run.ts";
import { currentMember, type Member } from "./member.ts";
import { rightsOf } from "./authority.ts";
import { RIGHTS, showRights } from "./rights.ts";

function seatOf(member: Member): Seat {
  const shown = Object.entries(showRights(member.rights)) as [Right, boolean][];
  return {
    status: member.status,
    inside: member.is_member,
    until: member.until,
    permissions: member.permissions,
    rights: new Set(shown.filter(([, held]) => held).map(([flag]) => flag)),
    hidden: member.is_anonymous,
    title: member.custom_title,
    promoter: member.promoted_by,
  };
}

const told = ({ rights, ...rest }: Seat) => JSON.stringify({ ...rest, rights: [...rights].toSorted() });

/** Whether the ban or restriction of a member was relaxed. */
function isLifted(before: Member, after: Member, now_s: number): boolean {
  const was = currentMember(before, now_s);
  if (was.status === "kicked") return after.status !== "kicked";
  return was.status === "restricted" && after.status !== "kicked" && (after.permissions & ~was.permissions) !== 0;
}

/**
 * Invariants independent of the model: the origin of rights, the right that lifts a sanction, and promoter chains
 * without cycles.
 */
function broken(each: Step, before: readonly Member[], real: RealMembers): string | undefined {
  for (const [i, member] of real.members.entries()) {
    const gained = member.rights & ~before[i]!.rights;
    const giver = before[each.by]!;
    const could = rightsOf(giver, "supergroup") | rightsOf(giver, "channel");
    if (gained !== 0 && (i !== each.who || (gained & ~could) !== 0) && each.op !== "transfer")
      return `${i} gained ${gained}`;
    const wasCreator = before[i]!.status === "creator";
    const ownDoing = each.op === "transfer" ? each.by === i : each.op === "leave" && each.who === i;
    if (wasCreator && member.status !== "creator" && !ownDoing) return `the creator ${i} was removed`;
    if (each.op !== "wait" && (could & RIGHTS.can_restrict_members) === 0 && isLifted(before[i]!, member, real.now_s))
      return `${each.by} lifted what ${i} was kept from`;
    if (real.chain(member).some((id) => id === i)) return `${i} stands above themselves`;
  }
  return real.members.filter((member) => member.status === "creator").length > 1 ? "there are two creators" : undefined;
}

/** In a short run fewer: ten thousand are four million comparisons. */
const HISTORIES = LONG_RUN ? 10_000 : 2000;

interface Tally {
  allowed: number;
  refused: number;
}

/** Runs a history on both, compares after every step, and returns the first difference. */
function play({ type, history }: World, rules: Rules, tally: Tally = { allowed: 0, refused: 0 }): string | undefined {
  const real = new RealMembers(rules, type);
  const model = new Model(type);
  for (const [n, each] of history.entries()) {
    const at = `step ${n} ${JSON.stringify(each)}`;
    const before = real.members.slice();
    const [code, expected] = [real.apply(each), model.apply(each)];
    if (code !== expected) return `${at}: answered ${code}, the model says ${expected}`;
    tally[code === 200 ? "allowed" : "refused"] += 1;
    for (let i = 0; i < PEOPLE; i++) {
      const [is, ought] = [told(seatOf(real.read(i))), told(model.read(i))];
      if (is !== ought) return `${at}: ${i} is ${is}, the model says ${ought}`;
      const waits = real.waiting.has(i);
      if (waits !== model.waiting.has(i))
        return `${at}: ${i} ${waits ? "waits" : "does not wait"}, unlike in the model`;
    }
    const fault = broken(each, before, real);
    if (fault !== undefined) return `${at}: ${fault}`;
  }
  return undefined;
}

describe("members", () => {
  test(`${HISTORIES} random histories agree with the model`, () => {
    const tally: Tally = { allowed: 0, refused: 0 };
    fc.assert(
      fc.property(world, (each) => {
        expect(play(each, RULES, tally)).toBeUndefined();
      }),
      { numRuns: HISTORIES },
    );
    // The histories must contain enough accepted and enough refused operations.
    expect(Math.min(tally.allowed, tally.refused)).toBeGreaterThan(HISTORIES);
  });

  test.each(Object.entries(FAULTS))("a planted fault is found: %s", (_name, fault) => {
    const rules = { ...RULES, ...fault };
    const property = fc.property(world, (each) => play(each, rules) === undefined);
    expect(fc.check(property, { numRuns: 10_000, endOnFailure: true }).failed).toBe(true);
  });
});
