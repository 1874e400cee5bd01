/** sendLocation: sends a location. */
import { MAX_ACCURACY_M } from "@heliogram/shared/limits.ts";
import type { Location } from "../../domain/messages.ts";
import { chatId, described, float, optional, ParameterError } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { sendOne, SEND_FIELDS, SEND_REFUSALS } from "../messages/sending.ts";

/** The parameters of a location. */
export const POINT_FIELDS = { latitude: float(), longitude: float() };

/** @throws ParameterError for a point that is not on the earth */
export function readPoint(latitude: number, longitude: number, horizontal_accuracy?: number): Location {
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) throw new ParameterError("wrong location specified");
  const accuracy = horizontal_accuracy ?? 0;
  if (accuracy < 0 || accuracy > MAX_ACCURACY_M) throw new ParameterError("wrong horizontal_accuracy specified");
  return { latitude, longitude, ...(horizontal_accuracy === undefined ? {} : { horizontal_accuracy }) };
}

export const sendLocation = botMethod({
  name: "sendLocation",
  summary: "Sends a location.",
  effect: "write",
  access: { scope: "chat", rank: "speaker" },
  sends: true,
  fields: {
    chat_id: chatId(),
    ...POINT_FIELDS,
    horizontal_accuracy: described(optional(float()), "Metres, 0 to 1500."),
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
  prepare: ({ params }) => readPoint(params.latitude, params.longitude, params.horizontal_accuracy),
  async run(call, params, location) {
    return sendOne(call, params, { text: "", content: { location } });
  },
});
