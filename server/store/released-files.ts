/** Files and blobs that have lost a reference, until maintenance has looked whether they have others (ARCHITECTURE.md, Media). */
import { blobsOf, type Media } from "../domain/media.ts";
import type { ReadTx, Tx } from "./db.ts";

const AGAIN = "on conflict (file_id) do update set due_at = null";

/** To be called with the file of what is deleted, or gets another file, in the same transaction. */
export async function releaseFile(tx: Tx, file_id: number): Promise<void> {
  await tx.run(`insert into released_file (file_id) values (?) ${AGAIN}`, file_id);
}

/** Releases the photo of an account or a chat, before it gets another one or goes. */
export async function releasePhoto(tx: Tx, of: "account" | "chat", id: number, next: Media | null): Promise<void> {
  await tx.run(
    `insert into released_file (file_id)
     select photo_file from ${of} where id = ? and photo_file is not null and photo_file <> ? ${AGAIN}`,
    id,
    next?.file ?? 0,
  );
}

/** Releases the files of the messages of a chat up to one of them, before these are deleted. */
export async function releaseFilesUpTo(tx: Tx, chat_id: number, message_id: number): Promise<void> {
  await tx.run(
    `insert into released_file (file_id)
     select distinct file_id from message where chat_id = ? and message_id <= ? and file_id is not null ${AGAIN}`,
    chat_id,
    message_id,
  );
}

/** Sets when up to `limit` of the files that were released since the last round are looked at. @returns whether there may be more */
export async function scheduleReleased(tx: Tx, due_s: number, limit: number): Promise<boolean> {
  const scheduled = await tx.all<{ file_id: number }>(
    `update released_file set due_at = ?
     where file_id in (select file_id from released_file where due_at is null order by file_id limit ?) returning file_id`,
    due_s,
    limit,
  );
  return scheduled.length === limit;
}

interface DueFile {
  readonly file_id: number;
  readonly is_closed: number | null;
  readonly media: string | null;
  readonly is_used: number;
}

const DUE_FILES = `select r.file_id, f.is_closed, f.media, case
    when exists (select 1 from message m where m.file_id = r.file_id)
      or exists (select 1 from account a where a.photo_file = r.file_id)
      or exists (select 1 from chat c where c.photo_file = r.file_id) then 1 else 0 end as is_used
  from released_file r left join file f on f.id = r.file_id
  where r.due_at <= ? order by r.due_at, r.file_id limit ?`;

/**
 * Looks at up to `limit` files that are due. Those without a reference are closed, so that no message gets them any more, and
 * removed when they are due again at `closed_s`: a transaction that found one before it was closed has ended by then.
 * @returns whether there may be more
 */
export async function settleReleased(tx: Tx, now_s: number, closed_s: number, limit: number): Promise<boolean> {
  const due = await tx.all<DueFile>(DUE_FILES, now_s, limit);
  for (const { file_id, is_closed, media, is_used } of due) {
    if (is_used === 1 || media === null) {
      if (is_closed === 1) await tx.run("update file set is_closed = 0 where id = ?", file_id);
      await tx.run("delete from released_file where file_id = ?", file_id);
    } else if (is_closed === 0) {
      await tx.run("update file set is_closed = 1 where id = ?", file_id);
      await tx.run("update released_file set due_at = ? where file_id = ?", closed_s, file_id);
    } else {
      await removeFile(tx, file_id, JSON.parse(media) as Media, now_s);
    }
  }
  return due.length === limit;
}

async function removeFile(tx: Tx, id: number, media: Media, now_s: number): Promise<void> {
  for (const sha256 of new Set(blobsOf(media))) {
    await tx.run("delete from file_blob where sha256 = ? and file_id = ?", sha256, id);
    await tx.run(
      `insert into blob_check (sha256, due_at) values (?, ?)
       on conflict (sha256) do update set due_at = excluded.due_at where blob_check.due_at > excluded.due_at`,
      sha256,
      now_s,
    );
  }
  await tx.run("delete from file where id = ?", id);
  await tx.run("delete from released_file where file_id = ?", id);
}

/**
 * Releases those of the files after `after` that nothing refers to, should there be any that were not released: it goes through
 * `limit` files. @returns the last of them, or 0 at the end
 */
export async function releaseForgotten(tx: Tx, after: number, limit: number): Promise<number> {
  const page = await tx.all<{ id: number }>("select id from file where id > ? order by id limit ?", after, limit);
  const last = page.at(-1)?.id;
  if (last === undefined) return 0;
  await tx.run(
    `insert into released_file (file_id) select id from file f where id > ? and id <= ?
       and not exists (select 1 from message m where m.file_id = f.id)
       and not exists (select 1 from account a where a.photo_file = f.id)
       and not exists (select 1 from chat c where c.photo_file = f.id)
     on conflict (file_id) do nothing`,
    after,
    last,
  );
  return page.length < limit ? 0 : last;
}

/** Notes that bytes are about to be kept on disk: if no file has them at `due_s`, they are removed. */
export async function expectBlobs(tx: Tx, hashes: readonly string[], due_s: number): Promise<void> {
  // In one order, so that two who keep the same bytes do not wait for each other.
  for (const sha256 of [...new Set(hashes)].sort()) {
    await tx.run(
      "insert into blob_check (sha256, due_at) values (?, ?) on conflict (sha256) do update set due_at = excluded.due_at",
      sha256,
      due_s,
    );
  }
}

/** A blob that may have no file. */
export interface BlobToCheck {
  readonly sha256: string;
  readonly due_at: number;
  readonly is_used: number;
}

export function blobsToCheck(tx: ReadTx, now_s: number, limit: number): Promise<BlobToCheck[]> {
  return tx.all<BlobToCheck>(
    `select sha256, due_at, case when exists (select 1 from file_blob b where b.sha256 = c.sha256) then 1 else 0 end as is_used
     from blob_check c where due_at <= ? order by due_at, sha256 limit ?`,
    now_s,
    limit,
  );
}

/** Ends the checks of blobs that have a file or are gone, unless they were kept again meanwhile. */
export async function endBlobChecks(tx: Tx, checked: readonly BlobToCheck[]): Promise<void> {
  for (const { sha256, due_at } of checked)
    await tx.run("delete from blob_check where sha256 = ? and due_at = ?", sha256, due_at);
}

/** Has a blob looked at again later. */
export async function putOffBlobCheck(tx: Tx, { sha256, due_at }: BlobToCheck, due_s: number): Promise<void> {
  await tx.run("update blob_check set due_at = ? where sha256 = ? and due_at = ?", due_s, sha256, due_at);
}

/** Has those blobs looked at that no file has. They are few: a page of those on disk. */
export async function checkForgottenBlobs(tx: Tx, hashes: readonly string[], now_s: number): Promise<void> {
  for (const sha256 of hashes) {
    if (await tx.get("select 1 as found from file_blob where sha256 = ?", sha256)) continue;
    await tx.run(
      "insert into blob_check (sha256, due_at) values (?, ?) on conflict (sha256) do nothing",
      sha256,
      now_s,
    );
  }
}
