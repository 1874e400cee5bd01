/** What use cases need, of a service and of a command on the store of a stopped one. */
import type { AppContext } from "../app/app-context.ts";
import type { Dialect } from "../domain/accounts.ts";
import { traitsFor } from "../methods/engine/dialect.ts";
import { FileIds } from "../present/file-id.ts";
import { subkey } from "./secret-key.ts";

interface AppOptions {
  readonly dialect: Dialect;
  /** `undefined` if the service sends no mail. */
  readonly mail?: object | undefined;
}

/** @param key - the service's secret key */
export function openApp({ dialect, mail }: AppOptions, key: Buffer): AppContext {
  return {
    fileIds: new FileIds(subkey(key, "file_id")),
    dialect,
    sends_mail: mail !== undefined,
    showsImpliedRights: (account) => !account.is_bot || traitsFor(account, dialect).showsImpliedRights,
  };
}
