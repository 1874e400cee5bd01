/** The search index of a store on SQLite: a file with an FTS5 table, and the indexed words of every message. */
import { rmSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Clause } from "../../domain/search/query.ts";
import { chatWord, INDEX_VERSION } from "../../domain/search/document.ts";
import { makePrivate } from "../private-file.ts";
import { DATE_BLOCKS_SCHEMA, DateBlocks } from "./sqlite-date-blocks.ts";
import type { Document } from "./documents.ts";
import { wordsMatch, type RowsOfChats } from "./sqlite-quiet-chats.ts";
import type { Candidates, Progress, Question } from "./search-index.ts";

/** Chats in one FTS5 query. FTS5 keeps a cursor on the list of each. */
const CHATS_AT_ONCE = 256;
/**
 * For a person in more chats than that, up to so many times the limit is examined of the messages of any chat before
 * the query names the chats. It suffices for a person who is in most of the busy chats. Examining more costs too much
 * for two frequent words, of which each step reads other pages of a list.
 */
const MAX_EXAMINED = 5;
/** Rows of the first window at least. Asking 1500 chats for it costs as much for the chats as for the rows. */
const LEAST_WINDOW = 50_000;
/** The first window is so many times as wide as what it probably takes, and each further one than the one before. */
const WINDOW_MARGIN = 1.5;
const WINDOW_GROWTH = 16;
/** Words with one long prefix that are queried by name. With more, FTS5 merges their lists, which is slow for frequent words. */
const MOST_ENDINGS = 64;
/** Sort before and after every letter of a word. */
const FIRST_LETTER = "\u0001";
const LAST_LETTER = "\u{10ffff}";
/** Pages of lists that FTS5 merges in one step. */
const MERGED_PAGES = 64;
/**
 * FTS5 writes the lists of new messages into new parts, and looks up each word in each part. All parts are merged into
 * one when so many messages have come since the last time, and this share of those before.
 */
const LEAST_UNMERGED = 100_000;
const UNMERGED_SHARE = 0.25;
/** After so many new messages, parts of about the same size are merged, which leaves a few. */
const UNMERGED_PARTS = 10_000;
/**
 * Parts on a level at which FTS5 merges them while messages are added. With its default of 4, a message takes a tenth more
 * time; idle time is for merging.
 */
const PARTS_BEFORE_MERGE = 16;
/** The fewest parts on a level, that is of about the same size, that a merge in idle time takes. FTS5's default is 4. */
const LEAST_PARTS = 2;
/**
 * Prefixes, in letters, for which FTS5 has lists. Each list costs a tenth of the time in which a message is indexed and
 * 4 % of the file. A prefix without a list is queried by the prefixes of the next listed length that begin with it.
 */
const LISTED_PREFIXES = [1, 2, 4];

const SCHEMA = `
  create virtual table posting using fts5(words, content='', columnsize=0, detail=none, prefix='${LISTED_PREFIXES.join(" ")}',
    tokenize="ascii tokenchars '_'");
  insert into posting (posting, rank) values ('secure-delete', 1);
  insert into posting (posting, rank) values ('automerge', ${PARTS_BEFORE_MERGE});
  create virtual table term using fts5vocab(posting, instance);
  create table doc (row_id integer primary key, chat_id integer not null, date integer not null, words text not null);
  ${DATE_BLOCKS_SCHEMA};
  create table state (key text primary key, value text not null)`;

/** Must be raised when the tables of the file change; the file is then rebuilt. */
const FILE_VERSION = 5;

/** Includes Unicode's version, because a newer one may fold letters and split texts differently. */
const MADE_BY = `${INDEX_VERSION}.${FILE_VERSION} ${process.versions.unicode ?? ""}`;

export class SearchFile {
  readonly #db: DatabaseSync;
  readonly #dates: DateBlocks;
  readonly #statements = new Map<string, StatementSync>();

  private constructor(db: DatabaseSync) {
    this.#db = db;
    this.#dates = new DateBlocks(db);
  }

