/** What the methods that send one file have in common; each says only what is its own. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { FileKind } from "../domain/media.ts";
import type { MediaHints } from "./deps.ts";
import { chatId, described, optional, text, type ChatRef, type Field, type Fields, type Params } from "./fields.ts";
import { fileField, type FileInput } from "./file-fields.ts";
import { mediaLooks } from "./looks.ts";
import { measure } from "./measure.ts";
import { limitOf, prepareMedia, settleMedia } from "./media.ts";
import { botMethod, type TypedMethod } from "./method.ts";
import { schemas } from "./schemas.ts";
import { bodyOf, requireSendable, send, SEND_FIELDS, SEND_REFUSALS } from "./sending.ts";
import { entitiesField, NO_CAPTION, parseMode, readCaption } from "./text-fields.ts";

/** The caption under a file. */
const CAPTION_FIELDS = {
  caption: described(optional(text()), "0 to 1024 characters once its entities are read."),
  parse_mode: optional(parseMode()),
  caption_entities: optional(entitiesField()),
};

/** What a sender may say of a file that the file itself may not tell. */
export const pixels = () => described(measure(), "Pixels; read from the file where left out.");
export const duration = () => described(measure(), "Whole seconds; read from the file where left out.");
export const thumbnail = () =>
  described(optional(fileField("thumbnail")), "A picture to show in its place; uploads only.");

type Hints = Omit<MediaHints, "thumbnail" | "file_name">;

interface FileDeclaration<N extends string, K extends FileKind, F extends Fields> {
  readonly name: N;
  readonly summary: string;
  /** The kind of file, which is also the name of its parameter and of the message's field. */
  readonly kind: K;
  /** Which files are taken. */
  readonly takes: string;
  /** Video notes have no caption. */
  readonly uncaptioned?: true;
  /** Parameters of this kind alone. */
  readonly fields: F;
  readonly hints: (params: Params<F>) => Hints;
  /** The file in the example's message. */
  readonly example: unknown;
}

/** The parameters that all of them take; the file itself comes under the name of its kind. */
type FileFields<K extends FileKind> = { readonly chat_id: Field<ChatRef> } & {
  readonly [Kind in K]: Field<FileInput>;
} & typeof CAPTION_FIELDS &
  typeof SEND_FIELDS;

/** Declares a method that sends one file (interface.md, Endpoints: sendVideo and its like). */
export function fileMethod<const N extends string, const K extends FileKind, F extends Fields>(
  own: FileDeclaration<N, K, F>,
): TypedMethod<N, FileFields<K> & F, Wire.Message> {
  const { kind, name, summary } = own;
  const caption = own.uncaptioned ? {} : { caption: "Look" };
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
      [kind]: described(fileField(kind.replace("_", " ")), own.takes),
      ...(own.uncaptioned ? ({} as typeof CAPTION_FIELDS) : CAPTION_FIELDS),
      ...own.fields,
      ...SEND_FIELDS,
    },
    result: schemas.Message,
    codes: [400, 401, 403, 404, 413],
    refusals: [...SEND_REFUSALS, "BAD_MEDIA", "FILE_TOO_BIG", "WRONG_FILE_ID"],
    example: {
      request: { chat_id: 1001, [kind]: "AQAA…", ...caption },
      result: {
        message_id: 20,
        from: { id: 1002, is_bot: true, first_name: "Echo", username: "echo_bot" },
        chat: { id: 1001, type: "private", first_name: "Alice", username: "alice" },
        date: 1_767_225_600,
        [kind]: own.example,
        ...caption,
      },
    },
    precheck: (call) => requireSendable(call, [kind]),
    prepare: async (deps, params, uploads, account, _from, clear) => {
      // The parameter's name is the kind's, which the types cannot follow.
      const given = params as unknown as Record<string, FileInput | undefined>;
      const words = params as unknown as Params<typeof CAPTION_FIELDS>;
      const read = own.uncaptioned ? NO_CAPTION : readCaption(words.caption, words.parse_mode, words.caption_entities);
      const hints = own.hints(params as unknown as Params<F>);
      const wish = { input: given[kind]!, kind, thumbnail: given.thumbnail, hints };
      return { caption: read, file: await prepareMedia({ deps, uploads, account, clear }, wish) };
    },
    async run(call, params, { caption: read, file }) {
      const media = await settleMedia(call.tx, call.deps, call.actor, file);
      const looks = mediaLooks(media, params as never);
      const [message] = await send(call, params as never, [bodyOf(read, { media, ...looks })]);
      return message;
    },
  });
  return method as unknown as TypedMethod<N, FileFields<K> & F, Wire.Message>;
}
