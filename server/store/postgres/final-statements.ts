/**
 * The last statements of a transaction: buffered rows, one statement for each table, then the events. The rows of
 * streams are locked in ascending order, so that two transactions cannot deadlock, and last, so that they are held shortly. They
 * stay locked until the commit, so the numbers of a stream are dense and in the order of the commits.
 */
import type { BufferedRow, Value } from "../db.ts";
import { EventRangeBuilder } from "../queries/streams/event-ranges.ts";
import { BufferedInsert, type BufferedIncrease, type BufferedWrite } from "../statement.ts";
import type { Changes, LastSeq } from "./changes.ts";
import type { ColumnTypes } from "./column-types.ts";
import type { Result } from "./pipeline.ts";
import { arrayLiteral, bind, prepare, preparedOf, type BoundStatement } from "./statements.ts";

/**
 * Locks the rows of streams in ascending order, advances their last sequence numbers and inserts the events. A stream that
 * does not exist has no number, so that its events fail. The last sequence numbers of noted streams are the result.
 *
 * Divides by zero where a chat's last message id is not the one from which its ids were allocated: somebody has allocated some
 * without the chat's lock. The transaction then fails, and is run again.
 */
const WRITE_STREAMS = prepare(`with locked as materialized (
    select id from stream where id = any(cast(? as bigint[])) order by id for no key update),
  moved as (
    update stream set last_seq = stream.last_seq + by.events,
      last_message_id = stream.last_message_id + by.messages
        / (case when by.messages = 0 or stream.last_message_id = by.expected then 1 else 0 end),
      message_at = case when by.messages = 0 then stream.message_at else by.at end
    from locked join unnest(cast(? as bigint[]), cast(? as bigint[]), cast(? as bigint[]), cast(? as bigint[]),
        cast(? as bigint[])) as by (id, events, messages, expected, at)
      on by.id = locked.id
    where stream.id = locked.id
    returning stream.id, stream.last_seq),
  written as (
    insert into event (stream, seq, run, kind, ref, body, at)
    select new.stream, moved.last_seq - new.later, new.run, new.kind, new.ref, new.body, new.at
    from unnest(cast(? as bigint[]), cast(? as bigint[]), cast(? as bigint[]), cast(? as text[]), cast(? as bigint[]),
        cast(? as text[]), cast(? as bigint[])) as new (stream, later, run, kind, ref, body, at)
      left join moved on moved.id = new.stream)
  select id, last_seq from moved where id = any(cast(? as bigint[]))`);
/** The same advance of one stream, by its key. */
const ADVANCE = `update stream set last_seq = last_seq + cast(? as bigint),
  last_message_id = last_message_id + cast(? as bigint)
    / (case when cast(? as bigint) = 0 or last_message_id = cast(? as bigint) then 1 else 0 end),
  message_at = case when cast(? as bigint) = 0 then message_at else cast(? as bigint) end
  where id = cast(? as bigint)`;
const ADVANCE_STREAM = prepare(ADVANCE);
const ADVANCE_NOTED_STREAM = prepare(`${ADVANCE} returning id, last_seq`);
/** Rows that are changed one by one. Each statement then names its key, as a partitioned table needs it. */
const MAX_SINGLE_ROW_STATEMENTS = 4;
const EVENT_COLUMNS = 7;
const NOTHING_NOTED: ReadonlySet<number> = new Set();
/** The events of a stream whose last sequence number was advanced. */
const INSERT_EVENTS = prepare(`insert into event (stream, seq, run, kind, ref, body, at)
  select new.stream, (select last_seq from stream where id = new.stream) - new.later, new.run, new.kind, new.ref, new.body,
    new.at
  from unnest(cast(? as bigint[]), cast(? as bigint[]), cast(? as bigint[]), cast(? as text[]), cast(? as bigint[]),
    cast(? as text[]), cast(? as bigint[])) as new (stream, later, run, kind, ref, body, at)`);

/** The statements that make the changes of a transaction. */
export function finalStatements(changes: Changes, types: ColumnTypes, now_s: number): BoundStatement[] {
  return [...rowStatements(changes.rows, types), ...streamStatements(changes, now_s)];
}

/** The last sequence numbers of noted streams, in the results of the last statements of a transaction. */
export function lastSeqsIn(results: readonly Result[]): LastSeq[] {
  return results.flatMap(({ rows }) => rows as unknown as LastSeq[]);
}

/** The buffered rows, those of a statement together, in the order of their first rows. */
export function rowStatements(rows: readonly BufferedRow[], types: ColumnTypes): BoundStatement[] {
  const byStatement = new Map<BufferedWrite, (readonly Value[])[]>();
  for (const { statement, values } of rows) {
    const same = byStatement.get(statement);
    if (same) same.push(values);
    else byStatement.set(statement, [values]);
  }
  return [...byStatement].flatMap(([statement, all]) =>
    statement instanceof BufferedInsert ? insertStatement(statement, all, types) : updateStatements(statement, all),
  );
}