  /**
   * Opens the index at `path`.
   * @returns `undefined` if there is none with this id and version, or if it is damaged
   */
  static open(path: string, id: string): SearchFile | undefined {
    let db: DatabaseSync | undefined;
    try {
      db = connect(path);
      const file = new SearchFile(db);
      const isThere = file.#get("select 1 from sqlite_master where name = 'state'");
      if (isThere && file.#state("id") === id && file.#state("made_by") === MADE_BY) return file;
    } catch (error) {
      if (!isDamage(error)) {
        db?.close();
        throw error;
      }
    }
    db?.close();
    return undefined;
  }

  /** Replaces the file by a new index that starts at `progress`. */
  static create(path: string, id: string, progress: Progress): SearchFile {
    for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
    const file = new SearchFile(connect(path));
    try {
      file.#db.exec("begin");
      file.#db.exec(SCHEMA);
      file.#keep("id", id);
      file.#keep("made_by", MADE_BY);
      file.progress = progress;
      file.#db.exec("commit");
      return file;
    } catch (error) {
      file.close();
      throw error;
    }
  }

  get progress(): Progress {
    const [low, high, change] = JSON.parse(this.#state("progress") ?? "[0,0,0]") as [number, number, number];
    return { low, high, change };
  }

  set progress({ low, high, change }: Progress) {
    this.#keep("progress", JSON.stringify([low, high, change]));
  }

  /** Whether there are uncommitted changes. */
  get isOpen(): boolean {
    return this.#db.isTransaction;
  }

  /** Replaces the rows of these messages, and records how far the index has followed the store. */
  take(documents: readonly Document[], progress: Progress): void {
    // New messages have rows above all others, so they need not be looked up one by one.
    const { highest } = this.#get<{ highest: number }>(HIGHEST_DOC)!;
    const known = documents.map((document) => {
      const { row_id } = document;
      return { document, old: row_id <= highest ? this.#get<KnownDocument>(FIND_DOC, row_id) : undefined };
    });
    const changed = known.filter(({ document, old }) => old?.words !== document.words || old?.date !== document.date);
    const outdated = changed.flatMap(({ document: { row_id }, old }) => (old ? [{ row_id, words: old.words }] : []));
    if (outdated.length > 0) this.#remove(outdated);
    if (!this.#db.isTransaction) this.#db.exec("begin");
    // A message that is gone has neither words nor a date.
    const there = changed.map(({ document }) => document).filter(({ words }) => words !== undefined);
    this.#add(there);
    this.#dates.add(there);
    this.progress = progress;
  }

  /**
   * Runs in a transaction of its own: with `secure-delete` and `detail=none`, FTS5 loses words of later rows when one
   * transaction removes a word from a row and adds it again. After a crash between the two transactions the progress
   * is still the old one, so the rows are added again.
   */
  #remove(outdated: readonly { readonly row_id: number; readonly words: string }[]): void {
    this.commit();
    this.#db.exec("begin");
    for (const { row_id, words } of outdated) {
      this.#run("insert into posting (posting, rowid, words) values ('delete', ?, ?)", row_id, words);
      this.#run("delete from doc where row_id = ?", row_id);
    }
    this.#db.exec("commit");
  }

  #add(documents: readonly Document[]): void {
    for (const { row_id, chat_id, date, words } of documents) this.#run(ADD_DOC, row_id, chat_id, date, words!);
    this.#run(ADD_POSTINGS, JSON.stringify(documents.map(({ row_id }) => row_id)));
  }

  commit(): void {
    if (this.#db.isTransaction) this.#db.exec("commit");
  }

  /** Starts merging all parts into one. To be called when everything is indexed. */
  beginMerge(): void {
    this.#keep("merge", "begin");
    this.#keep("merged", String(this.progress.high));
    this.#keep("parts_merged", String(this.progress.high));
  }

  #beginMergeOfParts(): void {
    // Not bound: FTS5 takes only an integer, and Node.js binds reals.
    this.#db.exec(`insert into posting (posting, rank) values ('usermerge', ${LEAST_PARTS})`);
    this.#keep("merge", "on");
    this.#keep("parts_merged", String(this.progress.high));
  }

  /** Merges for some milliseconds, if enough messages have come since the last merge. @returns whether it has merged */
  merge(): boolean {
    const { high } = this.progress;
    const merged = this.#rowOf("merged");
    if (high - merged >= Math.max(LEAST_UNMERGED, UNMERGED_SHARE * merged)) this.beginMerge();
    else if (high - this.#rowOf("parts_merged") >= UNMERGED_PARTS) this.#beginMergeOfParts();
    const state = this.#state("merge");
    if (state === undefined || state === "done") return false;
    const before = this.#changes();
    this.#run(
      "insert into posting (posting, rank) values ('merge', ?)",
      state === "begin" ? -MERGED_PAGES : MERGED_PAGES,
    );
    // FTS5 changes one row of its own even when it merges nothing.
    this.#keep("merge", this.#changes() - before > 1 ? "on" : "done");
    return true;
  }

  /** The highest row of the index when something was done the last time; 0 if it never was. */
  #rowOf(key: "merged" | "parts_merged"): number {
    return Number(this.#state(key) ?? 0);
  }

  rollback(): void {
    if (this.#db.isTransaction) this.#db.exec("rollback");
  }

  close(): void {
    this.#db.close();
  }

  /** @param rowsOfChats - reads the store, for a person in many chats */
  find(asked: Question, rowsOfChats: RowsOfChats): Candidates {
    const { since, until, before } = asked;
    const { progress } = this;
    // Rows above have been deleted, or their number is that of a message which is not indexed yet.
    const end = progress.high + 1;
    const dated = this.#dates.rowsBetween(since, until);
    const question: Bounded = { ...asked, before: Math.min(before, end, dated.before), above: dated.above };
    const { chats, limit } = question;
    const words = question.clauses.map((clause) => this.#expression(clause)).join(" AND ");
    if (chats.length <= CHATS_AT_ONCE) {
      const rows = this.#rows(question, `${words} AND ${anyOf(chats.map(chatWord))}`, limit);
      return { rows, down_to: rows.length < limit ? 0 : rows.at(-1)!, ...progress };
    }
    return { ...this.#inManyChats(question, words, rowsOfChats), ...progress };
  }

  /**
   * For more chats than one query can name. The first matches of any chat show which share of them is in these chats:
   * if so many times as many will not suffice either, none of the others is examined. Where the chats have few messages,
   * each of these is looked at instead.
   */
  #inManyChats(question: Bounded, words: string, rowsOfChats: RowsOfChats): Found {
    const { limit } = question;
    const first = this.#examine(question, words, [], limit);
    if (first.isThrough) return first;
    const all = rowsOfChats(question.chats);
    if (all) return this.#among(question, all);
    const isWorthwhile = first.rows.length * MAX_EXAMINED >= limit;
    const near = isWorthwhile
      ? this.#examine({ ...question, before: first.down_to }, words, first.rows, limit * (MAX_EXAMINED - 1))
      : first;
    return near.isThrough ? near : this.#inWindows(question, words, near.rows, near.down_to);
  }

  /**
   * Looks for messages of the chats among the newest matches of any chat. @param newer - those found before
   * @returns whether these are the whole answer
   */
  #examine(question: Bounded, words: string, newer: readonly number[], count: number): Examined {
    const { chats, limit, before, above, since, until } = question;
    const wanted = new Set(chats);
    const looked = this.#all<FoundRow>(FIND, words, before, above, since, until, count);
    const here = looked.filter(({ chat_id }) => wanted.has(chat_id)).map(({ row_id }) => row_id);
    const rows = [...newer, ...here];
    if (rows.length >= limit) return { rows: rows.slice(0, limit), down_to: rows[limit - 1]!, isThrough: true };
    const isThrough = looked.length < count;
    return { rows, down_to: isThrough ? 0 : looked.at(-1)!.row_id, isThrough };
  }

  /** Looks for matches among these rows. */
  #among({ before, above, since, until, clauses, limit }: Bounded, all: readonly number[]): Found {
    const inRange = all.filter((row) => row < before && row > above);
    const rows = this.#all<KnownDocument & { row_id: number }>(FIND_DOCS, JSON.stringify(inRange))
      .filter(({ date, words }) => date >= since && date < until && wordsMatch(words, clauses))
      .map(({ row_id }) => row_id)
      .sort((a, b) => b - a)
      .slice(0, limit);
    return { rows, down_to: rows.length < limit ? 0 : rows.at(-1)! };
  }

  /**
   * Queries the chats in windows of rows, from the newest on: every group of them reads the lists of the words anew, and
   * is not to read further than it takes to find enough. All rows down to `floor` were examined, where `near` are. If
   * there are none, all other rows are one window, because each costs as much for the chats as for the rows.
   */
  #inWindows(question: Bounded, words: string, near: readonly number[], floor: number): Found {
    const { limit, above } = question;
    const rows = [...near];
    const rowsPerHit = rows.length === 0 ? floor : (question.before - floor) / rows.length;
    let width = Math.max(LEAST_WINDOW, Math.ceil(WINDOW_MARGIN * rowsPerHit * (limit - rows.length)));
    for (let before = floor; rows.length < limit && before > above + 1; width *= WINDOW_GROWTH) {
      const end = Math.max(above, before - 1 - width);
      rows.push(...this.#ofChats({ ...question, before, above: end }, words));
      before = end + 1;
    }
    return { rows: rows.slice(0, limit), down_to: rows.length < limit ? 0 : rows[limit - 1]! };
  }

  /** Queries the chats in groups. A later group is only asked for rows that are newer than those already found. */
  #ofChats(question: Bounded, words: string): number[] {
    const { chats, limit } = question;
    let rows: number[] = [];
    for (let from = 0; from < chats.length; from += CHATS_AT_ONCE) {
      const above = rows.length < limit ? question.above : rows[limit - 1]!;
      const some = anyOf(chats.slice(from, from + CHATS_AT_ONCE).map(chatWord));
      const found = this.#rows({ ...question, above }, `${words} AND ${some}`, limit);
      rows = [...new Set([...rows, ...found])].sort((a, b) => b - a).slice(0, limit);
    }
    return rows;
  }

  #rows({ before, above, since, until }: Bounded, match: string, limit: number): number[] {
    const rows = this.#all<FoundRow>(FIND, match, before, above, since, until, limit);
    return rows.map(({ row_id }) => row_id);
  }

