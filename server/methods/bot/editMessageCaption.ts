/** editMessageCaption: changes the caption under a file the bot sent. */
import { described, optional, text } from "../fields.ts";
import { EDIT_FIELDS, EDIT_REFUSALS, requireOwn, saveEdit, withEntities, withMarkup } from "../editing.ts";
import { CAPTION_PLACE, captionPlace } from "../looks.ts";
import { botMethod } from "../method.ts";
import { schemas } from "../schemas.ts";
import { entitiesField, parseMode, readCaption } from "../text-fields.ts";

export const editMessageCaption = botMethod({
  name: "editMessageCaption",
  summary: "Changes or removes the caption of a message the bot sent.",
  effect: "write",
  access: { scope: "chat", rank: "speaker", message: "message_id", purpose: "to edit" },
  fields: {
    ...EDIT_FIELDS,
    caption: described(optional(text()), "0 to 1024 characters once its entities are read."),
    parse_mode: optional(parseMode()),
    caption_entities: optional(entitiesField()),
    ...CAPTION_PLACE,
  },
  result: schemas.Message,
  codes: [400, 401, 403, 404],
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
  prepare: (_deps, params) => readCaption(params.caption, params.parse_mode, params.caption_entities),
  async run(call, params, formatted) {
    requireOwn(call);
    const { content } = call.message;
    if (!content.media) return call.fail("NO_CAPTION_TO_EDIT");
    const { caption_above: _before, ...kept } = withEntities(content, formatted.entities);
    const revised = withMarkup(call, { ...kept, ...captionPlace(content.media, params) }, params.reply_markup);
    return saveEdit(call, formatted.text, revised);
  },
});
