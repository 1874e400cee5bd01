/** Keeps in the store what the service knows of the machine's clock, so that a restart does not make it believe all it says. */
import type { RetentionClock, SavedReadings } from "../ports/retention-clock.ts";
import { findMeta, setMeta } from "../store/counters.ts";
import type { Db } from "../store/db.ts";

const KEY = "retention_clock";

export async function restoreRetention(db: Db, retention: RetentionClock): Promise<void> {
  const saved = await db.read((tx) => findMeta(tx, KEY));
  if (saved !== undefined) retention.restore(JSON.parse(saved) as SavedReadings);
}

export async function saveRetention(db: Db, retention: RetentionClock): Promise<void> {
  const readings = JSON.stringify(retention.save());
  await db.write((tx) => setMeta(tx, KEY, readings));
}
