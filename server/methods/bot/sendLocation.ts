/** sendLocation: sends a location, which may be live. */
import { isLivePeriod } from "../../domain/live-location.ts";
import { chatId, described, int, optional, ParameterError } from "../engine/fields.ts";
import { LOCATION_FIELDS, noteLiveLocation, readLocation } from "../messages/locations.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { sendOne, SEND_FIELDS, SEND_REFUSALS } from "../messages/sending.ts";

export const sendLocation = botMethod({
  name: "sendLocation",
  summary: "Sends a location; with a period, a live one, which its sender may move.",
  effect: "write",
  access: { scope: "chat", rank: "speaker" },
  sends: true,
  fields: {
    chat_id: chatId(),
    ...LOCATION_FIELDS,
    live_period: described(
      optional(int()),
      "Seconds in which the location may be moved: 60 to 86400, or 2147483647 until it is stopped.",
    ),
    ...SEND_FIELDS,
  },
  result: schemas.Message,
  refusals: SEND_REFUSALS,
  example: {
    request: { chat_id: 1001, latitude: 52.52, longitude: 13.405 },
    result: {
      message_id: 12,
      from: { id: 1002, is_bot: true, first_name: "Echo", username: "echo_bot" },
      chat: { id: 1001, type: "private", first_name: "Alice", username: "alice" },
      date: 1_767_225_600,
      location: { latitude: 52.52, longitude: 13.405 },
    },
  },
  prepare({ params: { live_period = 0, ...params } }) {
    if (live_period === 0) return readLocation(params, false);
    if (!isLivePeriod(live_period)) throw new ParameterError("wrong live location period specified");
    return { ...readLocation(params, true), live_period };
  },
  async run(call, params, location) {
    const sent = await sendOne(call, params, { text: "", content: { location } });
    if (location.live_period !== undefined) await noteLiveLocation(call, sent.message_id);
    return sent;
  },
});
