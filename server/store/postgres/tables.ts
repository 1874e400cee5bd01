/** The tables of a schema that a backup has, in an order in which rows can be inserted. */
import type pg from "pg";
import { inOrderOfReferences, PROCESS_TABLES, type TableReference } from "../copy/copied-tables.ts";

/** Tables that are made anew. */
const LEFT_OUT = ["message_search", "message_search_state", ...PROCESS_TABLES];

const TABLES = `select c.relname as name from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' order by c.relname`;
const REFERENCES = `select c.relname as name, t.relname as target
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
  where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace and c.oid <> t.oid`;

/** The tables, each after those that its rows refer to. */
export async function backedUpTables(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(TABLES);
  const { rows: references } = await client.query<TableReference>(REFERENCES);
  const names = tables.map(({ name }) => name);
  return inOrderOfReferences(names, references).filter((name) => !LEFT_OUT.includes(name));
}

/** A number that is counted by the database. */
export interface Sequence {
  readonly table: string;
  readonly column: string;
  /** The name of the sequence, as SQL has it. */
  readonly sequence: string;
}

const SEQUENCES = `select c.relname as "table", a.attname as "column",
    pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attidentity <> ''
  order by c.relname, a.attname`;

/** The sequences of all columns that count rows. */
export async function sequences(client: pg.Client): Promise<Sequence[]> {
  return (await client.query<Sequence>(SEQUENCES)).rows;
}
