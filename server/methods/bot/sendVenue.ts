/** sendVenue: sends a location with a title and an address. */
import { definedOnly } from "../engine/defined-only.ts";
import { chatId, described, optional, text } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { sendOne, SEND_FIELDS, SEND_REFUSALS } from "../messages/sending.ts";
import { POINT_FIELDS, readPoint } from "../messages/locations.ts";

/** The largest length of ids and types of places at other services. */
const MAX_ID = 256;

export const sendVenue = botMethod({
  name: "sendVenue",
  summary: "Sends a venue: a location with a title and an address.",
  effect: "write",
  access: { scope: "chat", rank: "speaker" },
  sends: true,
  fields: {
    chat_id: chatId(),
    ...POINT_FIELDS,
    title: text({ max: 256 }),
    address: text({ max: 512 }),
    foursquare_id: described(optional(text({ max: MAX_ID })), "The place's id at Foursquare."),
    foursquare_type: optional(text({ max: MAX_ID })),
    google_place_id: described(optional(text({ max: MAX_ID })), "The place's id at Google."),
    google_place_type: optional(text({ max: MAX_ID })),
    ...SEND_FIELDS,
  },
  result: schemas.Message,
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
  prepare: ({ params: { latitude, longitude } }) => readPoint(latitude, longitude),
  async run(call, params, location) {
    const { title, address, foursquare_id, foursquare_type, google_place_id, google_place_type } = params;
    const ids = definedOnly({ foursquare_id, foursquare_type, google_place_id, google_place_type });
    const venue = { title, address, ...ids };
    return sendOne(call, params, { text: "", content: { location, venue } });
  },
});
