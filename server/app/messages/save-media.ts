/** Saves the row of a file that is to be sent, or finds that of one that was sent before. */
import type { FileKind } from "@heliogram/shared/files.ts";
import type { Account } from "../../domain/accounts.ts";
import type { FileMedia, Media } from "../../domain/media.ts";
import { refuse } from "../../domain/refusals.ts";
import { FIRST_SIZE, THUMBNAIL } from "../../present/media.ts";
import type { Tx } from "../../store/db.ts";
import { findFile, insertFile } from "../../store/queries/files/files.ts";
import type { AppContext } from "../app-context.ts";

/** A file that is ready for a transaction. */
export type PreparedMedia = { readonly media: Media } | { readonly file_id: string; readonly kind: FileKind };

/** Inserts the row of new media, or finds the media of a file_id. @throws RefusalError with WRONG_FILE_ID */
export async function saveMedia(tx: Tx, app: AppContext, actor: Account, prepared: PreparedMedia): Promise<Media> {
  if ("media" in prepared) return insertFile(tx, prepared.media);
  const ref = app.fileIds.read(prepared.file_id, actor.id);
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
