/** The index of words of a store on SQLite: FTS5 in a file of its own, beside the words of every message as it has them. */
import { rmSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Clause } from "../../domain/search/query.ts";
import { chatWord, INDEX_VERSION } from "../../domain/search/document.ts";
import type { Document } from "./documents.ts";
import type { Candidates, Progress, Question } from "./search-index.ts";

/** Chats whose words are asked for at once: FTS5 keeps a place in the list of each. */
const CHATS_AT_ONCE = 256;
/** Of somebody in more chats, messages of all chats that are looked at before the chats are gone through. */
const LOOKED_AT = 2000;
/** Words that begin alike and are asked for by name. Past it, FTS5 joins all their lists, which takes long for frequent words. */
const MOST_ENDINGS = 64;
/** Pages of lists that are merged at a time. */
const MERGED_PAGES = 64;
/** Seconds by which the time of messages may go back from one to the next: the clock of the machine was put right. */
const CLOCK_S = 86_400;
/** Letters of a beginning that FTS5 has a list for. */
const LISTED_PREFIX = 5;

const SCHEMA = `
  create virtual table posting using fts5(words, content='', columnsize=0, detail=none, prefix='1 2 3 4 5',
    tokenize="ascii tokenchars '_'");
  insert into posting (posting, rank) values ('secure-delete', 1);
  create virtual table term using fts5vocab(posting, instance);
  create table doc (row_id integer primary key, chat_id integer not null, date integer not null, words text not null);
  create table state (key text primary key, value text not null)`;

/** Unicode's version is that of the words: a newer one may fold and part them in another way. */
const MADE_BY = `${INDEX_VERSION} ${process.versions.unicode ?? ""}`;

