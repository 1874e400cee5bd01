/** The elements of a media group (interface.md, InputMedia). */
import type { FileKind } from "../domain/media.ts";
import { definedOnly } from "./defined.ts";
import { arrayOf, object, oneOf, optional, ParameterFault, text, type Field, type Params } from "./fields.ts";
import { readFileInput } from "./file-fields.ts";
import { MEDIA_LOOKS } from "./looks.ts";
import { measure } from "./measure.ts";
import { prepareMedia, type Prepared, type Sender } from "./media.ts";
import { entitiesField, parseMode, readCaption, type Formatted } from "./text-fields.ts";

/** Elements of one group (interface.md, Limits). */
const MAX_ELEMENTS = 10;

const INPUT_MEDIA = {
  type: oneOf("photo", "video", "audio", "document", "animation"),
  media: { ...text({ max: 4096 }), missing: "can't parse InputMedia: media not found" },
  caption: optional(text()),
  parse_mode: optional(parseMode()),
  caption_entities: optional(entitiesField()),
  width: measure(),
  height: measure(),
  duration: measure(),
  performer: optional(text({ max: 256 })),
  title: optional(text({ max: 256 })),
  thumbnail: optional(text({ max: 4096 })),
  ...MEDIA_LOOKS,
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
    read(raw, name) {
      const group = list.read(raw, name);
      if (group.length === 0) throw new ParameterFault("there are no messages to send");
      if (group.length > MAX_ELEMENTS) throw new ParameterFault("too many messages to send as an album");
      checkMixture(new Set(group.map((each) => each.type)));
      return group;
    },
    schema: { type: "array", items: { $ref: "#/components/schemas/InputMedia" }, minItems: 1, maxItems: MAX_ELEMENTS },
    missing: 'parameter "media" is required',
  };
}

/** Photos and videos mix; music and files stay among themselves. */
function checkMixture(types: ReadonlySet<string>): void {
  if (types.has("animation")) throw new ParameterFault("can't parse InputMedia: animations can't be sent in a group");
  const alone = types.has("audio") || types.has("document");
  if (alone && types.size > 1)
    throw new ParameterFault(`can't parse InputMedia: ${[...types].join(" and ")} can't be mixed`);
}

export interface PreparedElement {
  readonly caption: Formatted;
  readonly file: Prepared;
}

/** Files that are ready already: two elements may name one part. */
export type Ready = Map<string, Prepared>;

/** Fetches and examines one element. @throws Refused, ParameterFault */
export async function prepareElement(
  sender: Sender,
  element: InputMedia,
  ready: Ready = new Map(),
): Promise<PreparedElement> {
  const { width, height, duration, performer, title } = element;
  const caption = readCaption(element.caption, element.parse_mode, element.caption_entities);
  const kind: FileKind = element.type;
  const { limits } = sender.deps;
  const key = `${kind} ${element.media}`;
  const known = ready.get(key);
  if (known) return { caption, file: known };
  const file = await prepareMedia(sender, {
    input: readFileInput(element.media),
    kind,
    ...(element.thumbnail === undefined ? {} : { thumbnail: readFileInput(element.thumbnail) }),
    hints: definedOnly({ width, height, duration, performer, title }),
    limit: kind === "photo" ? limits.photo : limits.media_group_file,
  });
  ready.set(key, file);
  return { caption, file };
}
