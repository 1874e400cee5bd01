/** Files of elements: those of an album, and of a rich message. */
import type { FileKind } from "@heliogram/shared/files.ts";
import type { PreparedMedia } from "../../app/messages/save-media.ts";
import { definedOnly } from "../engine/defined-only.ts";
import { optional, text, type Params } from "../engine/fields.ts";
import { readFileInput } from "../engine/file-fields.ts";
import { mediaDimension } from "./media-dimensions.ts";
import { prepareMedia, type MediaSender } from "./prepared-media.ts";

/** The file itself. */
export const ELEMENT_MEDIA = { ...text({ max: 4096 }), missing: "can't parse InputMedia: media not found" };

/** What a sender says of the file. */
export const ELEMENT_HINTS = {
  width: mediaDimension(),
  height: mediaDimension(),
  duration: mediaDimension(),
  performer: optional(text({ max: 256 })),
  title: optional(text({ max: 256 })),
  thumbnail: optional(text({ max: 4096 })),
};

type ElementFile = Params<typeof ELEMENT_HINTS> & { readonly media: string };

/** Files that are prepared already, because two elements may refer to one part. */
export type PreparedFiles = Map<string, PreparedMedia>;

/** Prepares the file of one element. @param misfit - what to do with a file of another kind. @throws RefusalError, ParameterError */
export async function prepareElementFile(
  sender: MediaSender,
  kind: FileKind,
  { media, thumbnail, width, height, duration, performer, title }: ElementFile,
  misfit: "adapt" | "refuse",
  ready: PreparedFiles,
): Promise<PreparedMedia> {
  const key = `${kind} ${media}`;
  const known = ready.get(key);
  if (known) return known;
  const { limits } = sender.deps.settings;
  const file = await prepareMedia(sender, {
    input: readFileInput(media),
    kind,
    misfit,
    ...(thumbnail === undefined ? {} : { thumbnail: readFileInput(thumbnail) }),
    hints: definedOnly({ width, height, duration, performer, title }),
    limit: kind === "photo" ? limits.photo : limits.media_group_file,
  });
  ready.set(key, file);
  return file;
}
