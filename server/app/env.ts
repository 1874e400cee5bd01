/** What use cases need besides their transaction. */
import type { Dialect } from "../domain/accounts.ts";
import type { FileIds } from "../present/file-id.ts";
import type { Words } from "../store/db.ts";

export interface Env {
  readonly fileIds: FileIds;
  readonly words: Words;
  /** The dialect of bots that chose none. */
  readonly dialect: Dialect;
}
