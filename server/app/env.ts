/** What use cases need besides their transaction. */
import type { Dialect } from "../domain/accounts.ts";
import type { FileIds } from "../present/file-id.ts";

export interface Env {
  readonly fileIds: FileIds;
  /** The dialect of bots that chose none. */
  readonly dialect: Dialect;
}