  #changes(): number {
    return this.#get<{ n: number }>("select total_changes() as n")!.n;
  }

  /** A clause in FTS5's syntax. */
  #expression({ word, isPrefix }: Clause): string {
    if (!isPrefix) return quoted(word);
    const letters = [...word].length;
    if (LISTED_PREFIXES.includes(letters)) return `${quoted(word)} *`;
    const phrases = this.#phrasesFrom(
      word,
      LISTED_PREFIXES.find((listed) => listed > letters),
    );
    if (phrases.length > MOST_ENDINGS) return `${quoted(word)} *`;
    return phrases.length === 0 ? quoted(word) : `(${phrases.join(" OR ")})`;
  }

  /**
   * Terms with a prefix, and in place of those that are longer than `listed` letters their beginnings of so many. FTS5
   * finds the next term after any other without reading the lists in between.
   */
  #phrasesFrom(word: string, listed = Infinity): string[] {
    const phrases: string[] = [];
    for (let from = word; phrases.length <= MOST_ENDINGS;) {
      const row = this.#get<{ term: string }>("select term from term where term >= ? limit 1", from);
      if (!row?.term.startsWith(word)) break;
      const letters = [...row.term];
      const isCut = letters.length >= listed;
      const phrase = isCut ? letters.slice(0, listed).join("") : row.term;
      phrases.push(isCut ? `${quoted(phrase)} *` : quoted(phrase));
      from = phrase + (isCut ? LAST_LETTER : FIRST_LETTER);
    }
    return phrases;
  }

  #state(key: string): string | undefined {
    return this.#get<{ value: string }>("select value from state where key = ?", key)?.value;
  }

  #keep(key: string, value: string): void {
    this.#run(
      "insert into state (key, value) values (?, ?) on conflict (key) do update set value = excluded.value",
      key,
      value,
    );
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.#db.prepare(sql)));
    return statement;
  }

  #all<R>(sql: string, ...values: (string | number)[]): R[] {
    return this.#statement(sql).all(...values) as R[];
  }

  #get<R>(sql: string, ...values: (string | number)[]): R | undefined {
    return this.#statement(sql).get(...values) as R | undefined;
  }

  #run(sql: string, ...values: (string | number)[]): void {
    this.#statement(sql).run(...values);
  }
}

