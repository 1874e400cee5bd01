/** What the methods that change members have in common, for bots and people. */
import { changeMember } from "../app/change-member.ts";
import type { Account } from "../domain/accounts.ts";
import type { Chat } from "../domain/chats.ts";
import type { Member } from "../domain/members/member.ts";
import type { Change } from "../domain/members/outcome.ts";
import { MEMBER_REFUSALS, type MemberRefusal } from "../domain/members/refusals.ts";
import type { Fail } from "../domain/refusals.ts";
import type { ReadTx, Tx } from "../store/db.ts";
import { promoterChain } from "../store/members.ts";
import type { Deps } from "./deps.ts";

/** Everything the rules about members may refuse with. */
export const ALL_MEMBER_REFUSALS = Object.keys(MEMBER_REFUSALS) as readonly MemberRefusal[];

interface MemberCall {
  readonly tx: Tx;
  readonly deps: Deps;
  readonly now: number;
  readonly actor: Account;
  readonly chat: Chat;
  readonly member: Member;
  readonly target: Account;
  readonly targetMember: Member;
  readonly fail: Fail<MemberRefusal>;
}

/** Who stands above the target: what the rules ask about an administrator (behaviour.md §3, note 3). */
export async function aboveTarget(tx: ReadTx, chat: Chat, target: Member): Promise<readonly number[]> {
  return target.status === "administrator" ? promoterChain(tx, chat.id, target) : [];
}

/** Carries out what the rules decided about the target. @throws Refused */
export async function applyChange(call: MemberCall, change: Change): Promise<true> {
  if (!change.ok) return call.fail(change.refusal, call.chat.type);
  const step = {
    chat: call.chat,
    by: { account: call.actor, member: call.member },
    target: call.target,
    before: call.targetMember,
    change,
  };
  await changeMember(call.tx, call.deps.env, step, call.now);
  return true;
}
