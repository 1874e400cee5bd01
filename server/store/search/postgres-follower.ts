/** The search index on PostgreSQL: a table of its own with the words of every message, which follows the others. */
import pg from "pg";
import { INDEX_VERSION, chatWord } from "../../domain/search/document.ts";
import type { Clause } from "../../domain/search/query.ts";
import { MESSAGE } from "../messages.ts";
import { documentOf, documentsOf, type Document, type NumberedRow } from "./documents.ts";
import type { Follower, Step } from "./follower.ts";
import { NOTHING_INDEXED, type Candidates, type Progress, type Question } from "./search-index.ts";

/** Messages of one step. */
const ROWS = 500;
const CHANGES = 500;
/** bigint: every number of ours lies inside ±2^53. */
const INT8 = 20;
/** What PostgreSQL says of a table that is not there. */
const NO_TABLE = "42P01";

export interface PostgresIndexPlace {
  readonly url: string;
  /** Milliseconds that a connection, and that a statement may take. */
  readonly wait_ms: number;
  readonly statement_ms: number;
}

/** Unicode's version is that of the words: a newer one may fold and part them in another way. */
const MADE_BY = `${INDEX_VERSION} ${process.versions.unicode ?? ""}`;

/**
 * Without a list of pending entries, which GIN would work off now and then in somebody's question or insert: nobody waits
 * for these inserts.
 */
const SCHEMA = `
  create table message_search (
    row_id bigint primary key, chat_id bigint not null, date bigint not null, words tsvector not null);
  create index message_search_words on message_search using gin (words) with (fastupdate = off);
  create index message_search_date on message_search using brin (date);
  create table message_search_state (made_by text not null, low bigint not null, high bigint not null)`;

/** A row may be seen later than one with a higher number; up to `row`, all are there once everybody before `xmax` is done. */
interface Bound {
  readonly row: number;
  readonly xmax: bigint;
}

export class PostgresFollower implements Follower {
  readonly #place: PostgresIndexPlace;
  readonly #connections = new Map<"follow" | "find", pg.Client>();
  #progress: Progress | undefined;
  /** Up to here, every row that there will be is there. */
  #safe = 0;
  #bound: Bound | undefined;

  constructor(place: PostgresIndexPlace) {
    this.#place = place;
  }

  async step(): Promise<Step> {
    try {
      return await this.#follow(await this.#connection("follow"));
    } catch (error) {
      await this.#drop("follow");
      throw error;
    }
  }

  async find(question: Question): Promise<Candidates> {
    // Before the first step there is no table to ask, and every message is one that the index has not seen.
    const progress = this.#progress;
    if (!progress) return { rows: [], down_to: 0, ...NOTHING_INDEXED };
    try {
      const client = await this.#connection("find");
      const { rows } = await client.query<{ row_id: number }>(findIn(question));
      const found = rows.map(({ row_id }) => row_id);
      return { rows: found, down_to: found.length < question.limit ? 0 : found.at(-1)!, ...progress };
    } catch (error) {
      // Somebody has dropped the table: it is made anew by the next step.
      if ((error as { code?: string }).code === NO_TABLE) return { rows: [], down_to: 0, ...NOTHING_INDEXED };
      await this.#drop("find");
      throw error;
    }
  }

