/** Checkpoints end, also while a reader in another process keeps SQLite's log from being moved. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { connect } from "heliogram/store/sqlite-connection.ts";
import { Checkpointer } from "heliogram/store/sqlite-checkpoint.ts";

/** More than a checkpoint moves while writes wait. */
const PAGES = 5000;
const PAGE_BYTES = 4096;

test("a checkpoint that gets no further leaves off until more has come together", async () => {
  const dir = mkdtempSync(join(tmpdir(), "heliogram-checkpoint-"));
  const path = join(dir, "store.db");
  const db = connect(path);
  db.exec("create table t (bytes blob)");
  const reader = new DatabaseSync(path, { readOnly: true });
  reader.exec("begin");
  reader.prepare("select count(*) from t").get();
  const add = db.prepare("insert into t values (zeroblob(?))");
  const write = () => {
    db.exec("begin");
    for (let n = 0; n < PAGES; n++) add.run(PAGE_BYTES);
    db.exec("commit");
  };
  write();
  const faults: unknown[] = [];
  const checkpoint = async () => {
    const checkpointer = new Checkpointer(
      path,
      (error) => faults.push(error),
      () => {},
    );
    checkpointer.committed(16_000);
    await checkpointer.close();
  };
  await checkpoint();
  reader.close();
  expect(statSync(path).size).toBeLessThan(PAGES * PAGE_BYTES);
  await checkpoint();
  expect(statSync(path).size).toBeGreaterThan(PAGES * PAGE_BYTES);
  expect(faults).toEqual([]);
  db.close();
  rmSync(dir, { recursive: true, force: true });
});