export class SearchFile {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  private constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** The index at `path` that belongs to the store that calls it `id`. @returns `undefined` if there is none of that kind */
  static open(path: string, id: string): SearchFile | undefined {
    let db: DatabaseSync | undefined;
    try {
      db = connect(path);
      const file = new SearchFile(db);
      const isThere = file.#get("select 1 from sqlite_master where name = 'state'");
      if (isThere && file.#state("id") === id && file.#state("made_by") === MADE_BY) return file;
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
    db?.close();
    return undefined;
  }

  /** A new index in the place of whatever is there. `progress`: where it begins. */
  static create(path: string, id: string, progress: Progress): SearchFile {
    for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
    const file = new SearchFile(connect(path));
    file.#db.exec("begin");
    file.#db.exec(SCHEMA);
    file.#keep("id", id);
    file.#keep("made_by", MADE_BY);
    file.progress = progress;
    file.#db.exec("commit");
    return file;
  }

  get progress(): Progress {
    const [low, high, change] = JSON.parse(this.#state("progress") ?? "[0,0,0]") as [number, number, number];
    return { low, high, change };
  }

  set progress({ low, high, change }: Progress) {
    this.#keep("progress", JSON.stringify([low, high, change]));
  }

  /** Whether something is written that is not committed. */
  get isOpen(): boolean {
    return this.#db.isTransaction;
  }

  /** Takes over how messages are now, and how far the index is with them. */
  take(documents: readonly Document[], progress: Progress): void {
    const known = documents.map((document) => ({ document, old: this.#get<KnownDocument>(FIND_DOC, document.row_id) }));
    const changed = known.filter(({ document, old }) => old?.words !== document.words || old?.date !== document.date);
    const outdated = changed.flatMap(({ document: { row_id }, old }) => (old ? [{ row_id, words: old.words }] : []));
    if (outdated.length > 0) this.#remove(outdated);
    if (!this.#db.isTransaction) this.#db.exec("begin");
    for (const { document } of changed) this.#add(document);
    this.progress = progress;
  }

  /**
   * In a transaction of its own: with `secure-delete` and without details, FTS5 loses words of later rows when one
   * transaction takes a word from a row and gives it back. Until the next one, the rows are not in the index, which has
   * not noted then that it has followed their change.
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

  #add({ row_id, chat_id, date, words }: Document): void {
    if (words === undefined) return;
    this.#run("insert into posting (rowid, words) values (?, ?)", row_id, words);
    this.#run("insert into doc (row_id, chat_id, date, words) values (?, ?, ?, ?)", row_id, chat_id, date, words);
  }

  commit(): void {
    if (this.#db.isTransaction) this.#db.exec("commit");
  }

  /** Once everything is in, all lists become one, which is read in a fifth of the time. */
  beginMerge(): void {
    this.#keep("merge", "begin");
  }

  /** Goes on with that for some milliseconds. @returns whether there was anything to do */
  merge(): boolean {
    const state = this.#state("merge");
    if (state === undefined || state === "done") return false;
    const before = this.#changes();
    this.#run(
      "insert into posting (posting, rank) values ('merge', ?)",
      state === "begin" ? -MERGED_PAGES : MERGED_PAGES,
    );
    // FTS5 changes one row of its own whether or not it merges anything.
    this.#keep("merge", this.#changes() - before > 1 ? "on" : "done");
    return true;
  }

  rollback(): void {
    if (this.#db.isTransaction) this.#db.exec("rollback");
  }

  close(): void {
    this.#db.close();
  }

  find(asked: Question): Candidates {
    const { since, until, before } = asked;
    const question = {
      ...asked,
      before: Math.min(before, this.#rowAt(until + CLOCK_S)),
      above: this.#rowAt(since - CLOCK_S) - 1,
    };
    const { chats, limit } = question;
    const words = question.clauses.map((clause) => this.#expression(clause)).join(" AND ");
    const { progress } = this;
    if (chats.length <= CHATS_AT_ONCE) {
      const rows = this.#rows(question, `${words} AND ${anyOf(chats.map(chatWord))}`, limit);
      return { rows, down_to: rows.length < limit ? 0 : rows.at(-1)!, ...progress };
    }
    const wanted = new Set(chats);
    const looked = this.#all<FoundRow>(FIND, words, question.before, question.above, since, until, LOOKED_AT);
    const near = looked.filter(({ chat_id }) => wanted.has(chat_id)).map(({ row_id }) => row_id);
    if (near.length >= limit) return { rows: near.slice(0, limit), down_to: near[limit - 1]!, ...progress };
    if (looked.length < LOOKED_AT) return { rows: near, down_to: 0, ...progress };
    return { ...this.#ofChats(question, words, near), ...progress };
  }

  /** Goes through the chats, some at a time, for rows that are newer than those already found. */
  #ofChats(question: Bounded, words: string, near: readonly number[]): Pick<Candidates, "rows" | "down_to"> {
    const { chats, limit } = question;
    let rows = [...near];
    for (let from = 0; from < chats.length; from += CHATS_AT_ONCE) {
      const above = rows.length < limit ? question.above : rows[limit - 1]!;
      const some = anyOf(chats.slice(from, from + CHATS_AT_ONCE).map(chatWord));
      const found = this.#rows({ ...question, above }, `${words} AND ${some}`, limit);
      rows = [...new Set([...rows, ...found])].sort((a, b) => b - a).slice(0, limit);
    }
    return { rows, down_to: rows.length < limit ? 0 : rows.at(-1)! };
  }

  #rows({ before, above, since, until }: Bounded, match: string, limit: number): number[] {
    const rows = this.#all<FoundRow>(FIND, match, before, above, since, until, limit);
    return rows.map(({ row_id }) => row_id);
  }

  /** The first row of a time, halving: messages stand in the order of their time. */
  #rowAt(time_s: number): number {
    if (time_s <= 0) return 1;
    let [low, high] = [
      1,
      (this.#get<{ row_id: number | null }>("select max(row_id) as row_id from doc")?.row_id ?? 0) + 1,
    ];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const next = this.#get<{ row_id: number; date: number }>(NEXT_DOC, middle);
      if (!next || next.date >= time_s) high = middle;
      else low = next.row_id + 1;
    }
    return low;
  }

  #changes(): number {
    return this.#get<{ n: number }>("select total_changes() as n")!.n;
  }

  /** A clause as FTS5 reads it. */
  #expression({ word, isPrefix }: Clause): string {
    if (!isPrefix) return quoted(word);
    if ([...word].length <= LISTED_PREFIX) return `${quoted(word)} *`;
    const terms = this.#termsFrom(word);
    if (terms.length > MOST_ENDINGS) return `${quoted(word)} *`;
    return anyOf(terms.length === 0 ? [word] : terms);
  }

  /** Terms that begin with a word: FTS5 can name the next one after any without reading the lists in between. */
  #termsFrom(word: string): string[] {
    const terms: string[] = [];
    for (let from = word; terms.length <= MOST_ENDINGS;) {
      const row = this.#get<{ term: string }>("select term from term where term >= ? limit 1", from);
      if (!row?.term.startsWith(word)) break;
      terms.push(row.term);
      from = `${row.term}\u0001`;
    }
    return terms;
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

/** FTS5 gives rows in order by itself, and stops where it is not asked for more. */
const FIND = `select doc.row_id, doc.chat_id from posting cross join doc on doc.row_id = posting.rowid
  where posting match ? and posting.rowid < ? and posting.rowid > ? and doc.date >= ? and doc.date < ?
  order by posting.rowid desc limit ?`;

interface KnownDocument {
  readonly words: string;
  readonly date: number;
}

const FIND_DOC = "select words, date from doc where row_id = ?";

interface FoundRow {
  readonly row_id: number;
  readonly chat_id: number;
}

/** A question, and the row that everything is above. */
interface Bounded extends Question {
  readonly above: number;
}

const NEXT_DOC = "select row_id, date from doc where row_id >= ? order by row_id limit 1";

/** Words are made of letters, digits and low lines alone. */
function quoted(word: string): string {
  return `"${word}"`;
}

function anyOf(words: readonly string[]): string {
  return `(${words.map(quoted).join(" OR ")})`;
}

function connect(path: string): DatabaseSync {
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

/** The primary codes of SQLite for a file that is damaged, and for one that is something else. */
const DAMAGED = new Set([11, 26]);

export function isDamage(error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return errcode !== undefined && DAMAGED.has(errcode & 0xff);
}
