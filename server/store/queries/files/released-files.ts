/** Files and blobs that have lost a reference, until maintenance has checked for others. */
import { blobsOf, type Media } from "../../../domain/media.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";
import { conditionsOfShown, FILE_TABLES } from "./shown-files.ts";

/** The end of an insert: a file that was released before is scheduled again. */
export const RELEASED_AGAIN = "on conflict (file_id) do update set due_at = null";

const RELEASE_FILE = write("released_file")`insert into released_file (file_id) values (?) ${RELEASED_AGAIN}`;

/** Call it in the transaction that deletes a reference to a file or replaces it. */
export async function releaseFile(tx: Tx, file_id: number): Promise<void> {
  await tx.run(RELEASE_FILE, file_id);
}

const releasePhotoOf = (table: string) =>
  write("released_file", { reads: [table] })`
    insert into released_file (file_id)
    select photo_file from ${table} where id = ? and photo_file is not null and photo_file <> ? ${RELEASED_AGAIN}`;
const RELEASE_PHOTO = { account: releasePhotoOf("account"), chat: releasePhotoOf("chat") };

/** Releases the photo of an account or a chat, before it is replaced or deleted. */
export async function releasePhoto(
  tx: Tx,
  of: keyof typeof RELEASE_PHOTO,
  id: number,
  next: Media | null,
): Promise<void> {
  await tx.run(RELEASE_PHOTO[of], id, next?.file ?? 0);
}

const RELEASE_FILES_UP_TO = ["message", "rich_file"].map(
  (table) => write("released_file", { reads: [table] })`
    insert into released_file (file_id)
    select distinct file_id from ${table} where chat_id = ? and message_id <= ? and file_id is not null ${RELEASED_AGAIN}`,
);

/** Releases the files of the messages of a chat up to one of them, before they are deleted. */
export async function releaseFilesUpTo(tx: Tx, chat_id: number, message_id: number): Promise<void> {
  for (const statement of RELEASE_FILES_UP_TO) await tx.run(statement, chat_id, message_id);
}

const SCHEDULE_RELEASED = write<{ file_id: number }>("released_file")`
  update released_file set due_at = ?
  where file_id in (select file_id from released_file where due_at is null order by file_id limit ?) returning file_id`;

/** Sets the due time of up to `limit` newly released files. @returns whether there may be more */
export async function scheduleReleased(tx: Tx, due_s: number, limit: number): Promise<boolean> {
  const scheduled = await tx.all(SCHEDULE_RELEASED, due_s, limit);
  return scheduled.length === limit;
}

interface DueFile {
  readonly file_id: number;
  readonly is_closed: number | null;
  readonly media: string | null;
  readonly is_used: number;
}

const DUE_FILES = read<DueFile>(...FILE_TABLES, "released_file", "file")`
  select r.file_id, f.is_closed, f.media,
    case when ${conditionsOfShown("r.file_id").join(" or ")} then 1 else 0 end as is_used
  from released_file r left join file f on f.id = r.file_id
  where r.due_at <= ? order by r.due_at, r.file_id limit ?`;

const REOPEN_FILE = write("file")`update file set is_closed = 0 where id = ?`;
const DELETE_RELEASED_FILE = write("released_file")`delete from released_file where file_id = ?`;
const CLOSE_FILE = write("file")`update file set is_closed = 1 where id = ?`;
const PUT_OFF_RELEASED_FILE = write("released_file")`update released_file set due_at = ? where file_id = ?`;

/**
 * Processes up to `limit` files that are due. A file without a reference is closed, so that no message gets it any
 * more, and removed when it is due again at `closed_s`: a transaction that found it before it was closed has ended by
 * then.
 * @returns whether there may be more
 */
export async function settleReleasedFiles(tx: Tx, now_s: number, closed_s: number, limit: number): Promise<boolean> {
  const due = await tx.all(DUE_FILES, now_s, limit);
  for (const { file_id, is_closed, media, is_used } of due) {
    if (is_used === 1 || media === null) {
      if (is_closed === 1) await tx.run(REOPEN_FILE, file_id);
      await tx.run(DELETE_RELEASED_FILE, file_id);
    } else if (is_closed === 0) {
      await tx.run(CLOSE_FILE, file_id);
      await tx.run(PUT_OFF_RELEASED_FILE, closed_s, file_id);
    } else {
      await removeFile(tx, file_id, JSON.parse(media) as Media, now_s);
    }
  }
  return due.length === limit;
}

const DELETE_FILE_BLOB = write("file_blob")`delete from file_blob where sha256 = ? and file_id = ?`;
const CHECK_BLOB_EARLIER = write("blob_check")`
  insert into blob_check (sha256, due_at) values (?, ?)
  on conflict (sha256) do update set due_at = excluded.due_at where blob_check.due_at > excluded.due_at`;
const DELETE_FILE = write("file")`delete from file where id = ?`;

async function removeFile(tx: Tx, id: number, media: Media, now_s: number): Promise<void> {
  for (const sha256 of new Set(blobsOf(media))) {
    await tx.run(DELETE_FILE_BLOB, sha256, id);
    await tx.run(CHECK_BLOB_EARLIER, sha256, now_s);
  }
  await tx.run(DELETE_FILE, id);
  await tx.run(DELETE_RELEASED_FILE, id);
}

