/** A model of the rules about members, written from behaviour.md §3 independently of their code. */
import type { Right } from "@heliogram/shared/permissions.ts";
import type { Status } from "../../server/domain/members/member.ts";
import { ALL_PERMISSIONS, PERMISSIONS } from "../../server/domain/members/permissions.ts";
import { RIGHTS } from "../../server/domain/members/rights.ts";
import { PEOPLE, START, type Step, type World } from "./member-histories.ts";

/** The state of an account in the model. */
export interface Seat {
  status: Status;
  inside: boolean;
  until: number;
  permissions: number;
  rights: Set<Right>;
  hidden: boolean;
  title: string;
  promoter: number | null;
}

const EVERYTHING = new Set(Object.keys(RIGHTS) as Right[]);

export class Model {
  readonly type: World["type"];
  readonly known: Set<Right>;
  readonly seats: Seat[];
  now = START;
  /** The accounts with an open join request. */
  readonly waiting = new Set<number>();

  constructor(type: World["type"]) {
    this.type = type;
    const unknown: Right[] =
      type === "channel" ? ["can_pin_messages", "can_manage_topics"] : ["can_post_messages", "can_edit_messages"];
    this.known = EVERYTHING.difference(new Set(unknown));
    this.seats = Array.from({ length: PEOPLE }, (_, i) => seat(i === 0 ? "creator" : "member", true));
  }

  /** Sanctions expire by the clock, at every read. */
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
    if (next.inside || next.status === "kicked") this.waiting.delete(i);
    const had = status === "creator" || status === "administrator";
    if (had && next.status !== "creator" && next.status !== "administrator") {
      for (const each of this.seats) if (each.promoter === i) each.promoter = promoter;
    }
    return 200;
  }

  rightsOf(i: number): Set<Right> {
    const { status, rights } = this.read(i);
    if (status === "creator") return this.known;
    return status === "administrator" ? new Set([...rights, "can_manage_chat"] as const) : rights;
  }

  /** Note 3: the creator, the promoter, or an account in the promoter chain. */
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
      case "ask":
        return this.ask(each, target);
      case "approve":
      case "decline":
        return this.answer(each, target);
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
    const rights = new Set<Right>(each.wanted).intersection(this.known);
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
    if (target.status === "restricted" && !own.has("can_restrict_members")) return 403;
    if (!target.inside) return 400;
    return this.put(each.who, { ...seat("administrator", true), rights, hidden: each.hidden, promoter: each.by });
  }

  demote(each: Step, target: Seat): number {
    if (each.by === each.who && target.status === "administrator") return this.put(each.who, seat("member", true));
    if (!this.rightsOf(each.by).has("can_promote_members")) return 403;
    if (each.by === each.who || target.status === "creator") return 400;
    if (target.status === "administrator" && !this.above(each.by, each.who)) return 403;
    if (target.status !== "administrator") return 200;
    return this.put(each.who, seat(target.inside ? "member" : "left", target.inside));
  }

  title(each: Extract<Step, { op: "title" }>, target: Seat): number {
    if (this.type !== "supergroup" || each.title === "a\nb") return 400;
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

  ask(each: Step, target: Seat): number {
    if (target.status === "kicked") return 403;
    if (target.inside) return 400;
    this.waiting.add(each.who);
    return 200;
  }

  /** Only administrators answer join requests, regardless of members' permissions. */
  answer(each: Extract<Step, { op: "approve" | "decline" }>, target: Seat): number {
    if (!this.rightsOf(each.by).has("can_invite_users")) return 403;
    if (target.inside || !this.waiting.has(each.who)) return 400;
    if (each.op === "approve") return this.enter(each.who, target);
    this.waiting.delete(each.who);
    return 200;
  }

  move(each: Extract<Step, { op: "join" | "leave" | "add" }>, target: Seat): number {
    if (each.op === "leave") {
      if (!target.inside) return 403;
      const stays = target.status === "restricted";
      return this.put(each.who, stays ? { ...target, inside: false } : seat("left", false));
    }
    if (each.op === "add" && !this.mayInvite(each.by)) return 403;
    if (target.status === "kicked") return each.op === "add" ? 400 : 403;
    return target.inside ? 200 : this.enter(each.who, target);
  }

  enter(i: number, target: Seat): number {
    return this.put(i, target.status === "left" ? seat("member", true) : { ...target, inside: true });
  }

  /** In these groups every member may invite, unless restricted; in channels it needs the right. */
  mayInvite(i: number): boolean {
    const { inside, permissions } = this.read(i);
    if (this.type === "channel") return this.rightsOf(i).has("can_invite_users");
    return inside && (permissions & PERMISSIONS.can_invite_users) !== 0;
  }
}

function seat(status: Status, inside: boolean): Seat {
  const rest = { rights: new Set<Right>(), hidden: false, title: "", promoter: null };
  return { status, inside, until: 0, permissions: ALL_PERMISSIONS, ...rest };
}