function insertStatement(
  insert: BufferedInsert,
  all: readonly (readonly Value[])[],
  types: ColumnTypes,
): BoundStatement {
  const { target, columns, conflict } = insert;
  const arrays = columns.map((column) => `cast(? as ${types.get(`${target}.${column}`)}[])`);
  const sql = `insert into ${target} (${columns.join(", ")}) select * from unnest(${arrays.join(", ")})${conflict}`;
  return { ...prepare(sql), values: columns.map((_, i) => arrayLiteral(all.map((row) => row[i]!))) };
}

/** The amounts of one row are added up, because a statement changes a row once. */
function updateStatements(increase: BufferedIncrease, all: readonly (readonly Value[])[]): BoundStatement[] {
  const { target, column, keys } = increase;
  const sums = new Map<string, { readonly key: readonly Value[]; amount: number }>();
  for (const [amount, ...key] of all) {
    const sum = sums.get(key.join());
    if (sum) sum.amount += amount as number;
    else sums.set(key.join(), { key, amount: amount as number });
  }
  const rows = [...sums.values()];
  if (rows.length <= MAX_SINGLE_ROW_STATEMENTS)
    return rows.map(({ amount, key }) => bind(preparedOf(increase), [amount, ...key]));
  const names = keys.map((_, i) => `key_${i}`);
  const sql = `update ${target} set ${column} = ${target}.${column} + by.amount
    from unnest(cast(? as bigint[]), ${names.map(() => "cast(? as bigint[])").join(", ")}) as by (amount, ${names.join(", ")})
    where ${keys.map((key, i) => `${target}.${key} = by.key_${i}`).join(" and ")}`;
  const columns = [rows.map((row) => row.amount), ...keys.map((_, i) => rows.map((row) => row.key[i]!))];
  return [{ ...prepare(sql), values: columns.map(arrayLiteral) }];
}

/** Advances streams and inserts the events. The only rows of the results are the last sequence numbers (`LastSeq`) of noted streams. */
export function streamStatements(changes: Changes, now_s: number): BoundStatement[] {
  const { events, allocations, notes } = changes;
  const ranges = new EventRangeBuilder();
  const counts = new Map<number, number>();
  for (const event of events) {
    const seq = (counts.get(event.stream) ?? 0) + 1;
    counts.set(event.stream, seq);
    ranges.add({ ...event, seq, at: now_s });
  }
  const ids = [...new Set([...counts.keys(), ...allocations.keys()])].sort((a, b) => a - b);
  if (ids.length === 0) return [];
  const moved = ids.map((id) => {
    const { count = 0, expected = 0, date_s = 0 } = allocations.get(id) ?? {};
    return { id, events: counts.get(id) ?? 0, count, expected, date_s };
  });
  const rows = ranges.take();
  const noted = notes.length > 0 ? changes.notedStreams : NOTHING_NOTED;
  if (moved.length > MAX_SINGLE_ROW_STATEMENTS) return [writeStreams(moved, rows, counts, noted)];
  const inserts = [...Map.groupBy(rows, ([stream]) => stream).values()];
  return [
    ...moved.map((each) => advanceStream(each, noted.has(each.id))),
    ...inserts.map((same) => bind(INSERT_EVENTS, eventColumns(same, counts))),
  ];
}

/** How far a stream is advanced. */
interface MovedStream {
  readonly id: number;
  readonly events: number;
  /** Message ids, the last one before them, and the date of their messages. */
  readonly count: number;
  readonly expected: number;
  readonly date_s: number;
}

function advanceStream({ id, events, count, expected, date_s }: MovedStream, isNoted: boolean): BoundStatement {
  return bind(isNoted ? ADVANCE_NOTED_STREAM : ADVANCE_STREAM, [events, count, count, expected, count, date_s, id]);
}

function writeStreams(
  moved: readonly MovedStream[],
  events: readonly Value[][],
  counts: ReadonlyMap<number, number>,
  noted: ReadonlySet<number>,
): BoundStatement {
  const ids = arrayLiteral(moved.map(({ id }) => id));
  const columns = [
    ids,
    arrayLiteral(moved.map(({ events }) => events)),
    arrayLiteral(moved.map(({ count }) => count)),
    arrayLiteral(moved.map(({ expected }) => expected)),
    arrayLiteral(moved.map(({ date_s }) => date_s)),
  ];
  return bind(WRITE_STREAMS, [ids, ...columns, ...eventColumns(events, counts), arrayLiteral([...noted])]);
}

/** The columns of new events; the sequence number is how many events of the stream are later. */
function eventColumns(rows: readonly Value[][], counts: ReadonlyMap<number, number>): string[] {
  const numbered = rows.map(([stream, seq, ...rest]) => [
    stream!,
    counts.get(stream as number)! - (seq as number),
    ...rest,
  ]);
  return Array.from({ length: EVENT_COLUMNS }, (_, i) => arrayLiteral(numbered.map((row) => row[i]!)));
}
