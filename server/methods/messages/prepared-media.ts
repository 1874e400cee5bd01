/** Files of messages and photos, prepared before the transaction. */
import { SIZE_LIMIT, type FileKind } from "@heliogram/shared/files.ts";
import type { MediaLimits } from "@heliogram/shared/wire.ts";
import type { PreparedMedia } from "../../app/messages/save-media.ts";
import { accountableId, type Account } from "../../domain/accounts.ts";
import { refuse } from "../../domain/refusals.ts";
import { truncated } from "../../domain/text/portable.ts";
import type { Deps, MediaHints, ReceivedFile, SentFile } from "../engine/deps.ts";
import { ParameterError } from "../engine/fields.ts";
import type { FileInput } from "../engine/file-fields.ts";
import type { Preparation } from "../engine/method.ts";
import type { Uploads } from "../engine/uploads.ts";

/** The largest file of a kind, in bytes. */
export function limitOf(kind: FileKind, limits: MediaLimits): number {
  return limits[SIZE_LIMIT[kind]];
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
export type MediaSender = Pick<Preparation<Account, unknown>, "deps" | "files" | "actor" | "preauthorize">;

/**
 * Fetches and examines a file, after `preauthorize`. Its blobs are on disk when this resolves.
 * @throws RefusalError with FILE_TOO_BIG, BAD_MEDIA, and those of `preauthorize`; ParameterError when a part is
 * missing; TooManyRequests
 */
export async function prepareMedia(sender: MediaSender, options: MediaOptions): Promise<PreparedMedia> {
  const { deps, files, actor } = sender;
  const { input, kind, misfit = "keep" } = options;
  if (input.from === "file_id") return { file_id: input.file_id, kind };
  const limit = options.limit ?? limitOf(kind, deps.settings.limits);
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

/** A photo at an address that somebody else has named for an account. @throws RefusalError, TooManyRequests */
export async function fetchPhoto(deps: Deps, url: string, account_id: number): Promise<PreparedMedia> {
  const { upload } = await fetchFile(deps, url, account_id, limitOf("photo", deps.settings.limits));
  const sent = { upload, kind: "photo", hints: {}, misfit: "keep", account_id } as const;
  const examined = await deps.media.examine(sent);
  return examined.ok ? { media: examined.media } : refuse("BAD_MEDIA", examined.error);
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
