/** Saves the retention clock in the store, so that a clock that was set forward is not trusted after a restart either. */
import type { RetentionClock, SavedReadings } from "../ports/retention-clock.ts";
import { findMeta, setMeta } from "../store/queries/service/counters.ts";
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
