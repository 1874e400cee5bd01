/** What use cases need besides their transaction. */
import type { Account, Dialect } from "../domain/accounts.ts";
import type { FileIds } from "../present/file-id.ts";
import type { PreviewRequests } from "./messages/web-pages.ts";
import type { UpdateObserver } from "./messages/update-observer.ts";

export interface AppContext {
  readonly fileIds: FileIds;
  /** The dialect of bots without a setting of their own. */
  readonly dialect: Dialect;
  /** Whether mails of the queue are sent. */
  readonly sends_mail: boolean;
  /** Whether the account sees implied rights of administrators (see `RecordView`). */
  readonly showsImpliedRights: (account: Account) => boolean;
  /** Notified of the updates that are made. */
  readonly updates?: UpdateObserver | undefined;
  /** Absent where links get no previews. */
  readonly previews?: PreviewRequests | undefined;
}
