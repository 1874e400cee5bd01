/** The service without rate limits, with two bots and a person in fifty groups. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { S3Options } from "../../server/media/s3/s3-options.ts";
import { devWithBucket } from "../../tests/support/s3.ts";
import { queryOne, type BenchPostgres } from "./postgres.ts";
import { DEVELOPER, startService } from "./service.ts";
import { CHATS, type Target } from "./target.ts";

const COUNT = "select count(*) as n from message where sender_id = ";

export interface HeliogramTarget extends Target {
  /**
   * Kills the service, lets it recover, and counts the messages of the sending bot in the database. The service does not run
   * afterwards.
   */
  countRows(): Promise<number>;
}

/** The name of the service with its files in a bucket, as a target. */
export const WITH_BUCKET = "heliogram, bucket";

/** Where the service has its rows and files; by default on SQLite and in its data folder. */
export interface Places {
  readonly postgres?: BenchPostgres | undefined;
  readonly bucket?: S3Options | undefined;
  /** The command that is measured; by default `dev --no-developer`, named “heliogram”. */
  readonly command?: Command;
}

export type Command = "serve" | "dev" | "dev --no-developer";

/** On SQLite, or in a database of a PostgreSQL server. */
export async function startHeliogram({ postgres, bucket, command }: Places = {}): Promise<HeliogramTarget> {
  const database = postgres ? await postgres.createDatabase() : "sqlite";
  const flags = ["--database", database, "--rate-limits", "off"];
  const bots = [
    { name: "Load", username: "load_bot" },
    { name: "Poll", username: "poll_bot", privacy: false },
  ];
  const members = bots.map((bot) => bot.username);
  const chats = Array.from({ length: CHATS }, (_, i) => ({ title: `Chat ${i}`, creator: "alice", members }));
  const service = await startService(
    { people: [{ name: "Alice", username: "alice" }], bots, chats },
    flags,
    command === "dev" ? DEVELOPER : bucket && devWithBucket(bucket),
  );
  if (command === "serve") await service.serve(database);
  const { pid, port, startup } = service;
  const [sender, poller] = [startup.bots[0]!, startup.bots[1]!];
  return {
    name: command ?? (bucket ? WITH_BUCKET : "heliogram"),
    pid,
    store_pid: postgres?.pid,
    port,
    accounts: {
      sender: sender.token,
      poller: poller.token,
      chats: startup.chats.map((chat) => chat.id),
      person: startup.people[0]!.access_token,
    },
    async countRows() {
      await service.killAndRecover();
      if (postgres) return Number((await queryOne(database, `${COUNT}${sender.id}`)).n);
      const db = new DatabaseSync(join(service.data, "heliogram.db"), { readOnly: true });
      const sent = db.prepare(`${COUNT}${sender.id}`).get();
      db.close();
      return (sent as { n: number }).n;
    },
    stop: service.stop,
  };
}
