/** Files of a store that no other user of the machine can read. */
import { chmodSync, closeSync, existsSync, openSync, statSync } from "node:fs";

const OWNER_ALONE = 0o600;
const OTHERS = 0o007;
/** SQLite gives its log and the index of it the mode of the database. */
const ENDS = ["", "-wal", "-shm"];

/**
 * Call it before SQLite opens a database. SQLite would make a new file readable to all whom the umask allows. A file
 * that everybody can read, as earlier versions made it, becomes its owner's alone; a group that was let in stays.
 */
export function makePrivate(path: string): void {
  // A file that exists must not be opened here: closing it would release the locks that SQLite holds on it.
  if (!existsSync(path)) closeSync(openSync(path, "a", OWNER_ALONE));
  for (const each of ENDS.map((end) => path + end)) {
    const found = statSync(each, { throwIfNoEntry: false });
    if (found?.isFile() && (found.mode & OTHERS) !== 0) chmodSync(each, OWNER_ALONE);
  }
}
