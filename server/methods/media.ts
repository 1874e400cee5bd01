/** From a file parameter to media in a message: before the transaction the bytes, inside it the row. */
import type { MediaLimits } from "@heliogram/shared/wire.ts";
import { answerableFor, type Account } from "../domain/accounts.ts";
import type { FileKind, FileMedia, Media } from "../domain/media.ts";
import { refuse } from "../domain/refusals.ts";
import { FIRST_SIZE, THUMBNAIL } from "../present/media.ts";
import type { Tx } from "../store/db.ts";
import { findFile, insertFile } from "../store/files.ts";
import type { Deps, MediaHints, ReceivedFile } from "./deps.ts";
import { ParameterFault } from "./fields.ts";
import type { FileInput } from "./file-fields.ts";
import type { Clear } from "./method.ts";
import type { Uploads } from "./uploads.ts";

/** A file that is ready for a transaction. */
export type Prepared = { readonly media: Media } | { readonly file_id: string; readonly kind: FileKind };

/** The largest file of a kind, in bytes. */
export function limitOf(kind: FileKind, limits: MediaLimits): number {
  switch (kind) {
    case "animation":
    case "video_note":
      return limits.video;
    default:
      return limits[kind];
  }
}

export interface MediaWish {
  readonly input: FileInput;
  readonly kind: FileKind;
  readonly thumbnail?: FileInput | undefined;
  readonly hints: Omit<MediaHints, "thumbnail" | "file_name">;
  /** The largest size allowed, where it is another than the kind's. */
  readonly limit?: number;
}

/** For whom a file is prepared, and what came with the call. */
export interface Sender {
  readonly deps: Deps;
  readonly uploads: Uploads;
  readonly account: Account;
  readonly clear: Clear;
}

/**
 * Fetches and examines a file, once the sender is known to have the right to send it. What it makes lies on disk when
 * this resolves.
 * @throws Refused with FILE_TOO_BIG, BAD_MEDIA, and what `clear` raises; ParameterFault when a part is missing; TooMany
 */
export async function prepareMedia(sender: Sender, wish: MediaWish): Promise<Prepared> {
  const { deps, uploads, account, clear } = sender;
  const { input, kind } = wish;
  if (input.from === "file_id") return { file_id: input.file_id, kind };
  const limit = wish.limit ?? limitOf(kind, deps.limits);
  const part = input.from === "upload" ? partOf(uploads, input.part) : undefined;
  const thumbnail = wish.thumbnail?.from === "upload" ? partOf(uploads, wish.thumbnail.part) : undefined;
  if (part) checkSize(part, limit);
  await clear();
  const account_id = answerableFor(account);
  const file = part ?? (await fetchFile(deps, (input as { readonly url: string }).url, account_id, limit));
  const hints = {
    ...wish.hints,
    ...(file.file_name ? { file_name: file.file_name } : {}),
    ...(thumbnail ? { thumbnail: thumbnail.upload } : {}),
  };
  const examined = await deps.media.examine({ upload: file.upload, kind, hints, account_id });
  return examined.ok ? { media: examined.media } : refuse("BAD_MEDIA", examined.error);
}

function partOf(uploads: Uploads, name: string): ReceivedFile {
  const part = uploads.get(name);
  if (!part) throw new ParameterFault(`there is no file part "${name.slice(0, 64)}" in the request`);
  return part;
}

async function fetchFile(deps: Deps, url: string, account_id: number, limit: number): Promise<ReceivedFile> {
  const fetched = await deps.media.fetch(url, account_id);
  if ("error" in fetched) return refuse("BAD_MEDIA", fetched.error);
  try {
    checkSize(fetched, limit);
  } catch (error) {
    await deps.media.drop(fetched.upload);
    throw error;
  }
  return fetched;
}

function checkSize({ upload }: ReceivedFile, limit: number): void {
  if (upload.size > limit) refuse("FILE_TOO_BIG");
  if (upload.size === 0) refuse("BAD_MEDIA", "file must be non-empty");
}

/** Gives new media its row, or finds what a file_id stands for. @throws Refused with WRONG_FILE_ID */
export async function settleMedia(tx: Tx, deps: Deps, actor: Account, prepared: Prepared): Promise<Media> {
  if ("media" in prepared) return insertFile(tx, prepared.media);
  const ref = deps.env.fileIds.read(prepared.file_id, actor.id);
  const media = ref && ref.variant !== THUMBNAIL ? await findFile(tx, ref.file) : undefined;
  if (!ref || !media) return refuse("WRONG_FILE_ID");
  if (ref.kind === prepared.kind) return media;
  // Whatever was sent before can be sent on as a plain file.
  if (prepared.kind !== "document") return refuse("WRONG_FILE_ID");
  return insertFile(tx, asDocument(media, ref.variant));
}

function asDocument(media: Media, variant: number): FileMedia {
  if (media.kind === "photo") {
    const { sha256, size } = media.sizes[variant - FIRST_SIZE] ?? media.sizes.at(-1)!;
    return { kind: "document", file: 0, sha256, size, mime_type: "image/jpeg" };
  }
  const { sha256, size, mime_type, file_name, thumbnail } = media;
  return {
    kind: "document",
    file: 0,
    sha256,
    size,
    mime_type,
    ...(file_name === undefined ? {} : { file_name }),
    ...(thumbnail === undefined ? {} : { thumbnail }),
  };
}
