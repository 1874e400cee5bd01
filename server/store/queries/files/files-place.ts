/** Where the files of this store are: in the data folder, or in a bucket that bears the mark of the store. */
import { deleteMeta, findMeta, setMeta } from "../service/counters.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";

const MARK = "files_mark";
/** Its value is that of the mark, once the bucket bears it. */
const PLACE = "files_place";

/** Whether the files are in a bucket. */
export async function areInBucket(tx: ReadTx): Promise<boolean> {
  return (await findMeta(tx, PLACE)) !== undefined;
}

const CHOOSE_MARK = write("meta")`insert into meta (key, value) values (?, ?) on conflict (key) do nothing`;

/** The mark of this store, by which its bucket is known. The first call chooses `fresh`. */
export async function filesMark(tx: Tx, fresh: string): Promise<string> {
  await tx.run(CHOOSE_MARK, MARK, fresh);
  return (await findMeta(tx, MARK))!;
}

/** Notes that the files are in the bucket with this mark, or in the data folder. */
export async function setFilesPlace(tx: Tx, place: { readonly mark: string } | "folder"): Promise<void> {
  if (place === "folder") await deleteMeta(tx, PLACE);
  else await setMeta(tx, PLACE, place.mark);
}

const HAS_FILES = read("file")`select 1 as found from file limit 1`;

export async function hasFiles(tx: ReadTx): Promise<boolean> {
  return (await tx.get(HAS_FILES)) !== undefined;
}