  async close(): Promise<void> {
    for (const name of [...this.#connections.keys()]) await this.#drop(name);
  }

  async #follow(client: pg.Client): Promise<Step> {
    // Before the transaction, which would be one that is under way.
    await this.#lookForSafe(client);
    await client.query("begin");
    const before = (await stateOf(client)) ?? (this.#bound ? undefined : await makeAnew(client, this.#safe));
    if (!before) {
      await client.query("commit");
      return { didWork: false, didBuild: false, progress: NOTHING_INDEXED, isKept: false };
    }
    const { rows: changes } = await client.query<{ row_id: number }>(TAKE_CHANGES, [CHANGES]);
    const changed = changes
      .map(({ row_id }) => row_id)
      .filter((row_id) => row_id >= before.low && row_id <= before.high);
    const now = await rowsOf(client, "row_id = any($1)", [changed]);
    const newer = await rowsOf(client, "row_id > $1 and row_id <= $2 order by row_id limit $3", [
      before.high,
      this.#safe,
      ROWS,
    ]);
    const older =
      newer.length > 0 || before.low === 0
        ? []
        : await rowsOf(client, "row_id < $1 order by row_id desc limit $2", [before.low, ROWS]);
    const progress = {
      low: newer.length > 0 ? before.low : (older.at(-1)?.row_id ?? 0),
      high: newer.at(-1)?.row_id ?? Math.max(before.high, this.#safe),
      change: 0,
    };
    await write(client, [...documentsOf(changed, now), ...older.map(documentOf), ...newer.map(documentOf)]);
    if (progress.low !== before.low || progress.high !== before.high)
      await client.query("update message_search_state set low = $1, high = $2", [progress.low, progress.high]);
    await client.query("commit");
    this.#progress = progress;
    return {
      didWork: changes.length + newer.length + older.length > 0,
      didBuild: older.length > 0,
      progress,
      isKept: true,
    };
  }

  /** Looks up to which row everything is there. Numbers of rows are given out before the transactions that take them end. */
  async #lookForSafe(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ xmin: string; xmax: string; row: number }>(HORIZON);
    const { xmin, xmax, row } = rows[0]!;
    if (this.#bound && BigInt(xmin) >= this.#bound.xmax) {
      this.#safe = Math.max(this.#safe, this.#bound.row);
      this.#bound = undefined;
    }
    if (row <= this.#safe || this.#bound) return;
    if (xmin === xmax) this.#safe = row;
    else this.#bound = { row, xmax: BigInt(xmax) };
  }

  async #connection(name: "follow" | "find"): Promise<pg.Client> {
    const open = this.#connections.get(name);
    if (open) return open;
    const { url, wait_ms, statement_ms } = this.#place;
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: wait_ms,
      // Making the index anew may take long, and nobody waits for it.
      ...(name === "find" ? { statement_timeout: statement_ms } : {}),
      application_name: `heliogram search ${name}`,
      types: {
        getTypeParser: (oid: number, format?: "text" | "binary") =>
          oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
      },
    });
    // What breaks is seen by the next query.
    client.on("error", () => this.#connections.delete(name));
    await client.connect();
    this.#connections.set(name, client);
    return client;
  }

  async #drop(name: "follow" | "find"): Promise<void> {
    const client = this.#connections.get(name);
    this.#connections.delete(name);
    // A connection that is broken already cannot be ended in order.
    await client?.end().catch(() => {});
  }
}

const HORIZON = `select pg_snapshot_xmin(pg_current_snapshot())::text as xmin,
  pg_snapshot_xmax(pg_current_snapshot())::text as xmax, coalesce((select max(row_id) from message), 0) as row`;
const TAKE_CHANGES = `delete from message_change where id in (select id from message_change order by id limit $1)
  returning row_id`;

async function stateOf(client: pg.Client): Promise<Progress | undefined> {
  const { rows: tables } = await client.query("select to_regclass('message_search_state') as name");
  if (tables[0].name === null) return undefined;
  const { rows } = await client.query("select made_by, low, high from message_search_state");
  return rows[0]?.made_by === MADE_BY ? { low: rows[0].low, high: rows[0].high, change: 0 } : undefined;
}

async function makeAnew(client: pg.Client, safe: number): Promise<Progress> {
  await client.query("drop table if exists message_search, message_search_state");
  await client.query(SCHEMA);
  const progress = { low: safe + 1, high: safe, change: 0 };
  await client.query("insert into message_search_state (made_by, low, high) values ($1, $2, $3)", [
    MADE_BY,
    progress.low,
    safe,
  ]);
  return progress;
}

async function rowsOf(client: pg.Client, where: string, values: readonly unknown[]): Promise<NumberedRow[]> {
  const text = `select row_id, ${MESSAGE} from message where ${where}`;
  return (await client.query<NumberedRow>({ text, values: [...values] })).rows;
}

async function write(client: pg.Client, documents: readonly Document[]): Promise<void> {
  const gone = documents.filter(({ words }) => words === undefined).map(({ row_id }) => row_id);
  if (gone.length > 0) await client.query("delete from message_search where row_id = any($1)", [gone]);
  const there = documents.filter(({ words }) => words !== undefined);
  if (there.length === 0) return;
  await client.query(
    `insert into message_search (row_id, chat_id, date, words)
     select row_id, chat_id, date, array_to_tsvector(string_to_array(words, ' '))
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[]) as new (row_id, chat_id, date, words)
     on conflict (row_id) do update set words = excluded.words`,
    [
      there.map((each) => each.row_id),
      there.map((each) => each.chat_id),
      there.map((each) => each.date),
      there.map((each) => each.words),
    ],
  );
}

function findIn({ clauses, chats, before, since, until, limit }: Question): pg.QueryConfig {
  const one = chats.length === 1 ? [{ word: chatWord(chats[0]!), isPrefix: false }] : [];
  const words = [...clauses, ...one].map(expression).join(" & ");
  return {
    text: `select row_id from message_search where words @@ $1::tsquery and row_id < $2 and date >= $3 and date < $4
      ${chats.length === 1 ? "" : "and chat_id = any($6)"} order by row_id desc limit $5`,
    values: [words, before, since, until, limit, ...(chats.length === 1 ? [] : [chats])],
  };
}

/** Words are made of letters, digits and low lines alone. */
function expression({ word, isPrefix }: Clause): string {
  return isPrefix ? `'${word}':*` : `'${word}'`;
}
