/** The member state machine against a model written from the words of behaviour.md §3, over random histories. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ban, restrict, unban } from "./change.ts";
import { promote } from "./promotion.ts";
import { join, leave } from "./presence.ts";
import { currentMember, memberOf, type Member, type Status } from "./member.ts";
import type { Change } from "./outcome.ts";
import { ALL_PERMISSIONS, DEFAULT_GROUP_PERMISSIONS, NO_PERMISSIONS } from "./permissions.ts";
import { ALL_RIGHTS, NO_RIGHTS, RIGHTS, type Rights } from "./rights.ts";

const PEOPLE = 5;
const CHAT = { type: "supergroup", permissions: DEFAULT_GROUP_PERMISSIONS } as const;

type Step =
  | {
      readonly op: "restrict";
      readonly by: number;
      readonly who: number;
      readonly all: boolean;
      readonly for_s: number;
    }
  | { readonly op: "ban"; readonly by: number; readonly who: number; readonly for_s: number }
  | { readonly op: "unban"; readonly by: number; readonly who: number; readonly only: boolean }
  | { readonly op: "promote"; readonly by: number; readonly who: number; readonly rights: Rights }
  | { readonly op: "join"; readonly who: number }
  | { readonly op: "leave"; readonly who: number }
  | { readonly op: "wait"; readonly seconds: number };

const who = fc.integer({ min: 0, max: PEOPLE - 1 });
const for_s = fc.constantFrom(0, 10, 60, 3600, 367 * 86_400);
const rights = fc.constantFrom(
  NO_RIGHTS,
  RIGHTS.can_restrict_members,
  RIGHTS.can_promote_members | RIGHTS.can_restrict_members,
  RIGHTS.can_pin_messages,
  RIGHTS.can_promote_members,
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ op: fc.constant("restrict" as const), by: who, who, all: fc.boolean(), for_s }),
  fc.record({ op: fc.constant("ban" as const), by: who, who, for_s }),
  fc.record({ op: fc.constant("unban" as const), by: who, who, only: fc.boolean() }),
  fc.record({ op: fc.constant("promote" as const), by: who, who, rights }),
  fc.record({ op: fc.constant("join" as const), who }),
  fc.record({ op: fc.constant("leave" as const), who }),
  fc.record({ op: fc.constant("wait" as const), seconds: fc.constantFrom(1, 59, 61, 4000) }),
);

// ---- The service's rules, run over a chat that lives in memory.

class RealChat {
  readonly members: Member[] = [memberOf(0, "creator"), ...[1, 2, 3, 4].map((id) => memberOf(id, "member"))];
  now_s = 1000;

  /** @returns whether the step was allowed */
  apply(each: Step): boolean {
    if (each.op === "wait") {
      this.now_s += each.seconds;
      return true;
    }
    const change = this.decide(each);
    if (!change.ok) return false;
    this.members[each.who] = change.member;
    if (change.handover) {
      const { from, to } = change.handover;
      this.members.forEach((member, i) => {
        if (member.promoted_by === from) this.members[i] = { ...member, promoted_by: to };
      });
    }
    return true;
  }

  decide(each: Exclude<Step, { op: "wait" }>): Change {
    const target = this.members[each.who]!;
    if (each.op === "join") return join(target, this.now_s, CHAT);
    if (each.op === "leave") return leave(target, this.now_s, CHAT);
    const actor = this.members[each.by]!;
    const above = this.chain(target);
    const until = (seconds: number) => (seconds === 0 ? 0 : this.now_s + seconds);
    switch (each.op) {
      case "restrict":
        return restrict(
          actor,
          target,
          each.all ? ALL_PERMISSIONS : NO_PERMISSIONS,
          until(each.for_s),
          this.now_s,
          CHAT,
          above,
        );
      case "ban":
        return ban(actor, target, until(each.for_s), this.now_s, CHAT, above);
      case "unban":
        return unban(actor, target, each.only, this.now_s, CHAT, above);
      case "promote":
        return promote(actor, target, each.rights, false, this.now_s, CHAT, above);
    }
  }

  status(i: number): { status: Status; is_member: boolean; rights: Rights } {
    const { status, is_member, rights: held } = currentMember(this.members[i]!, this.now_s);
    return { status, is_member, rights: held };
  }

  private chain(member: Member): number[] {
    const chain: number[] = [];
    for (let id = member.promoted_by; id !== null && !chain.includes(id); id = this.members[id]!.promoted_by)
      chain.push(id);
    return chain;
  }
}

// ---- The model: written from the table and its notes, without a look at the rules' code.

interface Seat {
  kind: "creator" | "administrator" | "member" | "restricted" | "left" | "kicked";
  inside: boolean;
  until: number;
  holds: Rights;
  promoter: number;
}

class Model {
  readonly seats: Seat[] = Array.from({ length: PEOPLE }, (_, i) => ({
    kind: i === 0 ? "creator" : "member",
    inside: true,
    until: 0,
    holds: 0,
    promoter: -1,
  }));
  now = 1000;

  read(i: number): Seat {
    const seat = this.seats[i]!;
    if ((seat.kind === "kicked" || seat.kind === "restricted") && seat.until > 0 && seat.until <= this.now) {
      this.put(i, seat.inside ? "member" : "left", seat.inside);
    }
    return this.seats[i]!;
  }

  put(i: number, kind: Seat["kind"], inside: boolean, until = 0, holds: Rights = 0, promoter = -1): void {
    const before = this.seats[i]!;
    if (before.kind === "administrator" && kind !== "administrator") {
      for (const seat of this.seats) if (seat.promoter === i) seat.promoter = before.promoter;
    }
    this.seats[i] = { kind, inside, until, holds, promoter };
  }

