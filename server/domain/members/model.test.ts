/** The rules about members against a model written from the words of behaviour.md §3, over random histories. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ban, restrict, unban } from "./change.ts";
import { setCustomTitle } from "./custom-title.ts";
import { currentMember, type Member, memberOf, type Status } from "./member.ts";
import type { Change, Refused } from "./outcome.ts";
import { transferOwnership } from "./ownership.ts";
import { ALL_PERMISSIONS, DEFAULT_GROUP_PERMISSIONS, NO_PERMISSIONS, PERMISSIONS } from "./permissions.ts";
import { addMember, join, leave } from "./presence.ts";
import { promote } from "./promotion.ts";
import { MEMBER_REFUSALS } from "./refusals.ts";
import { ALL_RIGHTS, RIGHTS, type RightFlag, readRights, showRights } from "./rights.ts";

const PEOPLE = 5;
const START = 1_700_000_000;

/** The rules, handed in so that a broken copy can stand in for any of them. */
const RULES = {
  restrict,
  ban,
  unban,
  promote,
  join,
  leave,
  addMember,
  setCustomTitle,
  transferOwnership,
  currentMember,
};
type Rules = typeof RULES;

// ---- Histories: who does what to whom, and how much time passes.

/** Sets of permissions, with whether all eight of the contract are among them. */
const SETS = [
  { permissions: ALL_PERMISSIONS, lifts: true },
  { permissions: ALL_PERMISSIONS & ~PERMISSIONS.can_manage_topics, lifts: true },
  { permissions: ALL_PERMISSIONS & ~PERMISSIONS.can_send_polls & ~PERMISSIONS.can_invite_users, lifts: false },
  { permissions: PERMISSIONS.can_send_messages, lifts: false },
  { permissions: NO_PERMISSIONS, lifts: false },
];
const WANTED: readonly (readonly RightFlag[])[] = [
  [],
  ["can_manage_chat"],
  ["can_restrict_members"],
  ["can_promote_members"],
  ["can_promote_members", "can_restrict_members"],
  ["can_promote_members", "can_restrict_members", "can_invite_users"],
  ["can_pin_messages", "can_post_messages"],
  ["can_invite_users", "can_change_info"],
];

const who = fc.integer({ min: 0, max: PEOPLE - 1 });
const by = fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: who });
const for_s = fc.constantFrom(0, -5, 10, 29, 30, 60, 3600, 366 * 86_400, 367 * 86_400);
const kind = <K extends string>(name: K) => fc.constant(name);

