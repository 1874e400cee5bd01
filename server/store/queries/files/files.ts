/** Files: what a file_id stands for. */
import type { FileKind } from "@heliogram/shared/files.ts";
import { blobsOf, type Media } from "../../../domain/media.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { BufferedInsert, read, write } from "../../statement.ts";

const INSERT_FILE_BLOB = new BufferedInsert("file_blob", ["sha256", "file_id"]);
const INSERT_FILE = write<{ id: number }>("file")`insert into file (kind, sha256, media) values (?, ?, ?) returning id`;

/** Inserts a file. @returns the media with the id of the file */
export async function insertFile(tx: Tx, media: Media): Promise<Media> {
  const row = await tx.get(INSERT_FILE, media.kind, mainBlob(media), JSON.stringify(media));
  for (const sha256 of new Set(blobsOf(media))) await tx.buffer(INSERT_FILE_BLOB, sha256, row!.id);
  return { ...media, file: row!.id };
}

const FIND_FILE = read<{ media: string }>("file")`select media from file where id = ? and is_closed = 0`;

/** @returns `undefined` also for a closed file, which is about to be removed */
export async function findFile(tx: ReadTx, id: number): Promise<Media | undefined> {
  const row = await tx.get(FIND_FILE, id);
  return row && { ...(JSON.parse(row.media) as Media), file: id };
}

const FIND_FILE_OF_BLOB = read<{ id: number; media: string }>("file")`
  select id, media from file where sha256 = ? and kind = ? and is_closed = 0 order by id desc limit 1`;

/** A file of a kind with this main blob; the newest, if there are several. */
export async function findFileOfBlob(tx: ReadTx, kind: FileKind, sha256: string): Promise<Media | undefined> {
  const row = await tx.get(FIND_FILE_OF_BLOB, sha256, kind);
  return row && { ...(JSON.parse(row.media) as Media), file: row.id };
}

/** The main blob of a media: the file itself, or the largest size of a photo. */
export function mainBlob(media: Media): string {
  return blobsOf(media).at(media.kind === "photo" ? -1 : 0)!;
}

/** Hashes in one statement about kinds: always the same number, so that the statement is prepared once. */
export const KINDS_AT_ONCE = 100;
const PLACES = Array.from({ length: KINDS_AT_ONCE }, () => "?").join(", ");

const KINDS_OF = read<{ sha256: string; kind: FileKind }>("file")`
  select sha256, min(kind) as kind from file where sha256 in (${PLACES}) group by sha256`;

/** The kinds of the files that have these main blobs, by hash. Blobs of previews are not among them. */
export async function kindsOf(tx: ReadTx, hashes: readonly string[]): Promise<ReadonlyMap<string, FileKind>> {
  if (hashes.length === 0) return new Map();
  const wanted = Array.from({ length: KINDS_AT_ONCE }, (_, i) => hashes[i] ?? hashes[0]!);
  const rows = await tx.all(KINDS_OF, ...wanted);
  return new Map(rows.map(({ sha256, kind }) => [sha256, kind]));
}
