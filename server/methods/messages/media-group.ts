/** The elements of a media group (interface.md, InputMedia). */
import { MAX_ALBUM } from "@heliogram/shared/limits.ts";
import type { PreparedMedia } from "../../app/messages/save-media.ts";
import { InputMedia as InputMediaSchema } from "@heliogram/shared/wire/messages.ts";
import { list as listSchema } from "@heliogram/shared/wire/schema.ts";
import {
  arrayOf,
  NATIVE_READ_OPTIONS,
  object,
  oneOf,
  optional,
  ParameterError,
  text,
  type Field,
  type Params,
} from "../engine/fields.ts";
import { MEDIA_DISPLAY_FIELDS } from "./display-options.ts";
import { ELEMENT_HINTS, ELEMENT_MEDIA, prepareElementFile, type PreparedFiles } from "./element-file.ts";
import type { MediaSender } from "./prepared-media.ts";
import { entitiesField, parseMode, readCaption, type Formatted } from "./text-fields.ts";

const INPUT_MEDIA = {
  type: oneOf("photo", "video", "audio", "document", "animation"),
  media: ELEMENT_MEDIA,
  caption: optional(text()),
  parse_mode: optional(parseMode()),
  caption_entities: optional(entitiesField()),
  ...ELEMENT_HINTS,
  ...MEDIA_DISPLAY_FIELDS,
};

export type InputMedia = Params<typeof INPUT_MEDIA>;

/** One element, as editMessageMedia takes it. */
export function inputMedia(): Field<InputMedia> {
  return object(INPUT_MEDIA, {
    syntax: "can't parse media JSON object",
    shape: "can't parse InputMedia: an object is expected",
  });
}

export function mediaGroup(): Field<InputMedia[]> {
  const list = arrayOf(inputMedia(), { max: 1000, error: "can't parse media JSON object" });
  return {
    read(raw, name, { albumKinds } = NATIVE_READ_OPTIONS) {
      const group = list.read(raw, name);
      if (group.length === 0) throw new ParameterError("there are no messages to send");
      if (group.length > MAX_ALBUM) throw new ParameterError("too many messages to send as an album");
      checkTypes(new Set(group.map((each) => each.type)), albumKinds);
      return group;
    },
    schema: { ...listSchema(InputMediaSchema), minItems: 1, maxItems: MAX_ALBUM },
    missing: 'parameter "media" is required',
  };
}

/**
 * Refuses what this caller may not send in a group (interface.md, InputMedia). Photos and videos may be mixed; audio
 * files and documents may not be mixed with other types.
 */
function checkTypes(types: ReadonlySet<string>, albumKinds: readonly string[]): void {
  if (types.has("animation")) throw new ParameterError("can't parse InputMedia: animations can't be sent in a group");
  const other = [...types].find((type) => !albumKinds.includes(type));
  if (other !== undefined) {
    const kinds = albumKinds.join(" or ");
    throw new ParameterError(
      `can't parse InputMedia: type must be ${kinds}; a group of type ${other} needs the telegram dialect`,
    );
  }
  const alone = types.has("audio") || types.has("document");
  if (alone && types.size > 1)
    throw new ParameterError(`can't parse InputMedia: ${[...types].join(" and ")} can't be mixed`);
}

export interface PreparedElement {
  readonly caption: Formatted;
  readonly file: PreparedMedia;
}

/**
 * Prepares the file of one element. In a group, a file of another kind than was said is refused.
 * @throws RefusalError, ParameterError
 */
export async function prepareElement(
  sender: MediaSender,
  element: InputMedia,
  misfit: "adapt" | "refuse",
  ready: PreparedFiles = new Map(),
): Promise<PreparedElement> {
  const caption = readCaption(element.caption, element.parse_mode, element.caption_entities);
  return { caption, file: await prepareElementFile(sender, element.type, element, misfit, ready) };
}
