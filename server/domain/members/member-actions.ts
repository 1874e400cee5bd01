/** Which actions one member may take on another: screens show them, or why they are disabled (behaviour.md §3). */
import type { MemberAction } from "@heliogram/shared/abilities.ts";
import type { Chat } from "../chats.ts";
import type { PromoterChain } from "./authority.ts";
import { ban, restrict, unban } from "./change.ts";
import { setCustomTitle } from "./custom-title.ts";
import type { Member } from "./member.ts";
import type { Refused } from "./outcome.ts";
import { transferOwnership } from "./ownership.ts";
import { NO_PERMISSIONS } from "./permissions.ts";
import { promote } from "./promotion.ts";
import type { MemberRefusal } from "./refusals.ts";
import { NO_RIGHTS, RIGHTS } from "./rights.ts";

/** Every action with its refusal, or null. It evaluates the rules themselves, so that the two cannot disagree. */
export function memberActions(
  actor: Member,
  target: Member,
  now_s: number,
  chat: Pick<Chat, "type">,
  promoters: PromoterChain,
): Record<MemberAction, MemberRefusal | null> {
  const rest = [now_s, chat, promoters] as const;
  return {
    restrict: refusalOf(restrict(actor, target, NO_PERMISSIONS, 0, ...rest)),
    ban: refusalOf(ban(actor, target, 0, ...rest)),
    unban: refusalOf(unban(actor, target, true, ...rest)),
    promote: refusalOf(promote(actor, target, RIGHTS.can_manage_chat, false, ...rest)),
    demote: refusalOf(promote(actor, target, NO_RIGHTS, false, ...rest)),
    set_title: refusalOf(setCustomTitle(actor, target, "", now_s, chat)),
    transfer_ownership: refusalOf(transferOwnership(actor, target, now_s, chat)),
  };
}

function refusalOf(outcome: { readonly ok: true } | Refused): MemberRefusal | null {
  return outcome.ok ? null : outcome.refusal;
}