const FIND_FILES_AFTER = read<{ id: number }>("file")`select id from file where id > ? order by id limit ?`;
// One `not exists` for each table, which PostgreSQL joins; a negation of them all it would ask for each file.
const IS_UNUSED = conditionsOfShown("f.id").map((shown) => `not ${shown}`);
const RELEASE_UNUSED_FILES = write("released_file", { reads: ["file", ...FILE_TABLES] })`
  insert into released_file (file_id) select id from file f where id > ? and id <= ? and ${IS_UNUSED.join(" and ")}
  on conflict (file_id) do nothing`;

/**
 * Releases files without a reference that were not released before. It checks the next `limit` files after `after`.
 * @returns the last of them, or 0 at the end
 */
export async function releaseForgotten(tx: Tx, after: number, limit: number): Promise<number> {
  const page = await tx.all(FIND_FILES_AFTER, after, limit);
  const last = page.at(-1)?.id;
  if (last === undefined) return 0;
  await tx.run(RELEASE_UNUSED_FILES, after, last);
  return page.length < limit ? 0 : last;
}

const EXPECT_BLOBS = write("blob_check")`
  insert into blob_check (sha256, due_at) values (?, ?)
  on conflict (sha256) do update set due_at = excluded.due_at where blob_check.is_removing = 0 returning sha256`;

/**
 * Schedules a check of blobs that are about to be stored: they are removed if no file has them at `due_s`.
 * @returns whether none of them is being removed; otherwise they must not be stored yet
 */
export async function expectBlobs(tx: Tx, hashes: readonly string[], due_s: number): Promise<boolean> {
  let isFree = true;
  // In one order, so that two transactions with the same blobs cannot deadlock.
  for (const sha256 of [...new Set(hashes)].sort()) {
    const expected = await tx.get(EXPECT_BLOBS, sha256, due_s);
    if (!expected) isFree = false;
  }
  return isFree;
}

/** A blob that may belong to no file. */
export interface BlobToCheck {
  readonly sha256: string;
  readonly due_at: number;
  readonly is_used: number;
}

const BLOBS_TO_CHECK = read<BlobToCheck>("file_blob", "blob_check")`
  select sha256, due_at, case when exists (select 1 from file_blob b where b.sha256 = c.sha256) then 1 else 0 end as is_used
  from blob_check c where due_at <= ? order by due_at, sha256 limit ?`;

export function blobsToCheck(tx: ReadTx, now_s: number, limit: number): Promise<BlobToCheck[]> {
  return tx.all(BLOBS_TO_CHECK, now_s, limit);
}

const CLAIM_REMOVALS = write("blob_check", { reads: ["file_blob"] })`
  update blob_check set is_removing = 1, due_at = ? where sha256 = ? and due_at = ?
  and not exists (select 1 from file_blob b where b.sha256 = blob_check.sha256) returning sha256`;

/**
 * Claims the removal of blobs that no file has, until `until_s`: nobody stores them before their check has ended. A node that
 * stops in between leaves the claim, and the next removal takes it over when it has expired.
 * @returns those whose check was not scheduled again meanwhile
 */
export async function claimRemovals(tx: Tx, unused: readonly BlobToCheck[], until_s: number): Promise<BlobToCheck[]> {
  const claimed: BlobToCheck[] = [];
  for (const { sha256, due_at } of unused) {
    const row = await tx.get(CLAIM_REMOVALS, until_s, sha256, due_at);
    if (row) claimed.push({ sha256, due_at: until_s, is_used: 0 });
  }
  return claimed;
}

const END_BLOB_CHECKS = write("blob_check")`delete from blob_check where sha256 = ? and due_at = ?`;

/** Ends the checks of blobs that have a file or are gone, unless they were scheduled again meanwhile. */
export async function endBlobChecks(tx: Tx, checked: readonly BlobToCheck[]): Promise<void> {
  for (const { sha256, due_at } of checked) await tx.run(END_BLOB_CHECKS, sha256, due_at);
}

const PUT_OFF_BLOB_CHECK = write("blob_check")`
  update blob_check set due_at = ?, is_removing = 0 where sha256 = ? and due_at = ?`;

/** Gives up the claim on a blob, which is checked again at `due_s`. */
export async function putOffBlobCheck(tx: Tx, { sha256, due_at }: BlobToCheck, due_s: number): Promise<void> {
  await tx.run(PUT_OFF_BLOB_CHECK, due_s, sha256, due_at);
}

const FIND_FILE_BLOB = read("file_blob")`select 1 as found from file_blob where sha256 = ?`;
const INSERT_BLOB_CHECK = write("blob_check")`
  insert into blob_check (sha256, due_at) values (?, ?) on conflict (sha256) do nothing`;

/** Schedules a check of those blobs that no file has. `hashes` is one page of the blobs on disk. */
export async function checkForgottenBlobs(tx: Tx, hashes: readonly string[], now_s: number): Promise<void> {
  for (const sha256 of hashes) {
    if (await tx.get(FIND_FILE_BLOB, sha256)) continue;
    await tx.run(INSERT_BLOB_CHECK, sha256, now_s);
  }
}
