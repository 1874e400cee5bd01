/** Presents media with the viewer's own file identifiers (interface.md, Message). */
import { FILE_DETAILS, type FileDetail } from "@heliogram/shared/files.ts";
import type * as Wire from "@heliogram/shared/wire.ts";
import type { FileMedia, Media, PhotoMedia, Picture } from "../domain/media.ts";
import { fileUniqueId, type FileIdMinter } from "./file-id.ts";

/** Variants in a file_id: 0 is the file itself, 1 its thumbnail, and from 2 on the sizes of a photo. */
export const THUMBNAIL = 1;
export const FIRST_SIZE = 2;

/** Adds the media's own field to a message. */
export function presentMedia(
  wire: Wire.Message | Wire.ExternalReplyInfo,
  media: Media,
  ids: FileIdMinter,
  viewer_id: number,
): void {
  if (media.kind === "photo") {
    wire.photo = presentSizes(media, ids, viewer_id);
    return;
  }
  const shown = presentFile(media, ids, viewer_id);
  wire[media.kind] = shown;
  // An animation is also shown as a document, for libraries without animations.
  if (media.kind === "animation") wire.document = shown;
}

export function presentSizes(photo: PhotoMedia, ids: FileIdMinter, viewer_id: number): Wire.PhotoSize[] {
  return photo.sizes.map((size, i) => presentPicture(photo, size, FIRST_SIZE + i, ids, viewer_id));
}

/** The i-th size of a photo, if there is one. */
export function presentSize(
  photo: PhotoMedia,
  i: number,
  ids: FileIdMinter,
  viewer_id: number,
): Wire.PhotoSize | undefined {
  const size = photo.sizes[i];
  return size && presentPicture(photo, size, FIRST_SIZE + i, ids, viewer_id);
}

function presentPicture(
  media: Media,
  picture: Picture,
  variant: number,
  ids: FileIdMinter,
  viewer_id: number,
): Wire.PhotoSize {
  return {
    file_id: ids.mint({ file: media.file, kind: media.kind, variant }, viewer_id),
    file_unique_id: fileUniqueId(picture.sha256, "photo"),
    file_size: picture.size,
    width: picture.width,
    height: picture.height,
  };
}

function presentFile(media: FileMedia, ids: FileIdMinter, viewer_id: number): Wire.FileObject {
  const { file, kind, sha256, size } = media;
  const shown = FILE_DETAILS[kind].map((detail) => [detail, detailOf(media, detail)] as const);
  return {
    file_id: ids.mint({ file, kind, variant: 0 }, viewer_id),
    file_unique_id: fileUniqueId(sha256, kind),
    ...Object.fromEntries(shown.filter(([, value]) => value !== undefined)),
    file_size: size,
    ...(media.thumbnail ? { thumbnail: presentPicture(media, media.thumbnail, THUMBNAIL, ids, viewer_id) } : {}),
  };
}

/** Sizes and durations that could not be found out are 0. */
function detailOf(media: FileMedia, detail: FileDetail): string | number | undefined {
  switch (detail) {
    case "width":
    case "height":
    case "duration":
      return media[detail] ?? 0;
    case "length":
      return media.width ?? 0;
    case "thumbnail":
      return undefined;
    default:
      return media[detail];
  }
}
