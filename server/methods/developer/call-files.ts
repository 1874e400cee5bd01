/** The files of a recorded call: what it has sent and was answered with, and what the service still has of it. */
import { FILE_KINDS } from "@heliogram/shared/files.ts";
import type { CallFile, StoredFile } from "@heliogram/shared/wire.ts";
import type { RecordedCall, RecordedFile } from "../../developer/calls/call-log.ts";
import type { Developer } from "../../developer/developer.ts";
import { memberOf, parsed } from "../../developer/json-values.ts";
import type { FileMedia, Media } from "../../domain/media.ts";
import { DEVELOPER_VIEWER, type FileIds, type FileRef } from "../../present/file-id.ts";
import { bytesOf, filePath } from "../../present/file-path.ts";
import { FIRST_SIZE, THUMBNAIL } from "../../present/media.ts";
import type { ReadTx } from "../../store/db.ts";
import { findFile, findFileOfBlob, mainBlob } from "../../store/queries/files/files.ts";
import { readFileInput } from "../engine/file-fields.ts";
import { fileInResult, textsOf, type TextPlace } from "./texts-in-json.ts";

/** Files of one call, and files of its response. A response with updates can have many more. */
const MAX_FILES = 50;
/** The name of a parameter whose address is fetched as a file. */
const FILE_FIELD = new RegExp(`(?:^|\\.)(?:${FILE_KINDS.join("|")}|media)$`);
/** The size of a photo that is large enough for a preview. */
const PREVIEW_SIZE = 1;

/** A file in the store. */
interface FoundFile {
  readonly media: Media;
  readonly variant: number;
}

export async function filesOfCall(
  tx: ReadTx,
  fileIds: FileIds,
  developer: Developer,
  call: RecordedCall,
): Promise<CallFile[]> {
  const reader = new CallFileReader(tx, fileIds, developer, call.account_id);
  // A response that was not recorded whole is no JSON.
  const result = memberOf(parsed(call.response), "result");
  const files: CallFile[] = [];
  const places = [...textsOf(Object.fromEntries(call.params ?? []))];
  for (const part of call.files.slice(0, MAX_FILES)) {
    const named = places.find(({ text }) => text === `attach://${part.field}`);
    files.push(await reader.uploaded(part, fileInResult(result, named?.path ?? part.field)));
  }
  for (const place of places) {
    const file = files.length < MAX_FILES ? await reader.sent(place, result) : undefined;
    if (file) files.push(file);
  }
  const sent_count = files.length;
  for (const place of textsOf(result)) {
    const file = files.length < sent_count + MAX_FILES ? await reader.answered(place) : undefined;
    if (file) files.push(file);
  }
  return files;
}

class CallFileReader {
  readonly #tx: ReadTx;
  readonly #fileIds: FileIds;
  readonly #developer: Developer;
  readonly #account_id: number | null;
  /** Rows of files that are in the list. A photo has several file_ids, and a response repeats what was sent. */
  readonly #listed = new Set<number>();

  constructor(tx: ReadTx, fileIds: FileIds, developer: Developer, account_id: number | null) {
    this.#tx = tx;
    this.#fileIds = fileIds;
    this.#developer = developer;
    this.#account_id = account_id;
  }

  /** @param answered_id - the file_id that the response has for it */
  async uploaded(part: RecordedFile, answered_id: string | undefined): Promise<CallFile> {
    const answered = this.#refOf(answered_id);
    if (answered) this.#listed.add(answered.file);
    const { field, file_name, content_type, size } = part;
    const examined = this.#developer.calls.examinedUpload(part);
    const media = examined && (await findFileOfBlob(this.#tx, examined.media.kind, mainBlob(examined.media)));
    const found = media && { media, variant: examined.isThumbnail ? THUMBNAIL : 0 };
    return {
      in: "params",
      field,
      source: "upload",
      ...(file_name === null ? {} : { file_name }),
      ...(content_type === null ? {} : { content_type }),
      size,
      ...this.#stored(found),
    };
  }

  /** A file_id or an address in the parameters; `undefined` for other texts. */
  async sent({ path, text }: TextPlace, result: unknown): Promise<CallFile | undefined> {
    const ref = this.#refOf(text);
    if (ref) return { in: "params", field: path, source: "file_id", ...this.#stored(await this.#find(ref)) };
    if (!FILE_FIELD.test(path) || readFileInput(text.trim()).from !== "address") return undefined;
    // What was fetched is the file of the message with which the call was answered.
    const answered = this.#refOf(fileInResult(result, path));
    const found = answered && (await this.#find(answered));
    return { in: "params", field: path, source: "address", ...this.#stored(found) };
  }

  /** A file in the response that was not listed before. */
  async answered({ path, text }: TextPlace): Promise<CallFile | undefined> {
    const ref = this.#refOf(text);
    if (!ref || this.#listed.has(ref.file)) return undefined;
    this.#listed.add(ref.file);
    return { in: "response", field: path, ...this.#stored(await this.#find(ref)) };
  }

  #refOf(file_id: string | undefined): FileRef | undefined {
    if (file_id === undefined || this.#account_id === null) return undefined;
    return this.#fileIds.read(file_id, this.#account_id);
  }

  async #find({ file, variant }: FileRef): Promise<FoundFile | undefined> {
    const media = await findFile(this.#tx, file);
    return media && { media, variant };
  }

  #stored(found: FoundFile | undefined): { readonly stored?: StoredFile } {
    if (!found) return {};
    const { media } = found;
    this.#listed.add(media.file);
    // Of a photo the largest size is shown, whichever was named.
    const variant = media.kind === "photo" ? FIRST_SIZE + media.sizes.length - 1 : found.variant;
    const path = this.#pathOf(media, variant);
    const bytes = bytesOf(media, variant);
    if (path === undefined || !bytes) return {};
    const preview_path = this.#pathOf(media, previewOf(media));
    return {
      stored: {
        kind: media.kind,
        mime_type: bytes.mime_type,
        size: bytes.size,
        ...(bytes.file_name === undefined ? {} : { file_name: bytes.file_name }),
        ...dimensionsOf(media, variant),
        path,
        ...(preview_path === undefined ? {} : { preview_path }),
      },
    };
  }

  #pathOf(media: Media, variant: number): string | undefined {
    const bytes = bytesOf(media, variant);
    if (!bytes) return undefined;
    const ref = { file: media.file, kind: media.kind, variant };
    const path = filePath(ref, this.#fileIds.mint(ref, DEVELOPER_VIEWER), bytes);
    return `/developer/file/${this.#developer.world}/${path}`;
  }
}

/** The variant that is a small picture of the file. */
function previewOf(media: Media): number {
  if (media.kind !== "photo") return THUMBNAIL;
  return FIRST_SIZE + Math.min(PREVIEW_SIZE, media.sizes.length - 1);
}

function dimensionsOf(media: Media, variant: number): Pick<StoredFile, "width" | "height" | "duration"> {
  const picture = media.kind === "photo" ? media.sizes.at(-1) : variant === THUMBNAIL ? media.thumbnail : undefined;
  if (picture) return { width: picture.width, height: picture.height };
  const { width, height, duration } = media as FileMedia;
  return {
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(duration === undefined ? {} : { duration }),
  };
}
