/** The message that shows the first lines of a bot in several libraries. */
import { BOT_PROGRAMS } from "@heliogram/shared/bot-programs.ts";
import { plain } from "./talk.ts";

/** All of them as one message in HTML. */
export function snippets(base_url: string): string {
  const parts = BOT_PROGRAMS.map(
    ({ library, language, code }) =>
      `<b>${library}</b>\n<pre><code class="language-${language}">${plain(code(base_url))}</code></pre>`,
  );
  return `An echo bot to begin with; it finds its token in the environment, as <code>BOT_TOKEN</code>.

${parts.join("\n")}
A program that was written for another service may want the dialect it knows: /setdialect. All methods are explained at ${plain(base_url)}/reference`;
}
