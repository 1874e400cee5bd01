/** What use cases need besides their transaction. */
import type { Dialect } from "../domain/accounts.ts";
import type { FileIds } from "../present/file-id.ts";
import type { UpdateObserver } from "./messages/update-observer.ts";

export interface AppContext {
  readonly fileIds: FileIds;
  /** The dialect of bots without a setting of their own. */
  readonly dialect: Dialect;
  /** Told which updates are made. */
  readonly updates?: UpdateObserver | undefined;
}
