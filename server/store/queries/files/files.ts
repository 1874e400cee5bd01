/** Files: what a file_id stands for. */
import { blobsOf, type FileKind, type Media } from "../../../domain/media.ts";
import type { ReadTx, Tx } from "../../db.ts";

/** Inserts a file. @returns the media with the id of the file */
export async function insertFile(tx: Tx, media: Media): Promise<Media> {
  const row = await tx.get<{ id: number }>(
    "insert into file (kind, sha256, media) values (?, ?, ?) returning id",
    media.kind,
    mainBlob(media),
    JSON.stringify(media),
  );
  const blobs = [...new Set(blobsOf(media))];
  const places = blobs.map(() => "(?, ?)").join(", ");
  await tx.bufferInsert(
    `insert into file_blob (sha256, file_id) values ${places}`,
    ...blobs.flatMap((sha256) => [sha256, row!.id]),
  );
  return { ...media, file: row!.id };
}

/** @returns `undefined` also for a closed file, which is about to be removed */
export async function findFile(tx: ReadTx, id: number): Promise<Media | undefined> {
  const row = await tx.get<{ media: string }>("select media from file where id = ? and is_closed = 0", id);
  return row && { ...(JSON.parse(row.media) as Media), file: id };
}

/** A file of a kind with this main blob; the newest, if there are several. */
export async function findFileOfBlob(tx: ReadTx, kind: FileKind, sha256: string): Promise<Media | undefined> {
  const row = await tx.get<{ id: number; media: string }>(
    "select id, media from file where sha256 = ? and kind = ? and is_closed = 0 order by id desc limit 1",
    sha256,
    kind,
  );
  return row && { ...(JSON.parse(row.media) as Media), file: row.id };
}

/** The main blob of a media: the file itself, or the largest size of a photo. */
export function mainBlob(media: Media): string {
  return blobsOf(media).at(media.kind === "photo" ? -1 : 0)!;
}

/** Hashes in one statement about kinds: always the same number, so that the statement is prepared once. */
export const KINDS_AT_ONCE = 100;
const PLACES = Array.from({ length: KINDS_AT_ONCE }, () => "?").join(", ");

/** The kinds of the files that have these main blobs, by hash. Blobs of previews are not among them. */
export async function kindsOf(tx: ReadTx, hashes: readonly string[]): Promise<ReadonlyMap<string, FileKind>> {
  if (hashes.length === 0) return new Map();
  const wanted = Array.from({ length: KINDS_AT_ONCE }, (_, i) => hashes[i] ?? hashes[0]!);
  const rows = await tx.all<{ sha256: string; kind: FileKind }>(
    `select sha256, min(kind) as kind from file where sha256 in (${PLACES}) group by sha256`,
    ...wanted,
  );
  return new Map(rows.map(({ sha256, kind }) => [sha256, kind]));
}
