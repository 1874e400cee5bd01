/** The search index on PostgreSQL: a table with the words of every message, updated after the messages. */
import pg from "pg";
import { INDEX_VERSION, chatWord } from "../../domain/search/document.ts";
import type { Clause } from "../../domain/search/query.ts";
import type { LeaseRow } from "../queries/cluster/leases.ts";
import { documentOf, documentsOf, NUMBERED_ROW, type Document, type NumberedRow } from "./documents.ts";
import type { Follower, Step } from "./follower.ts";
import { MAX_CHANGED, NOTHING_INDEXED, type Candidates, type Progress, type Question } from "./search-index.ts";

/** Messages of one step. */
const MESSAGES_PER_STEP = 1000;
const CHANGES_PER_STEP = 500;
/** The type bigint. All our numbers are within ±2^53, so they are parsed as numbers. */
const INT8 = 20;
/** A statement of a step may take so many times as long as one of a call. */
const STEP_TIMES = 4;
/** Milliseconds that a search waits longer than the server, so that the error is the server's. */
const MARGIN_MS = 1000;
/** PostgreSQL's error code undefined_table. */
const NO_TABLE = "42P01";

export interface PostgresIndexPlace {
  readonly url: string;
  /** Time limits in milliseconds of a connection attempt and of a statement. */
  readonly wait_ms: number;
  readonly statement_ms: number;
}

/** Includes Unicode's version, because a newer one may fold letters and split texts differently. */
const MADE_BY = `${INDEX_VERSION} ${process.versions.unicode ?? ""}`;

/**
 * GIN collects the words of new rows in a list and moves them into the index together, which takes a third of the time
 * and a sixth of the WAL. The move is made by the insert that fills the list, and no call waits for these inserts. A
 * search reads the whole list, so it is kept short.
 */
const PENDING_KB = 512;
const SCHEMA = `
  create table message_search (
    row_id bigint primary key, chat_id bigint not null, date bigint not null, words tsvector not null);
  create index message_search_words on message_search using gin (words) with (gin_pending_list_limit = ${PENDING_KB});
  create index message_search_date on message_search using brin (date);
  create table message_search_state (made_by text not null, low bigint not null, high bigint not null)`;

const NOTHING_DONE = { didWork: false, hasMore: false, didBuild: false, isKept: false };

/**
 * A row can become visible after one with a higher number. All rows up to `row` are visible when every transaction
 * before `xid` has ended: `xid` was assigned after `row` was seen, and a transaction that inserts a message has its own
 * before the row has its number, because it has locked the chat.
 */
interface Bound {
  readonly row: number;
  readonly xid: bigint;
}

export class PostgresFollower implements Follower {
  readonly #place: PostgresIndexPlace;
  readonly #connections = new Map<"follow" | "find", pg.Client>();
  /** No row up to this number can become visible later. */
  #safe = 0;
  #bound: Bound | undefined;
  #lease: LeaseRow | undefined;

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

  setLease(lease: LeaseRow | undefined): void {
    this.#lease = lease;
  }

  async find(question: Question): Promise<Candidates> {
    try {
      const client = await this.#connection("find");
      const { rows } = await client.query<FoundRow>(findIn(question));
      const [found] = rows;
      if (!found) return NOTHING_FOUND;
      const [hits, changed] = [found.hits.map(Number), found.changed.map(Number)];
      const down_to = hits.length < question.limit ? 0 : hits.at(-1)!;
      return { rows: hits, down_to, low: found.low, high: found.high, change: 0, changed };
    } catch (error) {
      // There is no table before the first step, or when an operator has dropped it. The next step creates it.
      if ((error as { code?: string }).code === NO_TABLE) return NOTHING_FOUND;
      await this.#drop("find");
      throw error;
    }
  }

  /** The server may never answer the statement that runs: its connection is broken off, and nothing of it is kept. */
  interrupt(): void {
    void this.#drop("follow");
  }

