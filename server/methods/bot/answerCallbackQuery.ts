/** answerCallbackQuery: answers the press of a callback button. */
import { answerPress } from "../../app/bots/press-button.ts";
import { readUrl } from "../../domain/markup.ts";
import { bool, described, int, optional, ParameterError, text } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";

const MAX_ANSWER = 200;

export const answerCallbackQuery = botMethod({
  name: "answerCallbackQuery",
  summary: "Answers a callback query with a notification, an alert, or nothing; the button's spinner ends.",
  effect: "write",
  access: { scope: "self" },
  fields: {
    callback_query_id: text({ max: 64 }),
    text: described(optional(text({ max: 4096 })), "0 to 200 characters."),
    show_alert: described(optional(bool()), "Show an alert that must be closed, instead of a notification."),
    url: described(
      optional(text({ max: 2048 })),
      "An http or https address that the client of the person opens, after a question where it leads elsewhere.",
    ),
    cache_time: optional(int()),
  },
  refusals: ["QUERY_TOO_OLD", "ANSWER_TOO_LONG"],
  example: { request: { callback_query_id: "4611686018427387904", text: "Saved" }, result: true },
  prepare({ params: { url } }) {
    if (url === undefined) return undefined;
    const address = readUrl(url);
    if (address === undefined || !/^https?:/i.test(address) || !URL.canParse(address))
      throw new ParameterError("URL_INVALID");
    return address;
  },
  async run({ tx, actor, now, fail }, params, url) {
    const words = params.text ?? "";
    if ([...words].length > MAX_ANSWER) return fail("ANSWER_TOO_LONG");
    const answer = {
      text: words,
      show_alert: params.show_alert ?? false,
      ...(url === undefined ? {} : { url }),
    };
    if (!(await answerPress(tx, actor.id, params.callback_query_id, answer, now))) return fail("QUERY_TOO_OLD");
    return true;
  },
});
