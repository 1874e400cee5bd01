/** stopMessageLiveLocation: ends a live location before its time is over (behaviour.md §4). */
import { stillLocation } from "../../domain/live-location.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { EDIT_FIELDS, EDIT_REFUSALS, saveEdit, withMarkup } from "../messages/editing.ts";
import { noteLiveLocation, requireLive } from "../messages/locations.ts";

export const stopMessageLiveLocation = botMethod({
  name: "stopMessageLiveLocation",
  summary: "Ends a live location that the caller has sent; it stays where it was last.",
  effect: "write",
  botRate: "edits",
  access: { scope: "chat", rank: "speaker", message: "message_id", purpose: "to edit" },
  fields: EDIT_FIELDS,
  result: schemas.Message,
  refusals: EDIT_REFUSALS,
  example: {
    request: { chat_id: 1001, message_id: 12 },
    result: {
      message_id: 12,
      from: { id: 1002, is_bot: true, first_name: "Echo", username: "echo_bot" },
      chat: { id: 1001, type: "private", first_name: "Alice", username: "alice" },
      date: 1_767_225_600,
      edit_date: 1_767_225_660,
      location: { latitude: 52.53, longitude: 13.405 },
    },
  },
  async run(call, { reply_markup }) {
    const location = stillLocation(requireLive(call));
    const { text, content } = call.message;
    const stopped = await saveEdit(call, text, withMarkup(call, { ...content, location }, reply_markup));
    await noteLiveLocation(call, stopped.message_id);
    return stopped;
  },
});
