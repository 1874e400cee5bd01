/** What only the owner of a chat may do, and the transfer of ownership (behaviour.md §3, note 4). */
import type { Account } from "../accounts.ts";
import type { Chat } from "../chats.ts";
import { outsiderRefusal } from "./authority.ts";
import { currentMember, type Member, memberOf } from "./member.ts";
import { type Refused, refused } from "./outcome.ts";
import type { MemberRefusal } from "./refusals.ts";
import { RIGHTS_IN } from "./rights.ts";

/** Why the member may not do what only the owner may do; null for the owner. */
export function ownershipRefusal(member: Member, now_s: number, chat: Pick<Chat, "type">): MemberRefusal | null {
  if (member.status === "creator") return null;
  return outsiderRefusal(currentMember(member, now_s), chat.type) ?? "NOT_THE_OWNER";
}

/**
 * Whether nobody can act as the owner of a group or channel any more: the creator has left, or is suspended. Owners of
 * the service may then take it over or delete it.
 */
export function isAbandoned(creator: Pick<Account, "suspended_at"> | undefined): boolean {
  return creator === undefined || creator.suspended_at !== null;
}

export interface Transfer {
  readonly ok: true;
  /** The record of the former owner: an administrator with every right, promoted by the new owner. */
  readonly from: Member;
  /** The record of the new owner. The caller also sets the chat's `creator_id`. */
  readonly to: Member;
}

/**
 * Transfers the chat from its creator `actor` to `target`, who must be in the chat. Both keep their titles, their
 * anonymity and the administrators they promoted. The caller must check that `target` may own chats.
 */
export function transferOwnership(
  actor: Member,
  target: Member,
  now_s: number,
  chat: Pick<Chat, "type">,
): Transfer | Refused {
  if (chat.type === "private") return refused("GROUPS_AND_CHANNELS_ONLY");
  if (actor.status !== "creator")
    return refused(outsiderRefusal(currentMember(actor, now_s), chat.type) ?? "OWNER_ONLY");
  if (actor.account_id === target.account_id) return refused("ALREADY_OWNER");
  const before = currentMember(target, now_s);
  if (!before.is_member) return refused("USER_NOT_PARTICIPANT");
  return { ok: true, ...handOver(actor, before, chat.type) };
}

/**
 * Makes `target`, who need not be in the chat, the owner of an abandoned chat (`isAbandoned`). A suspended creator stays
 * an administrator, as after a transfer.
 */
export function takeOver(
  creator: Member | undefined,
  target: Member,
  now_s: number,
  chat: Pick<Chat, "type">,
): { readonly from: Member | undefined; readonly to: Member } | Refused {
  if (chat.type === "private") return refused("GROUPS_AND_CHANNELS_ONLY");
  if (target.status === "creator") return refused("ALREADY_OWNER");
  const before = currentMember(target, now_s);
  if (creator) return handOver(creator, before, chat.type);
  return { from: undefined, to: ownerRecord(before) };
}

function handOver(
  creator: Member,
  target: Member,
  type: Exclude<Chat["type"], "private">,
): Pick<Transfer, "from" | "to"> {
  const promoted = { status: "administrator", rights: RIGHTS_IN[type], promoted_by: target.account_id } as const;
  return { from: { ...creator, ...promoted }, to: ownerRecord(target) };
}

function ownerRecord({ account_id, custom_title, is_anonymous }: Member): Member {
  return { ...memberOf(account_id, "creator"), custom_title, is_anonymous };
}
