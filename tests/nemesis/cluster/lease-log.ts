/** A record of who takes which lease when, kept by a trigger in the test's database: the product knows nothing of it. */
import type { Cluster } from "./cluster.ts";
import type { History } from "../history.ts";

/** `nemesis.node` is the name of the node that asks (cluster-node.ts). */
const LOG = [
  `create table nemesis_lease_log (at_ms double precision, name text, node text, fence bigint)`,
  `create function nemesis_lease_log() returns trigger language plpgsql as $$ begin
     insert into nemesis_lease_log values (extract(epoch from clock_timestamp()) * 1000, new.name,
       case when new.node = '' then '' else coalesce(replace(current_setting('nemesis.node', true), '_', ' '), '') end, new.fence);
     return null;
   end $$`,
  `create trigger nemesis_lease_log after insert or update on lease
     for each row execute function nemesis_lease_log()`,
];

interface Logged {
  readonly at_ms: number;
  readonly name: string;
  readonly node: string;
  readonly fence: string;
}

/** Begins the record. Before the nodes start, so that it is complete. */
export const LEASE_LOG_SQL: readonly string[] = LOG;

/** Adds the record to the history. */
export async function addLeaseLog(cluster: Cluster, history: History): Promise<void> {
  const rows = await cluster.postgres.queryDatabase<Logged>("select * from nemesis_lease_log order by at_ms, fence");
  const zero_ms = Date.now() - history.now();
  for (const { at_ms, name, node, fence } of rows) {
    history.add({ type: "lease", when_ms: at_ms - zero_ms, name, node, fence: Number(fence) });
  }
}
