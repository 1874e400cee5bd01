/** editMessageLiveLocation: moves a live location that the caller has sent (behaviour.md §4). */
import { mayLastFor } from "../../domain/live-location.ts";
import { described, int, optional } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { EDIT_FIELDS, EDIT_REFUSALS, saveEdit, withMarkup } from "../messages/editing.ts";
import { LOCATION_FIELDS, noteLiveLocation, readLocation, requireLive } from "../messages/locations.ts";

export const editMessageLiveLocation = botMethod({
  name: "editMessageLiveLocation",
  summary: "Moves a live location that the caller has sent, until its time is over or it is stopped.",
  effect: "write",
  botRate: "edits",
  access: { scope: "chat", rank: "speaker", message: "message_id", purpose: "to edit" },
  fields: {
    ...EDIT_FIELDS,
    ...LOCATION_FIELDS,
    live_period: described(
      optional(int()),
      "The new period, in seconds after the date of the message: at most a day more than before, and at most 90 days from now; or 2147483647. Left out, it stays.",
    ),
  },
  result: schemas.Message,
  refusals: [...EDIT_REFUSALS, "LIVE_PERIOD_INVALID"],
  example: {
    request: { chat_id: 1001, message_id: 12, latitude: 52.53, longitude: 13.405, heading: 350 },
    result: {
      message_id: 12,
      from: { id: 1002, is_bot: true, first_name: "Echo", username: "echo_bot" },
      chat: { id: 1001, type: "private", first_name: "Alice", username: "alice" },
      date: 1_767_225_600,
      edit_date: 1_767_225_660,
      location: { latitude: 52.53, longitude: 13.405, heading: 350, live_period: 900 },
    },
  },
  prepare: ({ params }) => readLocation(params, true),
  async run(call, { live_period, reply_markup }, moved) {
    const before = requireLive(call);
    if (live_period !== undefined && !mayLastFor(call.message, live_period, call.now))
      return call.fail("LIVE_PERIOD_INVALID");
    const period = live_period ?? before.live_period;
    const location = period === undefined ? moved : { ...moved, live_period: period };
    const { text, content } = call.message;
    const edited = await saveEdit(call, text, withMarkup(call, { ...content, location }, reply_markup));
    await noteLiveLocation(call, edited.message_id, before);
    return edited;
  },
});
