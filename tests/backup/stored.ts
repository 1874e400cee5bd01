/** What a store has, read without a service, and what of the acknowledged sends is missing in it. */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import type { Sent } from "../durability/ledger.ts";
import { sha256 } from "../support/maintenance.ts";

const MESSAGES = "select chat_id, message_id, text, content from message";

interface StoredMessage {
  readonly chat_id: number | string;
  readonly message_id: number | string;
  readonly text: string;
  readonly content: string;
}

/** The state that was acknowledged at one time. */
export type Acknowledged = readonly { readonly sent: Sent; readonly texts: readonly string[] }[];

/** Call it before a backup begins. */
export function acknowledged(sent: readonly Sent[]): Acknowledged {
  return sent.map((each) => ({ sent: each, texts: each.texts }));
}

/** @returns sentences about what is missing or has another text in a store */
export async function missingIn(place: { readonly dir: string; readonly database: string }, expected: Acknowledged) {
  const rows = place.database === "sqlite" ? sqliteMessages(place.dir) : await postgresMessages(place.database);
  const stored = new Map(rows.map((row) => [`${row.chat_id}/${row.message_id}`, row]));
  return expected.flatMap(({ sent, texts }) => {
    const { chat_id, message_id, bytes } = sent;
    const key = `${chat_id}/${message_id}`;
    const row = stored.get(key);
    // An edit that came after the backup had begun may be in it.
    const may = [...texts, ...sent.texts];
    if (!row || !may.some((text) => text === row.text || row.content.includes(JSON.stringify(text).slice(1, -1))))
      return [`${key} is to be ${may.join(" or ")}, is ${row?.text} ${row?.content}`];
    if (bytes !== undefined && !existsSync(blobOf(place.dir, bytes))) return [`the file of ${key} is missing`];
    return [];
  });
}

/** The planted faults: a message has another text, and the files are gone. */
export async function damage({ dir, database }: { readonly dir: string; readonly database: string }): Promise<void> {
  const change = "update message set text = 'planted', content = '{}' where message_id = 2";
  rmSync(join(dir, "media"), { recursive: true });
  if (database === "sqlite") {
    const db = new DatabaseSync(join(dir, "heliogram.db"));
    db.exec(change);
    db.close();
  } else await withPostgres(database, (client) => client.query(change));
}

function blobOf(dir: string, content: string): string {
  const hash = sha256(content);
  return join(dir, "media", "blobs", hash.slice(0, 2), hash.slice(2));
}

function sqliteMessages(dir: string): StoredMessage[] {
  const db = new DatabaseSync(join(dir, "heliogram.db"), { readOnly: true });
  try {
    return db.prepare(MESSAGES).all() as unknown as StoredMessage[];
  } finally {
    db.close();
  }
}

async function postgresMessages(database: string): Promise<StoredMessage[]> {
  return withPostgres(database, async (client) => (await client.query<StoredMessage>(MESSAGES)).rows);
}

async function withPostgres<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
