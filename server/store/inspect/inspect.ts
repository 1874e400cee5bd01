/** Inspects the store that the settings name, beside a service or without one. */
import { join } from "node:path";
import { SQLITE_FILE, type StoreChoice } from "../open.ts";
import type { PostgresLimits } from "../postgres/options.ts";
import type { StoreReport } from "./report.ts";

/** @returns `undefined` if there is nothing to inspect: a store in memory. @throws Error when it cannot be opened */
export async function inspectStore(
  { database, data_dir }: StoreChoice,
  limits: PostgresLimits,
  now_ms: () => number,
): Promise<StoreReport | undefined> {
  if (database === "memory") return undefined;
  if (database === "sqlite")
    return (await import("../sqlite/inspect.ts")).inspectSqlite(join(data_dir, SQLITE_FILE), now_ms);
  return (await import("../postgres/inspect.ts")).inspectPostgres({ url: database, limits, now_ms });
}
