/** The rules about callback buttons: the size of their data, and presses that are not answered. */
import { richButtons } from "../../domain/rich/read-button.ts";
import type { RecordedUpdate } from "../updates/update-log.ts";
import { memberOf, parsed } from "../json-values.ts";
import {
  evidenceOf,
  evidenceOfUpdate,
  patternOf,
  type DeliveredQuery,
  type Evidence,
  type LintInput,
  type LintRule,
} from "./rule.ts";

/** With less room than this below the limit, an id that grows by a few digits is refused. */
const SPARE_BYTES = 8;

export const callbackDataNearLimit: LintRule = {
  name: "callback_data_near_limit",
  severity: "warning",
  doc: `The \`callback_data\` of a button is less than ${SPARE_BYTES} bytes below the limit, or above it.`,
  *check({ calls, api: { max_callback_bytes: most } }) {
    for (const call of calls) {
      const markup = parsed(call.params?.get("reply_markup"));
      const inText = richButtons(parsed(call.params?.get("rich_message")));
      for (const data of [...callbackData(markup), ...inText.flatMap((each) => each.callback_data ?? [])]) {
        const bytes = Buffer.byteLength(data);
        if (bytes <= most - SPARE_BYTES) continue;
        const pattern = patternOf(data);
        const consequence = bytes > most ? "so it is refused" : "so longer ids in it are refused";
        yield evidenceOf(
          call,
          pattern,
          `The callback_data ${pattern} of ${call.method} has ${bytes} of ${most} bytes, ${consequence}. Keep the details in the bot, and put a short id into the button.`,
        );
      }
    }
  },
};

function* callbackData(markup: unknown): Iterable<string> {
  const rows = memberOf(markup, "inline_keyboard");
  for (const row of Array.isArray(rows) ? rows : []) {
    for (const button of Array.isArray(row) ? row : []) {
      const data = memberOf(button, "callback_data");
      if (typeof data === "string") yield data;
    }
  }
}

export const callbackQueryUnanswered: LintRule = {
  name: "callback_query_unanswered",
  severity: "error",
  doc: "The bot has received a callback query and has not answered it by `answerCallbackQuery` in time, which is 150 seconds of the service's clock. Until then the button shows that it waits.",
  *check({ unanswered }: LintInput): Iterable<Evidence> {
    for (const { update, data } of unanswered) {
      const subject = patternOf(data);
      const message = `A press of the button ${subject} was not answered in time. Call answerCallbackQuery for every callback query, without a text if there is nothing to say.`;
      yield evidenceOfUpdate(update, subject, message);
    }
  },
};

/** The callback queries that bots have received. Whether they were answered is in the store. */
export function* deliveredQueries(updates: readonly RecordedUpdate[]): Iterable<DeliveredQuery> {
  for (const { update, body } of updates) {
    if (update.kind !== "callback_query" || !(update.state === "delivered" || update.state === "confirmed")) continue;
    const query = parsed(body);
    const [id, data] = [memberOf(query, "id"), memberOf(query, "data")];
    if (typeof id === "string" && typeof data === "string") yield { update, id, data };
  }
}
