/** editMessageText: changes the text of a message (interface.md, editMessageText). */
import { described, optional, ParameterError, text } from "../engine/fields.ts";
import {
  EDIT_FIELDS,
  EDIT_REFUSALS,
  requireEditable,
  requireEditSending,
  saveEdit,
  withEntities,
  withMarkup,
} from "../messages/editing.ts";
import { PREVIEW_FIELDS, linkPreviewOptions, withDisplayOptions } from "../messages/display-options.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { richMessage } from "../messages/rich-fields.ts";
import { kindsOfRich, prepareRich, saveRich } from "../messages/rich-files.ts";
import { bodyOf } from "../messages/sending.ts";
import { entitiesField, parseMode, readText } from "../messages/text-fields.ts";

export const editMessageText = botMethod({
  name: "editMessageText",
  summary: "Changes the text or the blocks of a message the bot sent.",
  effect: "write",
  botRate: "edits",
  files: (limits) => ({ rich_message: limits.media_group_file }),
  access: { scope: "chat", rank: "speaker", message: "message_id", purpose: "to edit" },
  fields: {
    ...EDIT_FIELDS,
    text: described(optional(text()), "1 to 4096 characters after parsing entities; required without rich_message."),
    parse_mode: optional(parseMode()),
    entities: optional(entitiesField()),
    ...PREVIEW_FIELDS,
    rich_message: described(optional(richMessage()), "The blocks of the message, instead of a text."),
  },
  result: schemas.Message,
  refusals: [...EDIT_REFUSALS, "NO_TEXT_TO_EDIT", "BAD_MEDIA", "FILE_TOO_BIG", "WRONG_FILE_ID"],
  example: {
    request: { chat_id: 1001, message_id: 8, text: "Hello again" },
    result: {
      message_id: 8,
      from: { id: 1002, is_bot: true, first_name: "Echo", username: "echo_bot" },
      chat: { id: 1001, type: "private", first_name: "Alice", username: "alice" },
      date: 1_767_225_600,
      edit_date: 1_767_225_660,
      text: "Hello again",
    },
  },
  async precheck(call, { rich_message }) {
    requireEditable(call);
    const kinds = rich_message ? await kindsOfRich(rich_message, call.actor) : [];
    for (const kind of kinds) requireEditSending(call, kind);
  },
  prepare(call) {
    const { params } = call;
    const { text: plain, rich_message } = params;
    if (rich_message === undefined && plain === undefined) throw new ParameterError("message text is empty");
    if (rich_message !== undefined && plain !== undefined) {
      throw new ParameterError("text and rich_message can't be specified together");
    }
    if (rich_message) return prepareRich(call, rich_message);
    return { ...bodyOf(readText(plain!, params.parse_mode, params.entities)), files: [] };
  },
  async run(call, params, prepared) {
    requireEditable(call);
    const { content } = call.message;
    if (content.media || call.message.text === "") return call.fail("NO_TEXT_TO_EDIT");
    const body = await saveRich(call, prepared);
    for (const { kind } of body.content.rich_files ?? []) requireEditSending(call, kind);
    const kept = withEntities(content, undefined);
    const looking = withDisplayOptions({ ...kept, ...body.content }, linkPreviewOptions(params));
    return saveEdit(call, body.text, withMarkup(call, looking, params.reply_markup));
  },
});