/**
 * Node.js binds numbers as reals, and FTS5 takes only integers as bounds. With others it reads all rows from the newest
 * on, and leaves the comparison to SQLite.
 */
const BETWEEN = "posting.rowid < cast(? as integer) and posting.rowid > cast(? as integer)";
/** FTS5 returns rows in descending order by itself, and stops at the limit. */
const FIND = `select doc.row_id, doc.chat_id from posting cross join doc on doc.row_id = posting.rowid
  where posting match ? and ${BETWEEN} and doc.date >= ? and doc.date < ?
  order by posting.rowid desc limit +?`;

interface KnownDocument {
  readonly words: string;
  readonly date: number;
}

const FIND_DOC = "select words, date from doc where row_id = ?";
const FIND_DOCS = "select row_id, words, date from doc where row_id in (select value from json_each(?))";
const ADD_DOC = "insert into doc (row_id, chat_id, date, words) values (?, ?, ?, ?)";
/** One statement for all: the words need not be passed to SQLite a second time. */
const ADD_POSTINGS = `insert into posting (rowid, words)
  select row_id, words from doc where row_id in (select value from json_each(?)) order by row_id`;
const HIGHEST_DOC = "select coalesce(max(row_id), 0) as highest from doc";

type Found = Pick<Candidates, "rows" | "down_to">;

interface Examined extends Found {
  readonly isThrough: boolean;
}

interface FoundRow {
  readonly row_id: number;
  readonly chat_id: number;
}

/** A question with its lowest row, exclusive. */
interface Bounded extends Question {
  readonly above: number;
}

/** Words consist of letters, digits and underscores. */
function quoted(word: string): string {
  return `"${word}"`;
}

function anyOf(words: readonly string[]): string {
  return `(${words.map(quoted).join(" OR ")})`;
}

function connect(path: string): DatabaseSync {
  makePrivate(path);
  const db = new DatabaseSync(path);
  try {
    db.exec(
      "pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -32768; pragma secure_delete = fast",
    );
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = new Set([11, 26]);

export function isDamage(error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return errcode !== undefined && DAMAGED.has(errcode & 0xff);
}
