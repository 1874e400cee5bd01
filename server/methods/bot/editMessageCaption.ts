/** editMessageCaption: changes the caption of a message with media. */
import { described, optional, text } from "../engine/fields.ts";
import {
  EDIT_FIELDS,
  EDIT_REFUSALS,
  requireEditable,
  saveEdit,
  withEntities,
  withMarkup,
} from "../messages/editing.ts";
import { CAPTION_POSITION_FIELDS, captionPosition } from "../messages/display-options.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { entitiesField, parseMode, readCaption } from "../messages/text-fields.ts";

export const editMessageCaption = botMethod({
  name: "editMessageCaption",
  summary: "Changes or removes the caption of a message the bot sent.",
  effect: "write",
  botRate: "edits",
  access: { scope: "chat", rank: "speaker", message: "message_id", purpose: "to edit" },
  fields: {
    ...EDIT_FIELDS,
    caption: described(optional(text()), "0 to 1024 characters after parsing entities."),
    parse_mode: optional(parseMode()),
    caption_entities: optional(entitiesField()),
    ...CAPTION_POSITION_FIELDS,
  },
  result: schemas.Message,
  refusals: [...EDIT_REFUSALS, "NO_CAPTION_TO_EDIT"],
  example: {
    request: { chat_id: 1001, message_id: 9, caption: "The new plan" },
    result: {
      message_id: 9,
      from: { id: 1002, is_bot: true, first_name: "Echo", username: "echo_bot" },
      chat: { id: 1001, type: "private", first_name: "Alice", username: "alice" },
      date: 1_767_225_600,
      edit_date: 1_767_225_660,
      document: { file_id: "AQQA…", file_unique_id: "x7Yd0q3mUe5w2r1t", file_name: "plan.pdf", file_size: 4096 },
      caption: "The new plan",
    },
  },
  prepare: ({ params }) => readCaption(params.caption, params.parse_mode, params.caption_entities),
  async run(call, params, formatted) {
    requireEditable(call);
    const { content } = call.message;
    if (!content.media) return call.fail("NO_CAPTION_TO_EDIT");
    const { caption_above: _before, ...kept } = withEntities(content, formatted.entities);
    const revised = withMarkup(call, { ...kept, ...captionPosition(content.media, params) }, params.reply_markup);
    return saveEdit(call, formatted.text, revised);
  },
});