  has(i: number, right: Rights): boolean {
    const seat = this.read(i);
    return seat.kind === "creator" || (seat.kind === "administrator" && (seat.holds & right) !== 0);
  }

  /** Note 3: the creator, the promoter, or somebody above the promoter. */
  above(by: number, target: number): boolean {
    if (this.read(by).kind === "creator") return true;
    const seen = new Set<number>();
    for (let id = this.seats[target]!.promoter; id >= 0 && !seen.has(id); id = this.seats[id]!.promoter) {
      if (id === by) return true;
      seen.add(id);
    }
    return false;
  }

  end(seconds: number): number {
    return seconds < 30 || seconds > 366 * 86_400 ? 0 : this.now + seconds;
  }

  apply(each: Step): boolean {
    if (each.op === "wait") {
      this.now += each.seconds;
      return true;
    }
    const seat = { ...this.read(each.who) };
    if (each.op === "join") return this.join(each.who, seat);
    if (each.op === "leave") return this.leave(each.who, seat);
    if (each.op === "promote") return this.promote(each.by, each.who, seat, each.rights);
    if (!this.has(each.by, RIGHTS.can_restrict_members) || each.by === each.who) return false;
    if (each.op === "unban" && each.only && seat.kind !== "kicked") return true;
    if (seat.kind === "creator") return false;
    if (seat.kind === "administrator" && !this.above(each.by, each.who)) return false;
    if (each.op === "ban") this.put(each.who, "kicked", false, this.end(each.for_s));
    else if (each.op === "unban") this.put(each.who, "left", false);
    else if (each.all) this.put(each.who, seat.inside ? "member" : "left", seat.inside);
    else this.put(each.who, "restricted", seat.inside, this.end(each.for_s));
    return true;
  }

  join(i: number, seat: Seat): boolean {
    if (seat.kind === "kicked") return false;
    if (seat.kind === "restricted") this.seats[i] = { ...seat, inside: true };
    else if (seat.kind === "left") this.put(i, "member", true);
    return true;
  }

  leave(i: number, seat: Seat): boolean {
    if (!seat.inside) return false;
    if (seat.kind === "restricted") this.seats[i] = { ...seat, inside: false };
    else this.put(i, "left", false);
    return true;
  }

  promote(by: number, target: number, seat: Seat, wanted: Rights): boolean {
    const self = by === target;
    if (wanted === 0) {
      if (self && seat.kind === "administrator") {
        this.put(target, "member", true);
        return true;
      }
      if (!this.has(by, RIGHTS.can_promote_members) || self || seat.kind === "creator") return false;
      if (seat.kind === "administrator" && !this.above(by, target)) return false;
      if (seat.kind === "left" || seat.kind === "kicked") return true;
      this.put(target, seat.inside ? "member" : "left", seat.inside);
      return true;
    }
    if (!this.has(by, RIGHTS.can_promote_members) || self || seat.kind === "creator") return false;
    const given = wanted | RIGHTS.can_manage_chat;
    const own = this.read(by).kind === "creator" ? ALL_RIGHTS : this.read(by).holds | RIGHTS.can_manage_chat;
    if ((given & ~own) !== 0) return false;
    if (seat.kind === "administrator" && !this.above(by, target)) return false;
    if (!seat.inside) return false;
    if (seat.kind === "administrator" && seat.holds === given) return true;
    const circle = seat.kind === "administrator";
    if (!circle) this.put(target, "administrator", true, 0, given, by);
    else this.seats[target] = { ...seat, holds: given, promoter: by };
    return true;
  }
}

/** Plays a history on both and compares after every step; returns the first difference. */
function play(
  history: readonly Step[],
  real: { apply(each: Step): boolean; status: RealChat["status"] },
): string | undefined {
  const model = new Model();
  for (const [n, each] of history.entries()) {
    const [a, b] = [real.apply(each), model.apply(each)];
    if (a !== b) return `step ${n} ${JSON.stringify(each)}: allowed ${a}, the model says ${b}`;
    for (let i = 0; i < PEOPLE; i++) {
      const seat = model.read(i);
      const expected = { status: seat.kind, is_member: seat.inside, rights: seat.holds };
      const actual = real.status(i);
      if (JSON.stringify(actual) !== JSON.stringify(expected)) {
        return `step ${n} ${JSON.stringify(each)}: ${i} is ${JSON.stringify(actual)}, the model says ${JSON.stringify(expected)}`;
      }
    }
  }
  return undefined;
}

const histories = fc.array(step, { minLength: 5, maxLength: 30, size: "max" });

describe("members", () => {
  test("10,000 random histories agree with the model", () => {
    let allowed = 0;
    let refused = 0;
    fc.assert(
      fc.property(histories, (history) => {
        const real = new RealChat();
        const difference = play(history, {
          apply: (each) => {
            const outcome = real.apply(each);
            if (outcome) allowed += 1;
            else refused += 1;
            return outcome;
          },
          status: (i) => real.status(i),
        });
        expect(difference).toBeUndefined();
      }),
      { numRuns: 10_000 },
    );
    // Histories in which next to nothing is allowed, or nothing refused, would prove little.
    expect(Math.min(allowed, refused)).toBeGreaterThan(10_000);
  });

  test("a planted fault is found", () => {
    class Lenient extends RealChat {
      override decide(each: Exclude<Step, { op: "wait" }>): Change {
        const change = super.decide(each);
        // Whoever is banned comes back as they please.
        return each.op === "join" && !change.ok ? join(memberOf(each.who, "left"), this.now_s, CHAT) : change;
      }
    }
    const outcome = fc.check(
      fc.property(histories, (history) => play(history, new Lenient()) === undefined),
      { numRuns: 10_000 },
    );
    expect(outcome.failed).toBe(true);
  });
});
