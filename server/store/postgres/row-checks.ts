/** Statements that fail when the rows of cached values have changed, which ends the pipeline in which they are sent. */
import type { Key } from "../db.ts";
import type { Lookup } from "../lookup.ts";
import { FOR_UPDATE } from "./dialect.ts";
import { columnsOf, keyTypes } from "./lookup-requests.ts";
import type { CachedRow } from "./row-cache.ts";
import { arrayLiteral, prepare, type Prepared, type BoundStatement } from "./statements.ts";
import { versionColumns } from "./versions.ts";

/** Divides by zero unless as many rows were found as there are keys. */
const ALL_FOUND = "select 1 / (case when count(*) = cast(? as bigint) then 1 else 0 end)";

/** Locks chats that no other transaction has locked, and whose rows have not changed. */
const LOCK_CHATS = prepare(`with locked as materialized (
    select id, xmin as version from chat where id = any(cast(? as bigint[]))${FOR_UPDATE} skip locked)
  ${ALL_FOUND} from unnest(cast(? as bigint[]), cast(? as xid[])) as k (id, version)
    join locked on locked.id = k.id and locked.version = k.version`);

/** Locks the rows of chats. Fails unless all are locked, in these versions. */
export function lockUnchanged(chats: readonly CachedRow[]): BoundStatement {
  const ids = arrayLiteral(chats.map(({ keys }) => keys[0]!));
  const versions = arrayLiteral(chats.map((chat) => chat.versions[0]!));
  return { ...LOCK_CHATS, values: [ids, String(chats.length), ids, versions] };
}

/** Fails unless the rows of a lookup have these versions. */
export function checkUnchanged(lookup: Lookup<unknown>, rows: readonly CachedRow[]): BoundStatement {
  const { keys } = rows[0]!;
  const columns = [...columnsOf(rows.map((row) => row.keys)), ...columnsOf(rows.map((row) => row.versions))];
  return { ...preparedCheck(lookup, keys), values: [String(rows.length), ...columns] };
}

const checks = new Map<Lookup<unknown>, Prepared>();

function preparedCheck(lookup: Lookup<unknown>, keys: readonly Key[]): Prepared {
  let check = checks.get(lookup);
  if (!check) {
    const names = lookup.versionedBy!;
    const types = [...keyTypes(keys), ...names.map(() => "xid")];
    const columns = [...keys.map((_, i) => `key_${i + 1}`), ...names.map((_, i) => `version_${i + 1}`)];
    let n = 0;
    const found = `select ${versionColumns(names)} from ${lookup.from}`;
    const same = names.map((_, i) => `l.version_${i + 1} = k.version_${i + 1}`);
    const sql = `${ALL_FOUND} from unnest(${types.map((type) => `cast(? as ${type}[])`).join(", ")})
        as k (${columns.join(", ")})
      cross join lateral (${found.replaceAll("?", () => `k.key_${++n}`)}) as l where ${same.join(" and ")}`;
    checks.set(lookup, (check = prepare(sql)));
  }
  return check;
}
