/**
 * The driver of PostgreSQL alone: what it costs to make the rows of a message durable behind `node:http`. It knows no
 * bots, checks nothing, and has all numbers in memory. Rows are written in batches, a statement each.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import type { CannedResponse } from "./forked-targets.ts";
import { migratedDatabase } from "./migrated-database.ts";
import { CHATS } from "./target.ts";

/** Messages of one batch at most, as in the service. */
const BATCH = 128;
/** Batches that are written at a time, each on a connection of its own and for chats of its own. */
const WRITERS = 2;

/** The message, its event and the last numbers of its chat's stream, as the service writes them. */
const WRITE = `with new as (
    select * from unnest($1::bigint[], $2::bigint[], $3::text[]) as new (chat, id, text)),
  messages as (
    insert into message (chat_id, message_id, sender_id, date, text, content)
    select chat, id, 1, $4::bigint, text, '{}' from new),
  events as (
    insert into event (stream, seq, run, kind, ref, body, at)
    select chat, max(id), count(*), 'message', max(id), '', $4::bigint from new group by chat)
  update stream set last_seq = last.id, last_message_id = last.id, message_at = $4::bigint
  from (select chat, max(id) as id from new group by chat) as last where stream.id = last.chat`;

interface Waiting {
  readonly chat: number;
  readonly id: number;
  readonly text: string;
  readonly done: () => void;
}

class BatchWriter {
  readonly #client: pg.Client;
  #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(client: pg.Client) {
    this.#client = client;
  }

  add(waiting: Waiting): void {
    this.#waiting.push(waiting);
    if (!this.#isWriting) {
      this.#isWriting = true;
      setImmediate(() => void this.#write());
    }
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH);
      const values = [
        batch.map((each) => each.chat),
        batch.map((each) => each.id),
        batch.map((each) => each.text),
        Math.floor(Date.now() / 1000),
      ];
      await this.#client.query({ name: "write", text: WRITE, values });
      for (const { done } of batch) done();
    }
    this.#isWriting = false;
  }
}

const url = process.argv[2]!;
await migratedDatabase(url);
const writers = await Promise.all(
  Array.from({ length: WRITERS }, async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return new BatchWriter(client);
  }),
);
const last_ids = new Map(Array.from({ length: CHATS }, (_, i) => [i + 1, 0]));

let headers: CannedResponse["headers"] = {};
let body: Buffer = Buffer.alloc(0);

function respond(req: IncomingMessage, res: ServerResponse): void {
  const chunks: Buffer[] = [];
  req.on("data", (chunk: Buffer) => chunks.push(chunk));
  req.on("end", () => {
    const { chat_id, text } = JSON.parse(Buffer.concat(chunks).toString()) as { chat_id: number; text: string };
    const id = last_ids.get(chat_id)! + 1;
    last_ids.set(chat_id, id);
    const done = () => res.writeHead(200, headers).end(body);
    writers[chat_id % WRITERS]!.add({ chat: chat_id, id, text, done });
  });
}

const server = createServer({ keepAliveTimeout: 75_000 }, respond);
process.on("message", (response: CannedResponse) => {
  headers = response.headers;
  body = Buffer.from(response.body);
});
process.on("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => process.send!((server.address() as AddressInfo).port));
