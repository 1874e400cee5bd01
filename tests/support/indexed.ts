/** Waits until the search index of a service contains all messages. */
import { changedSince, endsOf, messagesBetween } from "heliogram/store/search/changes.ts";
import type { TestService } from "./service.ts";
import { until } from "./until.ts";

/** More than the time after which SQLite's transaction is committed, in milliseconds. */
const COMMIT_MS = 1000;
const NOTHING = {
  clauses: [{ word: "nothing", isPrefix: false }],
  chats: [0],
  before: 1,
  since: 0,
  until: 1,
  limit: 1,
};

export async function indexed(t: TestService): Promise<void> {
  const { db, deps } = t.service;
  await until(async () => {
    // The index sees only committed rows.
    t.clock.advance(COMMIT_MS);
    const { low, high, change } = await deps.search.find(NOTHING);
    return db.read(async (tx) => {
      const newer = await messagesBetween(tx, { above: high, below: Number.MAX_SAFE_INTEGER }, 1);
      // PostgreSQL's index deletes the changes that it has applied; SQLite's counts them.
      const isFollowed = change >= (await endsOf(tx)).change || (await changedSince(tx, 0, 1)).length === 0;
      return low === 0 && newer.length === 0 && isFollowed;
    });
  }, "an index that has all messages");
}
