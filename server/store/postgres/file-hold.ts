/** A hold on the removal of blobs, set by a process that is no node. */
import pg from "pg";
import { HOLD_PREFIX, type FileHold } from "../queries/files/file-holds.ts";
import { unboundedConfig, type PostgresOptions } from "./options.ts";

/** Sets or ends a hold. */
export async function holdPostgresFiles(options: PostgresOptions, { id, until_s }: FileHold): Promise<void> {
  const client = new pg.Client(unboundedConfig(options));
  client.on("error", () => {});
  await client.connect();
  try {
    const key = HOLD_PREFIX + id;
    if (until_s === undefined) await client.query("delete from meta where key = $1", [key]);
    else
      await client.query(
        "insert into meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value",
        [key, String(until_s)],
      );
  } finally {
    await client.end();
  }
}
