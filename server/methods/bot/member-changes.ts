/** What the methods that change members have in common, in both APIs. */
import { changeMember } from "../../app/members/change-member.ts";
import type { Account } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import type { Member } from "../../domain/members/member.ts";
import type { Change } from "../../domain/members/outcome.ts";
import { MEMBER_REFUSALS, type MemberRefusal } from "../../domain/members/refusals.ts";
import type { Fail } from "../../domain/refusals.ts";
import type { ReadTx, Tx } from "../../store/db.ts";
import { promoterChain } from "../../store/queries/members/members.ts";
import type { Deps } from "../engine/deps.ts";

/** Every refusal of the rules about members. */
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

/** The administrators who promoted the target, directly or indirectly (behaviour.md §3, note 3). */
export async function aboveTarget(tx: ReadTx, chat: Chat, target: Member): Promise<readonly number[]> {
  return target.status === "administrator" ? promoterChain(tx, chat.id, target) : [];
}

/** Applies a change of the target that the rules allow. @throws RefusalError */
export async function applyChange(call: MemberCall, change: Change): Promise<true> {
  if (!change.ok) return call.fail(change.refusal, call.chat.type);
  const step = {
    chat: call.chat,
    by: { account: call.actor, member: call.member },
    target: call.target,
    before: call.targetMember,
    change,
  };
  await changeMember(call.tx, call.deps.app, step, call.now);
  return true;
}
