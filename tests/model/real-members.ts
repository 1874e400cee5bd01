/** Applies the rules about members to a chat in memory. */
import { type Member, memberOf } from "../../server/domain/members/member.ts";
import type { Change } from "../../server/domain/members/outcome.ts";
import { DEFAULT_GROUP_PERMISSIONS } from "../../server/domain/members/permissions.ts";
import { MEMBER_REFUSALS } from "../../server/domain/members/refusals.ts";
import { readRights } from "../../server/domain/members/rights.ts";
import { START, type Step, type World } from "./member-histories.ts";
import type { Rules } from "./member-rules.ts";

export class RealMembers {
  members: Member[] = [memberOf(0, "creator"), ...[1, 2, 3, 4].map((id) => memberOf(id, "member"))];
  now_s = START;
  /** The accounts with an open join request. */
  readonly waiting = new Set<number>();
  readonly rules: Rules;
  readonly chat;

  constructor(rules: Rules, type: World["type"]) {
    this.rules = rules;
    this.chat = { type, permissions: DEFAULT_GROUP_PERMISSIONS };
  }

  /** @returns the code of the outcome, 200 for a success */
  apply(each: Step): number {
    if (each.op === "wait") {
      this.now_s += each.seconds;
      return 200;
    }
    if (each.op === "transfer") return this.transfer(this.members[each.by]!, this.members[each.who]!);
    if (each.op === "ask" || each.op === "decline") return this.ask(each);
    const change = this.decide(each);
    if (!change.ok) return MEMBER_REFUSALS[change.refusal].code;
    const { member, promoterReplacement } = change;
    this.members[each.who] = member;
    if (!this.rules.staysOpen(member)) this.waiting.delete(each.who);
    if (promoterReplacement === null) return 200;
    this.members = this.members.map((other) =>
      other.promoted_by === promoterReplacement.from ? { ...other, promoted_by: promoterReplacement.to } : other,
    );
    return 200;
  }

  private ask(each: Extract<Step, { op: "ask" | "decline" }>): number {
    const { rules, chat, now_s, waiting } = this;
    const target = this.members[each.who]!;
    const refusal =
      each.op === "ask"
        ? rules.joinRequestRefusal(target, now_s, chat)
        : rules.decline(this.members[each.by]!, waiting.has(each.who), now_s, chat);
    if (refusal !== null) return MEMBER_REFUSALS[refusal].code;
    if (each.op === "ask") waiting.add(each.who);
    else waiting.delete(each.who);
    return 200;
  }

  private transfer(actor: Member, target: Member): number {
    const outcome = this.rules.transferOwnership(actor, target, this.now_s, this.chat);
    if (!outcome.ok) return MEMBER_REFUSALS[outcome.refusal].code;
    this.members[actor.account_id] = outcome.from;
    this.members[target.account_id] = outcome.to;
    return 200;
  }

  private decide(each: Exclude<Step, { op: "wait" | "transfer" | "ask" | "decline" }>): Change {
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
      case "approve":
        return rules.approve(actor, target, this.waiting.has(each.who), now_s, chat);
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
