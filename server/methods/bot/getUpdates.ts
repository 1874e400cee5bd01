/** getUpdates: long polling (interface.md, getUpdates; behaviour.md §6). */
import type { Update } from "@heliogram/shared/wire.ts";
import { allowUpdates } from "../../app/bots/set-webhook.ts";
import { listOfJson } from "../engine/api-response.ts";
import { allowedUpdates } from "./allowed-updates.ts";
import { described, int, optional } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";

/** The largest `timeout`, in seconds (behaviour.md §6). */
const MAX_TIMEOUT_S = 50;
const MAX_LIMIT = 100;

export const getUpdates = botMethod({
  name: "getUpdates",
  summary: "Returns the bot's pending updates, or waits for the next one.",
  effect: "wait",
  polls: true,
  access: { scope: "self" },
  fields: {
    offset: described(
      optional(int()),
      "The first update to return; all earlier ones are confirmed and deleted. A negative value keeps only the last −n.",
    ),
    limit: described(optional(int()), "The largest number of updates to return, 1 to 100; 100 by default."),
    timeout: described(optional(int()), "Seconds to wait if no update is pending; 0 to 50."),
    allowed_updates: described(optional(allowedUpdates()), "The kinds of update that the bot receives from now on."),
  },
  result: arrayOfSchema(schemas.Update),
  refusals: ["WEBHOOK_ACTIVE", "OTHER_POLL", "WEBHOOK_SET", "UNAUTHORIZED"],
  example: {
    request: { offset: 1, timeout: 30 },
    result: [
      {
        update_id: 1,
        message: {
          message_id: 7,
          from: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" },
          chat: { id: 1001, type: "private", first_name: "Alice", username: "alice" },
          date: 1_767_225_600,
          text: "Hello",
        },
      },
    ],
  },
  async run({ actor, deps, signal, isStillCaller, fail }, params) {
    const wanted = params.allowed_updates;
    if (wanted !== undefined && JSON.stringify(wanted) !== JSON.stringify(actor.allowed_updates)) {
      await deps.db.write((tx) => allowUpdates(tx, actor.id, wanted));
    }
    const answer = await deps.updates.take(actor.id, {
      offset: params.offset ?? 0,
      limit: clamp(params.limit ?? MAX_LIMIT, 1, MAX_LIMIT),
      timeout_s: clamp(params.timeout ?? 0, 0, MAX_TIMEOUT_S),
      signal,
      isStillCaller,
    });
    return typeof answer === "string" ? fail(answer) : listOfJson<Update>(answer.json);
  },
});

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
