/** The copy of a database as the state that a backup stores. */
import { createReadStream, rmSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { BLOBS_PER_PAGE, type StoreSnapshot } from "../backup.ts";

const CHUNK_BYTES = 256 * 1024;

interface MetaRow {
  readonly key: string;
  readonly value: string;
}

/** @param path a file that `copySnapshot` has written; closing removes it */
export function copiedDatabase(path: string): StoreSnapshot {
  const db = new DatabaseSync(path, { readOnly: true });
  const rows = db.prepare("select key, value from meta").all() as unknown as MetaRow[];
  const meta = new Map(rows.map(({ key, value }) => [key, value]));
  const facts = {
    engine: "sqlite",
    schema: Number(meta.get("schema")),
    bucket_mark: meta.get("files_place"),
    blobs: Number(db.prepare("select count(distinct sha256) as n from file_blob").get()!.n),
  };
  return {
    facts,
    async *blobs() {
      const page = db.prepare("select distinct sha256 from file_blob where sha256 > ? order by sha256 limit ?");
      for (let after = ""; ;) {
        const hashes = page.all(after, BLOBS_PER_PAGE).map(({ sha256 }) => String(sha256));
        if (hashes.length === 0) return;
        yield hashes;
        after = hashes.at(-1)!;
      }
    },
    async *content() {
      for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) yield chunk as Buffer;
    },
    content_bytes: statSync(path).size,
    async close() {
      db.close();
      rmSync(path, { force: true });
    },
  };
}
