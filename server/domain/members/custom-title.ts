/** Custom titles of administrators (interface.md, setChatAdministratorCustomTitle). */
import { MAX_CUSTOM_TITLE } from "@heliogram/shared/limits.ts";
import type { Chat } from "../chats.ts";
import { isAdministrator, outsiderRefusal } from "./authority.ts";
import { currentMember, type Member } from "./member.ts";
import { accepted, type Change, refused } from "./outcome.ts";
import type { MemberRefusal } from "./refusals.ts";

/** Control characters, line and paragraph separators, lone surrogates, and bidirectional controls. */
const CONTROL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** U+20E3 turns a digit into a keycap, U+FE0F turns a text character into an emoji. */
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Presentation}\p{Emoji_Modifier}\p{Regional_Indicator}\u20E3\uFE0F]/u;

/**
 * Sets the title of the administrator `target`; an empty one clears it. The creator may do so for
 * all, the creator's own title included; others for whom they promoted themselves. Groups only.
 */
export function setCustomTitle(
  actor: Member,
  target: Member,
  title: string,
  now_s: number,
  chat: Pick<Chat, "type">,
): Change {
  if (chat.type !== "supergroup") return refused("SUPERGROUPS_ONLY");
  const before = currentMember(target, now_s);
  const refusal = titleRefusal(title) ?? settingRefusal(currentMember(actor, now_s), before, chat);
  return refusal === null ? accepted(before, { ...before, custom_title: title }) : refused(refusal);
}

/** Why `title` is not a valid title; null if it is valid. */
export function titleRefusal(title: string): MemberRefusal | null {
  if (Array.from(title).length > MAX_CUSTOM_TITLE) return "TITLE_TOO_LONG";
  return CONTROL.test(title) ? "TITLE_HAS_CONTROL_CHARACTER" : null;
}

export function hasEmoji(title: string): boolean {
  return EMOJI.test(title);
}

function settingRefusal(actor: Member, target: Member, chat: Pick<Chat, "type">): MemberRefusal | null {
  if (!isAdministrator(actor)) return outsiderRefusal(actor, chat.type) ?? "CANT_EDIT_TITLE";
  if (!isAdministrator(target)) return "NOT_AN_ADMINISTRATOR";
  if (actor.status === "creator") return null;
  if (target.status === "creator") return "OWNER_EDITS_OWN_TITLE";
  return target.promoted_by === actor.account_id ? null : "CANT_EDIT_TITLE";
}
