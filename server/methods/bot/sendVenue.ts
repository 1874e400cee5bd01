/** sendVenue: a place with a name. */
import { chatId, text } from "../fields.ts";
import { botMethod } from "../method.ts";
import { schemas } from "../schemas.ts";
import { send, SEND_FIELDS, SEND_REFUSALS } from "../sending.ts";
import { POINT_FIELDS, readPoint } from "./sendLocation.ts";

export const sendVenue = botMethod({
  name: "sendVenue",
  summary: "Sends a place: a point with a title and an address.",
  effect: "write",
  access: { scope: "chat", rank: "speaker" },
  sends: true,
  fields: {
    chat_id: chatId(),
    ...POINT_FIELDS,
    title: text({ max: 256 }),
    address: text({ max: 512 }),
    ...SEND_FIELDS,
  },
  result: schemas.Message,
  codes: [400, 401, 403, 404],
  refusals: SEND_REFUSALS,
  example: {
    request: { chat_id: 1001, latitude: 52.52, longitude: 13.405, title: "Office", address: "1 Main Street" },
    result: {
      message_id: 13,
      from: { id: 1002, is_bot: true, first_name: "Echo", username: "echo_bot" },
      chat: { id: 1001, type: "private", first_name: "Alice", username: "alice" },
      date: 1_767_225_600,
      venue: { location: { latitude: 52.52, longitude: 13.405 }, title: "Office", address: "1 Main Street" },
      location: { latitude: 52.52, longitude: 13.405 },
    },
  },
  prepare: (_deps, { latitude, longitude }) => readPoint(latitude, longitude),
  async run(call, params, location) {
    const venue = { title: params.title, address: params.address };
    const [message] = await send(call, params, [{ text: "", content: { location, venue } }]);
    return message;
  },
});
