/** Media of messages: files are prepared before the transaction and get their row inside it. */
import type { MediaLimits } from "@heliogram/shared/wire.ts";
import { accountableId, type Account } from "../../domain/accounts.ts";
import type { FileKind, FileMedia, Media } from "../../domain/media.ts";
import { refuse } from "../../domain/refusals.ts";
import { truncated } from "../../domain/text/portable.ts";
import { FIRST_SIZE, THUMBNAIL } from "../../present/media.ts";
import type { Tx } from "../../store/db.ts";
import { findFile, insertFile } from "../../store/queries/files/files.ts";
import type { Deps, MediaHints, ReceivedFile, SentFile } from "../engine/deps.ts";
import { ParameterError } from "../engine/fields.ts";
import type { FileInput } from "../engine/file-fields.ts";
import type { Preparation } from "../engine/method.ts";
import type { Uploads } from "../engine/uploads.ts";

/** A file that is ready for a transaction. */
export type PreparedMedia = { readonly media: Media } | { readonly file_id: string; readonly kind: FileKind };

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

export interface MediaOptions {
  readonly input: FileInput;
  readonly kind: FileKind;
  readonly thumbnail?: FileInput | undefined;
  readonly hints: Omit<MediaHints, "thumbnail" | "file_name">;
  /** What to do if another kind fits the file better; by default the file is kept as `kind`. */
  readonly misfit?: SentFile["misfit"];
  /** The largest size, where it differs from the kind's. */
  readonly limit?: number;
}

/** Whom a file is prepared for, and what came with the call. */
export type Sender = Pick<Preparation<Account, unknown>, "deps" | "files" | "actor" | "preauthorize">;

/**
 * Fetches and examines a file, after `preauthorize`. Its blobs are on disk when this resolves.
 * @throws RefusalError with FILE_TOO_BIG, BAD_MEDIA, and those of `preauthorize`; ParameterError when a part is
 * missing; TooManyRequests
 */
export async function prepareMedia(sender: Sender, options: MediaOptions): Promise<PreparedMedia> {
  const { deps, files, actor } = sender;
  const { input, kind, misfit = "keep" } = options;
  if (input.from === "file_id") return { file_id: input.file_id, kind };
  const limit = options.limit ?? limitOf(kind, deps.limits);
  const part = input.from === "upload" ? partOf(files, input.part) : undefined;
  const thumbnail = options.thumbnail?.from === "upload" ? partOf(files, options.thumbnail.part) : undefined;
  if (part) checkSize(part, limit);
  await sender.preauthorize();
  const account_id = accountableId(actor);
  const file = part ?? (await fetchFile(deps, (input as { readonly url: string }).url, account_id, limit));
  const hints = {
    ...options.hints,
    ...(file.file_name ? { file_name: file.file_name } : {}),
    ...(thumbnail ? { thumbnail: thumbnail.upload } : {}),
  };
  const examined = await deps.media.examine({ upload: file.upload, kind, hints, misfit, account_id });
  return examined.ok ? { media: examined.media } : refuse("BAD_MEDIA", examined.error);
}

function partOf(uploads: Uploads, name: string): ReceivedFile {
  const part = uploads.get(name);
  if (!part) throw new ParameterError(`there is no file part "${truncated(name, 64)}" in the request`);
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

/** Inserts the row of new media, or finds the media of a file_id. @throws RefusalError with WRONG_FILE_ID */
export async function saveMedia(tx: Tx, deps: Deps, actor: Account, prepared: PreparedMedia): Promise<Media> {
  if ("media" in prepared) return insertFile(tx, prepared.media);
  const ref = deps.app.fileIds.read(prepared.file_id, actor.id);
  const media = ref && ref.variant !== THUMBNAIL ? await findFile(tx, ref.file) : undefined;
  if (!ref || !media) return refuse("WRONG_FILE_ID");
  if (ref.kind === prepared.kind) return media;
  // Any file can be sent as a document.
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
