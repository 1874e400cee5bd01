/** The section of the reference about parts of Telegram's Bot API that are not supported. */
import {
  UNSUPPORTED_METHODS,
  UNSUPPORTED_PARAMETERS,
  UNSUPPORTED_UPDATE_KINDS,
} from "../engine/unsupported-methods.ts";

const names = (list: readonly string[]) => list.map((name) => `<code>${name}</code>`).join(", ");

export function unsupportedSection(): string {
  return `<section id="absent"><h2>Not supported</h2>
<p>There are no polls, stickers, stories, gifts, payments, games, inline queries, web apps or business accounts.
A call of one of these methods of Telegram's Bot API fails with 404; in the native dialect the description names the method.</p>
<p>Methods: ${names(UNSUPPORTED_METHODS)}.</p>
<p>Parameters that are ignored: ${names(UNSUPPORTED_PARAMETERS)}.</p>
<p>Kinds of update that are never sent, and are ignored in <code>allowed_updates</code>: ${names(UNSUPPORTED_UPDATE_KINDS)}.</p></section>`;
}
