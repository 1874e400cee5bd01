/** answerCallbackQuery: answers the press of a callback button. */
import { answerPress } from "../../app/bots/press-button.ts";
import { bool, described, int, optional, text } from "../engine/fields.ts";
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
    url: optional(text({ max: 2048 })),
    cache_time: optional(int()),
  },
  refusals: ["QUERY_TOO_OLD", "ANSWER_TOO_LONG"],
  example: { request: { callback_query_id: "4611686018427387904", text: "Saved" }, result: true },
  async run({ tx, actor, now, fail }, params) {
    const words = params.text ?? "";
    if ([...words].length > MAX_ANSWER) return fail("ANSWER_TOO_LONG");
    const answer = {
      text: words,
      show_alert: params.show_alert ?? false,
      ...(params.url === undefined ? {} : { url: params.url }),
    };
    if (!(await answerPress(tx, actor.id, params.callback_query_id, answer, now))) return fail("QUERY_TOO_OLD");
    return true;
  },
});
