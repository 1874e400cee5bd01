/** What a running service does while it is backed up. */
import type { Db } from "../../store/db.ts";
import { setFileHold, type FileHold } from "../../store/queries/files/file-holds.ts";
import { clock } from "../system.ts";

/** Sets or ends a hold on the removal of files, and brings the store to a state that can be copied. */
export async function holdAndSettle(db: Db, hold: FileHold): Promise<void> {
  await db.write((tx) => setFileHold(tx, hold, Math.floor(clock.now() / 1000)));
  await db.settle?.();
}
