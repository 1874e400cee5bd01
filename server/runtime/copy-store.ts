/** Copies a store between the databases that two addresses name. */
import { join, resolve } from "node:path";
import { copyStore, type CopiedStore, type RowProgress } from "../store/copy/copy-store.ts";
import type { CopySource, CopyTarget } from "../store/copy/sides.ts";
import { SQLITE_FILE } from "../store/open.ts";
import { openPostgresSource } from "../store/postgres/copy-source.ts";
import { openPostgresTarget } from "../store/postgres/copy-target.ts";
import { copiedTables } from "../store/sqlite/copied-tables.ts";
import { openSqliteSource } from "../store/sqlite/copy-source.ts";
import { openSqliteTarget } from "../store/sqlite/copy-target.ts";
import type { Settings } from "../settings/settings.ts";
import { postgresOptions } from "./backups/store-access.ts";

/** Where a store is: in a data folder, or in a PostgreSQL database. */
export type StoreAddress = { readonly folder: string } | { readonly url: string };

/**
 * `sqlite` is the store in the data folder of the settings, `sqlite:FOLDER` one in another data folder, and
 * `postgres://…` a database.
 * @returns `undefined` for anything else
 */
export function parseStoreAddress(text: string, { data_dir }: Settings): StoreAddress | undefined {
  if (/^postgres(ql)?:\/\/./.test(text)) return { url: text };
  if (text === "sqlite") return { folder: resolve(data_dir) };
  return /^sqlite:./s.test(text) ? { folder: resolve(text.slice("sqlite:".length)) } : undefined;
}

export interface CopyStoreOptions {
  readonly settings: Settings;
  readonly from: StoreAddress;
  readonly to: StoreAddress;
  readonly progress: RowProgress;
}

export interface MovedStore extends CopiedStore {
  readonly schema: number;
  /** Whether an earlier copy was interrupted. */
  readonly is_resumed: boolean;
}

/** @throws Error with a sentence for the operator when one of the stores is in use, or the target is not empty */
export async function copyBetween({ settings, from, to, progress }: CopyStoreOptions): Promise<MovedStore> {
  await using opened = new AsyncDisposableStack();
  const source = await openSource(from, settings);
  opened.defer(() => source.close());
  const { schema } = source;
  const tables = await copiedTables(schema);
  const target = await openTarget(to, settings, schema, tables);
  opened.defer(() => target.close());
  const copied = await copyStore(source, target, tables, progress);
  return { schema, is_resumed: target.isResumed, ...copied };
}

async function openSource(from: StoreAddress, settings: Settings): Promise<CopySource> {
  if ("url" in from) return openPostgresSource(postgresOptions({ ...settings, database: from.url }));
  return openSqliteSource(join(from.folder, SQLITE_FILE));
}

function openTarget(
  to: StoreAddress,
  settings: Settings,
  schema: number,
  tables: Awaited<ReturnType<typeof copiedTables>>,
): Promise<CopyTarget> {
  if ("folder" in to) return openSqliteTarget(join(to.folder, SQLITE_FILE), schema, tables);
  return openPostgresTarget(postgresOptions({ ...settings, database: to.url }), schema, tables, copiedTables);
}
