/** What one member may do to another, asked beforehand: screens offer what would be done, and say why not (behaviour.md §3). */
import type { Chat } from "../chats.ts";
import type { Ancestry } from "./authority.ts";
import { ban, restrict, unban } from "./change.ts";
import { setCustomTitle } from "./custom-title.ts";
import type { Member } from "./member.ts";
import type { Refused } from "./outcome.ts";
import { transferOwnership } from "./ownership.ts";
import { NO_PERMISSIONS } from "./permissions.ts";
import { promote } from "./promotion.ts";
import type { MemberRefusal } from "./refusals.ts";
import { NO_RIGHTS, RIGHTS } from "./rights.ts";

/** `promote` is about the least of rights: which of them can be given is a question for each. */
export type Deed = "restrict" | "ban" | "unban" | "promote" | "demote" | "set_title" | "transfer_ownership";

/** Every deed with the refusal it would meet, or null: the rules themselves are asked, so there is no second opinion. */
export function deedsUpon(
  actor: Member,
  target: Member,
  now_s: number,
  chat: Pick<Chat, "type">,
  above: Ancestry,
): Record<Deed, MemberRefusal | null> {
  const around = [now_s, chat, above] as const;
  return {
    restrict: refusalOf(restrict(actor, target, NO_PERMISSIONS, 0, ...around)),
    ban: refusalOf(ban(actor, target, 0, ...around)),
    unban: refusalOf(unban(actor, target, true, ...around)),
    promote: refusalOf(promote(actor, target, RIGHTS.can_manage_chat, false, ...around)),
    demote: refusalOf(promote(actor, target, NO_RIGHTS, false, ...around)),
    set_title: refusalOf(setCustomTitle(actor, target, "", now_s, chat)),
    transfer_ownership: refusalOf(transferOwnership(actor, target, now_s, chat)),
  };
}

function refusalOf(outcome: { readonly ok: true } | Refused): MemberRefusal | null {
  return outcome.ok ? null : outcome.refusal;
}
