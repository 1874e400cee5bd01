/** The rule about rich messages: what of their Markdown or HTML does not reach the message. */
import { memberOf, parsed } from "../json-values.ts";
import { evidenceOf, type LintRule } from "./rule.ts";

/** Only the newest calls are read: each is parsed again. */
const MAX_CALLS = 200;

export const richMessageLoss: LintRule = {
  name: "rich_message_loss",
  severity: "warning",
  doc: "The Markdown or HTML of a rich message has elements that Telegram's Rich HTML does not have, or media, which are links here.",
  *check({ calls, leftOutOf }) {
    const rich = calls.filter(({ status, params }) => status === 200 && params?.get("rich_message") !== undefined);
    for (const call of rich.slice(-MAX_CALLS)) {
      const value = parsed(call.params?.get("rich_message"));
      for (const kind of ["markdown", "html"] as const) {
        const markup = memberOf(value, kind);
        const left = typeof markup === "string" ? leftOutOf(markup, kind) : undefined;
        for (const name of left?.elements ?? []) {
          const message = `The ${kind} of ${call.method} has <${name}>, which rich messages do not have: its content alone stays, if it has any. Telegram may refuse it.`;
          yield evidenceOf(call, `<${name}>`, message);
        }
        if (left?.media) {
          const message = `The ${kind} of ${call.method} has media. Here they are links, because the service does not fetch them; send a file of its own.`;
          yield evidenceOf(call, "media", message);
        }
      }
    }
  },
};
