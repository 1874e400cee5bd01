/** What Telegram's Bot API has and this service has not, as a section of the reference. */
import { ABSENT_METHODS, ABSENT_PARAMETERS } from "../bot/absent-methods.ts";

/** Kinds of update of Telegram's that never come here, as the type `Update` of @grammyjs/types 5.0.0 has them. */
export const ABSENT_UPDATE_KINDS = [
  "business_connection",
  "business_message",
  "chat_boost",
  "chosen_inline_result",
  "deleted_business_messages",
  "edited_business_message",
  "guest_message",
  "inline_query",
  "managed_bot",
  "message_reaction",
  "message_reaction_count",
  "poll",
  "poll_answer",
  "pre_checkout_query",
  "purchased_paid_media",
  "removed_chat_boost",
  "shipping_query",
  "stopped_message_generation",
  "subscription",
] as const;

const names = (list: readonly string[]) => list.map((name) => `<code>${name}</code>`).join(", ");

export function absentSection(): string {
  return `<section id="absent"><h2>What Telegram has and Heliogram has not</h2>
<p>There are no polls, stickers, reactions, topics, stories, gifts, payments, games, inline queries, web apps or business accounts.
A call of one of these methods is answered with 404; in the native dialect the description names the method.</p>
<p>Methods: ${names(ABSENT_METHODS)}.</p>
<p>Parameters that are passed over: ${names(ABSENT_PARAMETERS)}.</p>
<p>Kinds of update that never come, and are ignored in <code>allowed_updates</code>: ${names(ABSENT_UPDATE_KINDS)}.</p></section>`;
}
