/** The message that shows the first lines of a bot in several libraries. */
import { isOfOneMachine } from "@heliogram/shared/addresses.ts";
import { BOT_PROGRAMS } from "@heliogram/shared/bot-programs.ts";
import { plain } from "./talk.ts";

/** What to do where nothing better is known than what a machine calls itself. */
const ELSEWHERE =
  "These addresses work on the machine that Heliogram runs on, and on no other. For a program elsewhere, put in the address at which others open Heliogram. Whoever runs it can name that for everybody, with the setting <code>HELIOGRAM_PUBLIC_URL</code>.";

/** All of them as one message in HTML. */
export function snippets(base_url: string): string {
  const parts = BOT_PROGRAMS.map(
    ({ library, language, code }) =>
      `<b>${library}</b>\n<pre><code class="language-${language}">${plain(code(base_url))}</code></pre>`,
  );
  return `An echo bot to begin with; it finds its token in the environment, as <code>BOT_TOKEN</code>.

${parts.join("\n")}
A program that was written for another service may want the dialect it knows: /setdialect. All methods are explained at ${plain(base_url)}/reference${isOfOneMachine(base_url) ? `\n\n${ELSEWHERE}` : ""}`;
}
