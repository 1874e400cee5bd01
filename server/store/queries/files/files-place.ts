/** Where the files of this store are: in the data folder, or in a bucket that bears the mark of the store. */
import { findMeta, setMeta } from "../service/counters.ts";
import type { ReadTx, Tx } from "../../db.ts";

const MARK = "files_mark";
/** Its value is that of the mark, once the bucket bears it. */
const PLACE = "files_place";

/** Whether the files are in a bucket. */
export async function areInBucket(tx: ReadTx): Promise<boolean> {
  return (await findMeta(tx, PLACE)) !== undefined;
}

/** The mark of this store, by which its bucket is known. The first call chooses `fresh`. */
export async function filesMark(tx: Tx, fresh: string): Promise<string> {
  await tx.run("insert into meta (key, value) values (?, ?) on conflict (key) do nothing", MARK, fresh);
  return (await findMeta(tx, MARK))!;
}

/** Notes that the files are in the bucket with this mark, or in the data folder. */
export async function setFilesPlace(tx: Tx, place: { readonly mark: string } | "folder"): Promise<void> {
  if (place === "folder") await tx.run("delete from meta where key = ?", PLACE);
  else await setMeta(tx, PLACE, place.mark);
}

export async function hasFiles(tx: ReadTx): Promise<boolean> {
  return (await tx.get("select 1 as found from file limit 1")) !== undefined;
}
