/** A database with the tables of the service and the streams of the chats of a run. */
import { openStore } from "../../server/store/open.ts";
import { openStream } from "../../server/store/queries/streams/streams.ts";
import { CHATS } from "./target.ts";

const LIMITS = { connections: 2, wait_ms: 60_000, statement_ms: 60_000, start_ms: 60_000 };

export async function migratedDatabase(url: string): Promise<void> {
  const fatal = (error: unknown) => {
    throw error;
  };
  const after = (delay_ms: number, fire: () => void) => {
    const timer = setTimeout(fire, delay_ms);
    return () => clearTimeout(timer);
  };
  const db = await openStore(
    { database: url, data_dir: "" },
    { notify: () => {}, fatal, after, now_ms: () => Date.now(), postgres: LIMITS },
  );
  await db.write(async (tx) => {
    for (let chat = 1; chat <= CHATS; chat++) await openStream(tx, chat);
  });
  await db.close();
}
