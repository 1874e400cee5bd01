/** What the methods that send one file have in common. */
import { saveMedia } from "../../app/messages/save-media.ts";
import type { FileKind } from "@heliogram/shared/files.ts";
import type * as Wire from "@heliogram/shared/wire.ts";
import type { MediaHints } from "../engine/deps.ts";
import {
  chatId,
  described,
  optional,
  text,
  type ChatRef,
  type Field,
  type Fields,
  type Params,
} from "../engine/fields.ts";
import { fileField, type FileInput } from "../engine/file-fields.ts";
import { mediaDisplayOptions } from "./display-options.ts";
import { mediaDimension } from "./media-dimensions.ts";
import { limitOf, prepareMedia } from "./prepared-media.ts";
import { botMethod, type TypedMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { bodyOf, requireSendable, sendOne, SEND_FIELDS, SEND_REFUSALS } from "./sending.ts";
import { entitiesField, NO_CAPTION, parseMode, readCaption } from "./text-fields.ts";

/** The caption of a file. */
const CAPTION_FIELDS = {
  caption: described(optional(text()), "0 to 1024 characters once its entities are read."),
  parse_mode: optional(parseMode()),
  caption_entities: optional(entitiesField()),
};

/** Properties of a file that the file itself may not contain. */
export const pixels = () => described(mediaDimension(), "Pixels; read from the file where left out.");
export const duration = () => described(mediaDimension(), "Whole seconds; read from the file where left out.");
export const thumbnail = () =>
  described(optional(fileField("thumbnail")), "A picture to show in its place; uploads only.");

type Hints = Omit<MediaHints, "thumbnail" | "file_name">;

interface FileDeclaration<N extends string, K extends FileKind, F extends Fields> {
  readonly name: N;
  readonly summary: string;
  /** The kind of file, which is also the name of its parameter and of the message's field. */
  readonly kind: K;
  /** The description of the file parameter: which files the method accepts. */
  readonly takes: string;
  /** Set for video notes, which have no caption. */
  readonly uncaptioned?: true;
  /** Parameters of this kind alone. */
  readonly fields: F;
  readonly hints: (params: Params<F>) => Hints;
  /** The file in the example's message. */
  readonly example: unknown;
}

/** The parameters of all these methods. The file has the name of its kind. */
type FileFields<K extends FileKind> = { readonly chat_id: Field<ChatRef> } & {
  readonly [Kind in K]: Field<FileInput>;
} & typeof CAPTION_FIELDS &
  typeof SEND_FIELDS;

/** Declares a method that sends one file (interface.md, Endpoints: sendVideo and its like). */
export function fileMethod<const N extends string, const K extends FileKind, F extends Fields>(
  declaration: FileDeclaration<N, K, F>,
): TypedMethod<N, FileFields<K> & F, Wire.Message> {
  const { kind, name, summary } = declaration;
  const caption = declaration.uncaptioned ? {} : { caption: "Look" };
  const method = botMethod({
    name,
    summary,
    effect: "write",
    access: { scope: "chat", rank: "speaker" },
    sends: true,
    postOnly: true,
    files: (limits: Wire.MediaLimits) => ({ [kind]: limitOf(kind, limits), thumbnail: limits.photo }),
    fields: {
      chat_id: chatId(),
      [kind]: described(fileField(kind.replace("_", " ")), declaration.takes),
      ...(declaration.uncaptioned ? ({} as typeof CAPTION_FIELDS) : CAPTION_FIELDS),
      ...declaration.fields,
      ...SEND_FIELDS,
    },
    result: schemas.Message,
    refusals: [...SEND_REFUSALS, "BAD_MEDIA", "FILE_TOO_BIG", "WRONG_FILE_ID"],
    example: {
      request: { chat_id: 1001, [kind]: "AQAA…", ...caption },
      result: {
        message_id: 20,
        from: { id: 1002, is_bot: true, first_name: "Echo", username: "echo_bot" },
        chat: { id: 1001, type: "private", first_name: "Alice", username: "alice" },
        date: 1_767_225_600,
        [kind]: declaration.example,
        ...caption,
      },
    },
    precheck: (call, params) => requireSendable(call, [kind], params as never),
    prepare: async (call) => {
      const { params } = call;
      // The types cannot express that the parameter has the name of the kind.
      const files = params as unknown as Record<string, FileInput | undefined>;
      const captionParams = params as unknown as Params<typeof CAPTION_FIELDS>;
      const read = declaration.uncaptioned
        ? NO_CAPTION
        : readCaption(captionParams.caption, captionParams.parse_mode, captionParams.caption_entities);
      const hints = declaration.hints(params as unknown as Params<F>);
      const options = { input: files[kind]!, kind, thumbnail: files.thumbnail, hints, misfit: "adapt" as const };
      return { caption: read, file: await prepareMedia(call, options) };
    },
    async run(call, params, { caption: read, file }) {
      const media = await saveMedia(call.tx, call.deps.app, call.actor, file);
      const options = mediaDisplayOptions(media, params as never);
      return sendOne(call, params as never, bodyOf(read, { media, ...options }));
    },
  });
  return method as unknown as TypedMethod<N, FileFields<K> & F, Wire.Message>;
}
