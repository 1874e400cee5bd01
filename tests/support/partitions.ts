/** A store whose hot tables are partitioned by hash on PostgreSQL, as a distributed engine would spread them. */
import type pg from "pg";
import { onDatabase } from "./databases.ts";

/** So many that two keys seldom share a partition by chance. */
const PARTITIONS = 64;

/**
 * The column by which each hot table is distributed. Rows with the same value are in partitions of the same number,
 * whatever the table, because all are hashed alike.
 */
export const DISTRIBUTION_KEYS: Readonly<Record<string, string>> = {
  chat: "id",
  private_chat: "low_id",
  member: "chat_id",
  bot_access: "chat_id",
  message: "chat_id",
  pinned_message: "chat_id",
  deleted_messages: "chat_id",
  stream: "id",
  event: "stream",
  mention: "account_id",
  chat_setting: "account_id",
  send_key: "account_id",
  callback_query: "id",
};

/** Partitions the hot tables of a new store. @throws Error when a unique key of one lacks its distribution column */
export function partitionHotTables(address: string): Promise<void> {
  return onDatabase(address, async (client) => {
    for (const [table, key] of Object.entries(DISTRIBUTION_KEYS)) await partition(client, table, key);
  });
}

async function partition(client: pg.Client, table: string, key: string): Promise<void> {
  // Before version 17, a partitioned table has no identity columns: a sequence takes their place.
  const identity = await client.query(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_identity = 'YES'`,
    [table],
  );
  await client.query(`alter table ${table} rename to whole_${table}`);
  await client.query(
    `create table ${table} (like whole_${table} including all excluding identity) partition by hash (${key})`,
  );
  for (const { name } of identity.rows) {
    await client.query(`create sequence ${table}_${name}_numbers`);
    await client.query(`alter table ${table} alter column ${name} set default nextval('${table}_${name}_numbers')`);
  }
  for (let i = 0; i < PARTITIONS; i++) {
    await client.query(
      `create table ${table}_part_${i} partition of ${table} for values with (modulus ${PARTITIONS}, remainder ${i})`,
    );
  }
  // Migrations insert some rows.
  await client.query(`insert into ${table} select * from whole_${table}`);
  await client.query(`drop table whole_${table} cascade`);
}

/** A hot table that a plan has read or changed, and the number of the partition. */
export interface TouchedPartition {
  readonly table: string;
  readonly part: number;
}

/** A node of a plan as `auto_explain` logs it. */
export interface PlanNode {
  readonly "Relation Name"?: string;
  readonly "Actual Loops"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The partitions that a plan has visited; those that were pruned have no loops. */
export function touchedPartitions(plan: PlanNode): TouchedPartition[] {
  const [, table, part] = /^(\w+)_part_(\d+)$/.exec(plan["Relation Name"] ?? "") ?? [];
  const own = table !== undefined && (plan["Actual Loops"] ?? 0) > 0 ? [{ table, part: Number(part) }] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(touchedPartitions)];
}