  async close(): Promise<void> {
    for (const name of [...this.#connections.keys()]) await this.#drop(name);
  }

  async #follow(client: pg.Client): Promise<Step> {
    const lease = this.#lease;
    if (!lease) return this.#watch(client);
    // Outside of the transaction below, which would count as a running one.
    await this.#lookForSafe(client);
    await client.query("begin");
    const { rowCount } = await client.query(LOCK_LEASE, [lease.name, lease.node, lease.fence]);
    if (rowCount === 0) {
      await client.query("commit");
      return this.#watch(client);
    }
    const before = (await stateOf(client)) ?? (this.#bound ? undefined : await makeAnew(client, this.#safe));
    if (!before) {
      await client.query("commit");
      return { ...NOTHING_DONE, progress: NOTHING_INDEXED };
    }
    const { rows: changes } = await client.query<{ row_id: number }>(TAKE_CHANGES, [CHANGES_PER_STEP]);
    const changed = changes
      .map(({ row_id }) => row_id)
      .filter((row_id) => row_id >= before.low && row_id <= before.high);
    const now = await rowsOf(client, "row_id = any($1)", [changed]);
    const newer = await rowsOf(client, "row_id > $1 and row_id <= $2 order by row_id limit $3", [
      before.high,
      this.#safe,
      MESSAGES_PER_STEP,
    ]);
    const older =
      newer.length > 0 || before.low === 0
        ? []
        : await rowsOf(client, "row_id < $1 order by row_id desc limit $2", [before.low, MESSAGES_PER_STEP]);
    const progress = {
      low: newer.length > 0 ? before.low : (older.at(-1)?.row_id ?? 0),
      high: newer.at(-1)?.row_id ?? Math.max(before.high, this.#safe),
      change: 0,
    };
    await write(client, [...documentsOf(changed, now), ...older.map(documentOf), ...newer.map(documentOf)]);
    if (progress.low !== before.low || progress.high !== before.high)
      await client.query("update message_search_state set low = $1, high = $2", [progress.low, progress.high]);
    await client.query("commit");
    return {
      didWork: changes.length + newer.length + older.length > 0,
      hasMore: changes.length === CHANGES_PER_STEP || newer.length === MESSAGES_PER_STEP,
      didBuild: older.length > 0,
      progress,
      isKept: true,
    };
  }

  /** Another process updates the index. Questions are answered as far as it has come. */
  async #watch(client: pg.Client): Promise<Step> {
    return { ...NOTHING_DONE, progress: (await stateOf(client)) ?? NOTHING_INDEXED };
  }

  /**
   * Finds the row up to which all rows are visible. PostgreSQL assigns row numbers before the transactions that use
   * them end.
   */
  async #lookForSafe(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ xmin: string; row: number }>(HORIZON);
    const { xmin, row } = rows[0]!;
    this.#passBound(xmin);
    if (row <= this.#safe || this.#bound) return;
    const own = await client.query<{ xid: string }>("select pg_current_xact_id()::text as xid");
    this.#bound = { row, xid: BigInt(own.rows[0]!.xid) };
    const now = await client.query<{ xmin: string }>(OLDEST);
    this.#passBound(now.rows[0]!.xmin);
  }

  /** @param xmin - every transaction before it has ended */
  #passBound(xmin: string): void {
    if (!this.#bound || BigInt(xmin) < this.#bound.xid) return;
    this.#safe = Math.max(this.#safe, this.#bound.row);
    this.#bound = undefined;
  }

  async #connection(name: "follow" | "find"): Promise<pg.Client> {
    const open = this.#connections.get(name);
    if (open) return open;
    const { url, wait_ms, statement_ms } = this.#place;
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: wait_ms,
      // Rebuilding the index may take long, and no call waits for it. But a connection that has silently broken must be
      // given up: nothing would be indexed any more, and the thread could not end.
      ...(name === "find" ? { statement_timeout: statement_ms } : {}),
      query_timeout: name === "find" ? statement_ms + MARGIN_MS : statement_ms * STEP_TIMES,
      keepAlive: true,
      application_name: `heliogram search ${name}`,
      types: {
        getTypeParser: (oid: number, format?: "text" | "binary") =>
          oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
      },
    });
    // The next query fails and reports the error.
    client.on("error", () => this.#connections.delete(name));
    await client.connect();
    this.#connections.set(name, client);
    return client;
  }

  async #drop(name: "follow" | "find"): Promise<void> {
    const client = this.#connections.get(name);
    this.#connections.delete(name);
    // A broken connection cannot be closed in order.
    await client?.end().catch(() => {});
  }
}

/** A snapshot's `xmax` is no bound: a younger transaction that runs already can have a row below those that are visible. */
const OLDEST = "select pg_snapshot_xmin(pg_current_snapshot())::text as xmin";
const HORIZON = `${OLDEST}, coalesce((select max(row_id) from message), 0) as row`;
/** The same as `lockLease`: another node takes the lease only after the transaction. */
const LOCK_LEASE = "select from lease where name = $1 and node = $2 and fence = $3 for share";
const TAKE_CHANGES = `delete from message_change where id in (select id from message_change order by id limit $1)
  returning row_id`;

async function stateOf(client: pg.Client): Promise<Progress | undefined> {
  const { rows: tables } = await client.query("select to_regclass('message_search_state') as name");
  if (tables[0].name === null) return undefined;
  const { rows } = await client.query("select made_by, low, high from message_search_state");
  return rows[0]?.made_by === MADE_BY ? { low: rows[0].low, high: rows[0].high, change: 0 } : undefined;
}

/** In the order in which steps and searches lock these tables, so that none of them meets a deadlock. */
const DROP = "drop table if exists message_search_state, message_search";

async function makeAnew(client: pg.Client, safe: number): Promise<Progress> {
  await client.query(DROP);
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
  const text = `select ${NUMBERED_ROW} from message where ${where}`;
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

const NOTHING_FOUND: Candidates = { rows: [], down_to: 0, ...NOTHING_INDEXED };

interface FoundRow {
  readonly low: number;
  readonly high: number;
  readonly hits: readonly (number | string)[];
  readonly changed: readonly (number | string)[];
}

/**
 * The hits, how far the index has come and what it has not followed yet, in one statement: they are of one moment, and
 * the changes would be gone when they are read later.
 */
function findIn({ clauses, chats, before, since, until, limit }: Question): pg.QueryConfig {
  const one = chats.length === 1 ? [{ word: chatWord(chats[0]!), isPrefix: false }] : [];
  const words = [...clauses, ...one].map(expression).join(" & ");
  return {
    text: `select low, high,
        array(select row_id from message_search
          where words @@ $1::tsquery and row_id < $2 and date >= $3 and date < $4
          ${chats.length === 1 ? "" : "and chat_id = any($8)"} order by row_id desc limit $5) as hits,
        array(select row_id from message_change order by id limit $6) as changed
      from message_search_state where made_by = $7`,
    values: [words, before, since, until, limit, MAX_CHANGED, MADE_BY, ...(chats.length === 1 ? [] : [chats])],
  };
}

/** Words consist of letters, digits and underscores. */
function expression({ word, isPrefix }: Clause): string {
  return isPrefix ? `'${word}':*` : `'${word}'`;
}