const step = fc.oneof(
  fc.record({ op: kind("restrict"), by, who, set: fc.constantFrom(...SETS), for_s }),
  fc.record({ op: kind("ban"), by, who, for_s }),
  fc.record({ op: kind("unban"), by, who, only_if_banned: fc.boolean() }),
  {
    weight: 3,
    arbitrary: fc.record({ op: kind("promote"), by, who, wanted: fc.constantFrom(...WANTED), hidden: fc.boolean() }),
  },
  fc.record({ op: kind("title"), by, who, title: fc.constantFrom("", "helper", "👍") }),
  fc.record({ op: kind("transfer"), by, who }),
  fc.record({ op: kind("add"), by, who }),
  fc.record({ op: kind("join"), by, who }),
  fc.record({ op: kind("leave"), by, who }),
  fc.record({ op: kind("wait"), by, who, seconds: fc.constantFrom(1, 29, 30, 59, 61, 4000) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const world = fc.record({
  type: fc.constantFrom("supergroup" as const, "supergroup" as const, "channel" as const),
  history: fc.array(step, { minLength: 5, maxLength: 40, size: "max" }),
});
type World = typeof world extends fc.Arbitrary<infer W> ? W : never;

// ---- The rules at work, over a chat that lives in memory.

class RealChat {
  members: Member[] = [memberOf(0, "creator"), ...[1, 2, 3, 4].map((id) => memberOf(id, "member"))];
  now_s = START;
  readonly rules: Rules;
  readonly chat;

  constructor(rules: Rules, type: World["type"]) {
    this.rules = rules;
    this.chat = { type, permissions: DEFAULT_GROUP_PERMISSIONS };
  }

  /** @returns the code of the answer, 200 for a success */
  apply(each: Step): number {
    if (each.op === "wait") {
      this.now_s += each.seconds;
      return 200;
    }
    if (each.op === "transfer") return this.transfer(this.members[each.by]!, this.members[each.who]!);
    const change = this.decide(each);
    if (!change.ok) return MEMBER_REFUSALS[change.refusal].code;
    const { member, handover } = change;
    this.members[each.who] = member;
    if (handover === null) return 200;
    this.members = this.members.map((other) =>
      other.promoted_by === handover.from ? { ...other, promoted_by: handover.to } : other,
    );
    return 200;
  }

  private transfer(actor: Member, target: Member): number {
    const outcome = this.rules.transferOwnership(actor, target, this.now_s, this.chat);
    if (!outcome.ok) return MEMBER_REFUSALS[outcome.refusal].code;
    this.members[actor.account_id] = outcome.from;
    this.members[target.account_id] = outcome.to;
    return 200;
  }

  private decide(each: Exclude<Step, { op: "wait" | "transfer" }>): Change {
    const { rules, chat, now_s } = this;
    const actor = this.members[each.by]!;
    const target = this.members[each.who]!;
    const above = this.chain(target);
    const until = (seconds: number) => (seconds === 0 ? 0 : now_s + seconds);
    switch (each.op) {
      case "restrict":
        return rules.restrict(actor, target, each.set.permissions, until(each.for_s), now_s, chat, above);
      case "ban":
        return rules.ban(actor, target, until(each.for_s), now_s, chat, above);
      case "unban":
        return rules.unban(actor, target, each.only_if_banned, now_s, chat, above);
      case "promote": {
        const wanted = readRights(Object.fromEntries(each.wanted.map((flag) => [flag, true])));
        return rules.promote(actor, target, wanted, each.hidden, now_s, chat, above);
      }
      case "title":
        return rules.setCustomTitle(actor, target, each.title, now_s, chat);
      case "add":
        return rules.addMember(actor, target, now_s, chat);
      case "join":
        return rules.join(target, now_s, chat);
      case "leave":
        return rules.leave(target, now_s, chat);
    }
  }

  read(i: number): Member {
    return this.rules.currentMember(this.members[i]!, this.now_s);
  }

  chain(member: Member): number[] {
    const chain: number[] = [];
    for (let id = member.promoted_by; id !== null && !chain.includes(id); id = this.members[id]!.promoted_by) {
      chain.push(id);
    }
    return chain;
  }
}

// ---- The model: from the table, its notes and the list below it, without a look at the code.

interface Seat {
  status: Status;
  inside: boolean;
  until: number;
  permissions: number;
  rights: Set<RightFlag>;
  hidden: boolean;
  title: string;
  promoter: number | null;
}

const EVERYTHING = new Set(Object.keys(RIGHTS) as RightFlag[]);

class Model {
  readonly type: World["type"];
  readonly known: Set<RightFlag>;
  readonly seats: Seat[];
  now = START;

  constructor(type: World["type"]) {
    this.type = type;
    const unknown: RightFlag[] =
      type === "channel" ? ["can_pin_messages", "can_manage_topics"] : ["can_post_messages", "can_edit_messages"];
    this.known = EVERYTHING.difference(new Set(unknown));
    this.seats = Array.from({ length: PEOPLE }, (_, i) => seat(i === 0 ? "creator" : "member", true));
  }

  /** Expiry takes effect by the clock at the moment of any read. */
  read(i: number): Seat {
    const { status, until, inside } = this.seats[i]!;
    const over = until > 0 && until <= this.now;
    if (over && status === "kicked") this.seats[i] = seat("left", false);
    if (over && status === "restricted") this.seats[i] = seat(inside ? "member" : "left", inside);
    return this.seats[i]!;
  }

  put(i: number, next: Seat): number {
    const { status, promoter } = this.seats[i]!;
    this.seats[i] = next;
    const had = status === "creator" || status === "administrator";
    if (had && next.status !== "creator" && next.status !== "administrator") {
      for (const each of this.seats) if (each.promoter === i) each.promoter = promoter;
    }
    return 200;
  }

  rightsOf(i: number): Set<RightFlag> {
    const { status, rights } = this.read(i);
    return status === "creator" ? this.known : rights;
  }

  /** Note 3: the creator, whoever promoted, or somebody above that promoter. */
  above(by: number, i: number): boolean {
    if (this.read(by).status === "creator") return true;
    let promoter = this.seats[i]!.promoter;
    for (let n = 0; promoter !== null && n < PEOPLE; n++) {
      if (promoter === by) return true;
      promoter = this.seats[promoter]!.promoter;
    }
    return false;
  }

  apply(each: Step): number {
    if (each.op === "wait") {
      this.now += each.seconds;
      return 200;
    }
    const target = { ...this.read(each.who) };
    this.read(each.by);
    switch (each.op) {
      case "restrict":
      case "ban":
      case "unban":
        return this.punish(each, target);
      case "promote":
        return each.wanted.length === 0 && !each.hidden ? this.demote(each, target) : this.raise(each, target);
      case "title":
        return this.title(each, target);
      case "transfer":
        return this.transfer(each, target);
      default:
        return this.move(each, target);
    }
  }

  punish(each: Extract<Step, { op: "restrict" | "ban" | "unban" }>, target: Seat): number {
    if (each.op === "restrict" && this.type !== "supergroup") return 400;
    if (!this.rightsOf(each.by).has("can_restrict_members")) return 403;
    if (each.by === each.who) return 400;
    if (each.op === "unban" && each.only_if_banned && target.status !== "kicked") return 200;
    if (target.status === "creator") return 400;
    if (target.status === "administrator" && !this.above(each.by, each.who)) return 403;
    if (each.op === "unban") return this.put(each.who, seat("left", false));
    const permanent = each.for_s < 30 || each.for_s > 366 * 86_400;
    const until = permanent ? 0 : this.now + each.for_s;
    if (each.op === "ban") return this.put(each.who, { ...seat("kicked", false), until });
    if (each.set.lifts) return this.put(each.who, seat(target.inside ? "member" : "left", target.inside));
    const { permissions } = each.set;
    return this.put(each.who, { ...seat("restricted", target.inside), until, permissions });
  }

  raise(each: Extract<Step, { op: "promote" }>, target: Seat): number {
    const own = this.rightsOf(each.by);
    if (!own.has("can_promote_members")) return 403;
    const rights = new Set<RightFlag>([...each.wanted, "can_manage_chat"]).intersection(this.known);
    if (!rights.isSubsetOf(own)) return 403;
    const actor = this.read(each.by);
    if (each.hidden && !actor.hidden && actor.status !== "creator") return 403;
    if (each.by === each.who || target.status === "creator") return 400;
    if (target.status === "administrator") {
      if (!this.above(each.by, each.who)) return 403;
      const same = rights.symmetricDifference(target.rights).size === 0 && target.hidden === each.hidden;
      const promoter = same ? target.promoter : each.by;
      return this.put(each.who, { ...target, rights, hidden: each.hidden, promoter });
    }
    if (!target.inside) return 400;
    return this.put(each.who, { ...seat("administrator", true), rights, hidden: each.hidden, promoter: each.by });
  }

  demote(each: Step, target: Seat): number {
    if (each.by === each.who && target.status === "administrator") return this.put(each.who, seat("member", true));
    if (!this.rightsOf(each.by).has("can_promote_members")) return 403;
    if (each.by === each.who || target.status === "creator") return 400;
    if (target.status === "administrator" && !this.above(each.by, each.who)) return 403;
    if (target.status === "left" || target.status === "kicked") return 200;
    return this.put(each.who, seat(target.inside ? "member" : "left", target.inside));
  }

  title(each: Extract<Step, { op: "title" }>, target: Seat): number {
    if (this.type !== "supergroup" || each.title === "👍") return 400;
    const actor = this.read(each.by);
    if (actor.status !== "creator" && actor.status !== "administrator") return 403;
    if (target.status !== "creator" && target.status !== "administrator") return 400;
    if (actor.status !== "creator" && (target.status === "creator" || target.promoter !== each.by)) return 403;
    return this.put(each.who, { ...target, title: each.title });
  }

  transfer(each: Step, target: Seat): number {
    const actor = this.read(each.by);
    if (actor.status !== "creator") return 403;
    if (each.by === each.who || !target.inside) return 400;
    this.put(each.by, { ...actor, status: "administrator", rights: this.known, promoter: each.who });
    return this.put(each.who, { ...seat("creator", true), title: target.title, hidden: target.hidden });
  }

  move(each: Extract<Step, { op: "join" | "leave" | "add" }>, target: Seat): number {
    if (each.op === "leave") {
      if (!target.inside) return 403;
      const stays = target.status === "restricted";
      return this.put(each.who, stays ? { ...target, inside: false } : seat("left", false));
    }
    if (each.op === "add" && !this.mayInvite(each.by)) return 403;
    if (target.status === "kicked") return each.op === "add" ? 400 : 403;
    if (target.inside) return 200;
    return this.put(each.who, target.status === "left" ? seat("member", true) : { ...target, inside: true });
  }

  /** In these groups every member may invite, unless restricted from it; in channels it takes the right. */
  mayInvite(i: number): boolean {
    const { inside, permissions } = this.read(i);
    if (this.type === "channel") return this.rightsOf(i).has("can_invite_users");
    return inside && (permissions & PERMISSIONS.can_invite_users) !== 0;
  }
}

function seat(status: Status, inside: boolean): Seat {
  const rest = { rights: new Set<RightFlag>(), hidden: false, title: "", promoter: null };
  return { status, inside, until: 0, permissions: ALL_PERMISSIONS, ...rest };
}

// ---- Both side by side.

function seatOf(member: Member): Seat {
  const shown = Object.entries(showRights(member.rights)) as [RightFlag, boolean][];
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

/** What must hold whatever the model says: how somebody came by a right, and that chains end. */
function broken(each: Step, before: readonly Member[], real: RealChat): string | undefined {
  for (const [i, member] of real.members.entries()) {
    const gained = member.rights & ~before[i]!.rights;
    const giver = before[each.by]!;
    const could = giver.status === "creator" ? ALL_RIGHTS : giver.rights;
    if (gained !== 0 && (i !== each.who || (gained & ~could) !== 0) && each.op !== "transfer")
      return `${i} gained ${gained}`;
    const wasCreator = before[i]!.status === "creator";
    const ownDoing = each.op === "transfer" ? each.by === i : each.op === "leave" && each.who === i;
    if (wasCreator && member.status !== "creator" && !ownDoing) return `the creator ${i} was removed`;
    if (real.chain(member).some((id) => id === i)) return `${i} stands above themselves`;
  }
  return real.members.filter((member) => member.status === "creator").length > 1 ? "there are two creators" : undefined;
}

interface Tally {
  allowed: number;
  refused: number;
}

/** Plays a history on both, compares after every step, and returns the first difference. */
function play({ type, history }: World, rules: Rules, tally: Tally = { allowed: 0, refused: 0 }): string | undefined {
  const real = new RealChat(rules, type);
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
    }
    const fault = broken(each, before, real);
    if (fault !== undefined) return `${at}: ${fault}`;
  }
  return undefined;
}

// ---- Broken copies of the rules, each of which must be found out.

const asIfAbove = (actor: Member) => [actor.account_id];
const withoutHandover = <C extends Change | Refused>(change: C): C =>
  change.ok ? { ...change, handover: null } : change;

const FAULTS: Readonly<Record<string, Partial<Rules>>> = {
  "time never passes": { currentMember: (member) => member },
  "a ban ends a second late": { currentMember: (member, now_s) => currentMember(member, now_s - 1) },
  "an end is kept as given": {
    ban: (actor, target, until_s, now_s, chat, above) => {
      const change = ban(actor, target, until_s, now_s, chat, above);
      return change.ok ? { ...change, member: { ...change.member, until: until_s } } : change;
    },
  },
  "any administrator can be banned": {
    ban: (actor, target, until_s, now_s, chat) => ban(actor, target, until_s, now_s, chat, asIfAbove(actor)),
  },
  "any administrator can be demoted": {
    promote: (actor, target, wanted, hidden, now_s, chat) =>
      promote(actor, target, wanted, hidden, now_s, chat, asIfAbove(actor)),
  },
  "only the direct promoter counts": {
    promote: (actor, target, wanted, hidden, now_s, chat, above) =>
      promote(actor, target, wanted, hidden, now_s, chat, above.slice(0, 1)),
  },
  "the creator can be restricted": {
    restrict: (actor, target, ...rest) =>
      restrict(actor, target.status === "creator" ? memberOf(target.account_id, "member") : target, ...rest),
  },
  "more can be given than one has": {
    promote: (actor, target, wanted, hidden, ...rest) => {
      const change = promote(actor, target, RIGHTS.can_manage_chat, hidden, ...rest);
      const rights = (wanted | RIGHTS.can_manage_chat) & ~RIGHTS.can_post_messages;
      return change.ok && wanted !== 0 ? { ...change, member: { ...change.member, rights } } : change;
    },
  },
  "who was promoted stays with who is gone": {
    promote: (...given) => withoutHandover(promote(...given)),
    leave: (...given) => withoutHandover(leave(...given)),
  },
  "who is banned comes back": {
    join: (member, now_s, chat) => join(memberOf(member.account_id, "left"), now_s, chat),
  },
  "leaving sheds a restriction": {
    leave: (member, ...rest) => {
      const change = leave(member, ...rest);
      return change.ok ? { ...change, member: memberOf(member.account_id, "left") } : change;
    },
  },
  "only_if_banned is ignored": {
    unban: (actor, target, _only, ...rest) => unban(actor, target, false, ...rest),
  },
  "topics count among the eight": {
    restrict: (actor, target, wanted, ...rest) =>
      restrict(actor, target, wanted === ALL_PERMISSIONS ? wanted : wanted & ~PERMISSIONS.can_send_audios, ...rest),
  },
  "anybody invites": {
    addMember: (actor, ...rest) => addMember(memberOf(actor.account_id, "creator"), ...rest),
  },
  "titles follow the chain": {
    setCustomTitle: (actor, target, ...rest) =>
      setCustomTitle(actor, { ...target, promoted_by: actor.account_id }, ...rest),
  },
  "an owner gives the chat to somebody outside": {
    transferOwnership: (actor, target, ...rest) => transferOwnership(actor, { ...target, is_member: true }, ...rest),
  },
};

describe("members", () => {
  test("10,000 random histories agree with the model", () => {
    const tally: Tally = { allowed: 0, refused: 0 };
    fc.assert(
      fc.property(world, (each) => {
        expect(play(each, RULES, tally)).toBeUndefined();
      }),
      { numRuns: 10_000 },
    );
    // Histories in which next to nothing is allowed, or nothing refused, would prove little.
    expect(Math.min(tally.allowed, tally.refused)).toBeGreaterThan(10_000);
  });

  test.each(Object.entries(FAULTS))("a planted fault is found: %s", (_name, fault) => {
    const rules = { ...RULES, ...fault };
    const property = fc.property(world, (each) => play(each, rules) === undefined);
    expect(fc.check(property, { numRuns: 10_000, endOnFailure: true }).failed).toBe(true);
  });
});
