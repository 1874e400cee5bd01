/** The message with an example bot in several libraries. */
import { isLoopbackUrl } from "@heliogram/shared/loopback-url.ts";
import { BOT_PROGRAMS } from "@heliogram/shared/bot-programs.ts";
import { escapeHtml } from "./conversation.ts";

/** Advice for addresses that are valid on the machine of the service only. */
const LOCAL_ADDRESS_ADVICE =
  "These addresses work on the machine that Heliogram runs on, and on no other. For a program elsewhere, put in the address at which others open Heliogram. Whoever runs it can name that for everybody, with the setting <code>HELIOGRAM_PUBLIC_URL</code>.";

/** @returns the message, as HTML */
export function snippets(base_url: string): string {
  const parts = BOT_PROGRAMS.map(
    ({ library, language, code }) =>
      `<b>${library}</b>\n<pre><code class="language-${language}">${escapeHtml(code(base_url))}</code></pre>`,
  );
  return `An echo bot to begin with; it finds its token in the environment, as <code>BOT_TOKEN</code>.

${parts.join("\n")}
A program that was written for another service may want the dialect it knows: /setdialect. All methods are explained at ${escapeHtml(base_url)}/reference${isLoopbackUrl(base_url) ? `\n\n${LOCAL_ADDRESS_ADVICE}` : ""}`;
}
