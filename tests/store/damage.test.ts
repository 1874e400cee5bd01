/** A SQLite store with damaged or missing files: either everything acknowledged is there, or opening it is refused. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findMeta, setMeta } from "heliogram/store/queries/service/counters.ts";
import { openStore } from "heliogram/store/open.ts";
import { FILES, type RedoFiles } from "heliogram/store/sqlite/redo-segments.ts";
import { acceptLoss, findDamage } from "heliogram/store/sqlite/repair.ts";
import { DelayedDisk } from "../support/delayed-disk.ts";
import {
  contents,
  count,
  database,
  fatal,
  openIn,
  POSTGRES,
  segments,
  StoreFolders,
  write,
  writeMuch,
} from "../support/store-folder.ts";
import { until } from "../support/until.ts";

let folders: StoreFolders;
let dir: string;
beforeEach(() => {
  folders = new StoreFolders();
  dir = folders.dir;
});
afterEach(() => folders.remove());

const copy = () => folders.copy();

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at]! ^= 1;
  writeFileSync(path, bytes);
}

describe("a flipped bit in a record that others follow", () => {
  async function damaged(): Promise<{ folder: string; of: number; before: number }> {
    const db = await openIn(dir);
    await write(db, 0, 30);
    const folder = copy();
    await db.close();
    const [segment] = segments(folder);
    const at = readFileSync(segment!).indexOf('"n20"');
    flip(segment!, at + 2);
    return { folder, of: 30, before: 20 };
  }

  test("is refused, and no file is changed", async () => {
    const { folder } = await damaged();
    const before = contents(folder);
    await expect(openIn(folder)).rejects.toThrow(/the redo log is damaged: .* 9 whole records .* accept-loss/);
    expect(findDamage(database(folder))).toEqual([expect.stringMatching(/the redo log is damaged/)]);
    expect(contents(folder)).toEqual(before);
    // Again, since the first attempt must not have settled anything.
    await expect(openIn(folder)).rejects.toThrow(/the redo log is damaged/);
  });

  test("is discarded on request with all later records, and its files are kept under other names", async () => {
    const { folder, of, before } = await damaged();
    const bytes = segments(folder).map((path) => readFileSync(path));
    const { loss, set_aside } = acceptLoss(database(folder), 77);
    expect(loss).toMatchObject({ records: of - before - 1 });
    expect(set_aside).toEqual(["heliogram.damaged-77.redo.0"]);
    expect(set_aside.map((name) => readFileSync(join(folder, name)))).toEqual(bytes);
    expect(segments(folder)).toEqual([]);
    const db = await openIn(folder);
    expect(await count(db, of)).toBe(before);
    await write(db, before, of);
    await db.close();
    expect(findDamage(database(folder))).toEqual([]);
    const again = await openIn(folder);
    expect(await count(again, of)).toBe(of);
    await again.close();
  });
});

test("a flipped bit in the last record is refused if the service was idle after it", async () => {
  const timers: (() => void)[] = [];
  const after = (_delay_ms: number, fire: () => void) => {
    timers.push(fire);
    return () => {};
  };
  const db = await openStore(
    { database: "sqlite", data_dir: dir },
    { notify: () => {}, fatal, now_ms: () => 5000, after, postgres: POSTGRES },
  );
  await write(db, 0, 5);
  const before = readFileSync(segments(dir)[0]!).length;
  for (const fire of timers.splice(0)) fire();
  await until(() => readFileSync(segments(dir)[0]!).length !== before, "another length of the redo log");
  const folder = copy();
  await db.close();
  // As after a power cut: SQLite's log never reached the disk.
  rmSync(`${database(folder)}-wal`);
  rmSync(`${database(folder)}-shm`);
  const [segment] = segments(folder);
  flip(segment!, readFileSync(segment!).indexOf('"n4"') + 2);
  await expect(openIn(folder)).rejects.toThrow(/the redo log is damaged: .* 1 whole records with 0 new messages/);
});

test("a power cut at any time, with any subset of the pending writes on disk, is not damage and loses nothing", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(2), { maxLength: 12 }),
      fc.array(fc.boolean(), { maxLength: 3 }),
      async (landings, last) => {
        rmSync(dir, { recursive: true, force: true });
        mkdirSync(dir);
        const disk = new DelayedDisk();
        const db = await openIn(dir, disk);
        disk.hold();
        const acknowledged = new Set<string>();
        let n = 0;
        // As many at once as make the store write without waiting for more.
        const crowd = () => {
          for (let i = 0; i < 40; i++) {
            const name = `n${n++}`;
            void db.write((tx) => setMeta(tx, name, "x")).then(() => acknowledged.add(name));
          }
        };
        const turns = async () => {
          for (let turn = 0; turn < 4; turn++) await new Promise(setImmediate);
        };
        for (const landing of landings) {
          crowd();
          await turns();
          const [write] = disk.held.splice(landing % Math.max(1, disk.held.length), 1);
          await write?.land();
          await turns();
        }
        const under_way = disk.held.splice(0);
        for (const [i, write] of under_way.entries()) if (last[i]) await write.land();
        const folder = copy();
        const told = [...acknowledged];
        for (const end of ["-wal", "-shm"]) rmSync(database(folder) + end, { force: true });
        const opened = await openIn(folder);
        for (const name of told) expect(await opened.read((tx) => findMeta(tx, name))).toBe("x");
        await opened.close();
        for (const [i, write] of under_way.entries()) if (!last[i]) await write.land();
        disk.release();
        await db.close();
      },
    ),
    { numRuns: 25 },
  );
});

test("without damage, nothing is discarded", async () => {
  const db = await openIn(dir);
  await write(db, 0, 30);
  const folder = copy();
  await db.close();
  const before = contents(folder);
  expect(findDamage(database(folder))).toEqual([]);
  expect(acceptLoss(database(folder), 77)).toEqual({ loss: undefined, set_aside: [] });
  expect(contents(folder)).toEqual(before);
  const opened = await openIn(folder);
  expect(await count(opened, 30)).toBe(30);
  await opened.close();
});

test("a store that another process has open is neither read nor changed", async () => {
  const db = await openIn(dir);
  expect(() => findDamage(database(dir))).toThrow(/open in another process/);
  expect(() => acceptLoss(database(dir), 77)).toThrow(/open in another process/);
  await db.close();
  expect(() => findDamage(database(join(dir, "elsewhere")))).toThrow(/there is no store|no such file/);
});

test("a copy without the WAL is refused if the redo log begins later, and opened on request", async () => {
  const db = await openIn(dir);
  const writes = await writeMuch(db);
  await until(() => !segments(dir).some((path) => path.endsWith(".0")), "the removal of the first segment");
  const [complete, folder] = [copy(), copy()];
  await db.close();
  const opened = await openIn(complete);
  expect(await count(opened, writes)).toBe(writes);
  await opened.close();

  rmSync(`${database(folder)}-wal`);
  const before = contents(folder);
  await expect(openIn(folder)).rejects.toThrow(/its -wal file is missing or is an older one.* accept-loss/);
  expect(contents(folder)).toEqual(before);
  expect(acceptLoss(database(folder), 78).set_aside).toHaveLength(1);
  const left = await openIn(folder);
  expect(await count(left, writes)).toBeLessThan(writes);
  await left.close();
});

test("a missing database is not created while any of its other files exist", async () => {
  const db = await openIn(dir);
  await write(db, 0, 5);
  const [missing, empty] = [copy(), copy()];
  await db.close();
  rmSync(database(missing));
  truncateSync(database(empty), 0);
  for (const folder of [missing, empty]) {
    const before = contents(folder);
    await expect(openIn(folder)).rejects.toThrow(/is missing, but .*heliogram\.redo\.0 of it is there/);
    expect(contents(folder)).toEqual(before);
  }
});

test.each([
  ["its first page", 0, /is damaged \(file is not a database\): restore/],
  ["the page of its schema", 100, /is damaged \(.*malformed.*\): restore/],
])("a database with damage to %s is refused in a sentence", async (_what, at, sentence) => {
  const db = await openIn(dir);
  await write(db, 0, 5);
  await db.close();
  const bytes = readFileSync(database(dir));
  bytes.fill(0xff, at, at + 60);
  writeFileSync(database(dir), bytes);
  const before = contents(dir);
  await expect(openIn(dir)).rejects.toThrow(sentence);
  expect(contents(dir)).toEqual(before);
});

test("the check finds damage in a page that was not read yet", async () => {
  const db = await openIn(dir);
  await writeMuch(db);
  await db.close();
  const bytes = readFileSync(database(dir));
  bytes.fill(0xff, bytes.length - 8192);
  writeFileSync(database(dir), bytes);
  const findings = findDamage(database(dir));
  expect(findings.length).toBeGreaterThan(0);
  expect(findings[0]).toContain(database(dir));
});

describe("with a reader in another process, which prevents a checkpoint", () => {
  /**
   * What a power cut would leave: of the WAL only what was synced. The database file is synced by checkpoints, and the
   * segments of the redo log by each write.
   */
  class PowerCut implements RedoFiles {
    readonly open = FILES.open;
    readonly write = FILES.write;
    #synced: Buffer | undefined;
    readonly sync: RedoFiles["sync"] = (descriptor, done) =>
      FILES.sync(descriptor, (error) => {
        this.#note();
        done(error);
      });
    readonly syncNow = (descriptor: number) => {
      FILES.syncNow(descriptor);
      this.#note();
    };

    #note(): void {
      this.#synced = readFileSync(`${database(dir)}-wal`);
    }

    cut(): string {
      const folder = copy();
      const log = `${database(folder)}-wal`;
      if (this.#synced) writeFileSync(log, this.#synced);
      else rmSync(log, { force: true });
      rmSync(`${database(folder)}-shm`, { force: true });
      return folder;
    }
  }

  function startReading(): DatabaseSync {
    const reader = new DatabaseSync(database(dir), { readOnly: true });
    reader.exec("begin");
    reader.prepare("select count(*) from meta").get();
    return reader;
  }

  test.each(["closed", "opened again"])("a power cut after the store is %s loses nothing", async (how) => {
    const disk = new PowerCut();
    let db = await openIn(dir, disk);
    await write(db, 0, 30);
    const reader = startReading();
    await write(db, 30, 60);
    const killed = copy();
    await db.close();
    let folder = disk.cut();
    if (how === "opened again") {
      // The redo log is replayed while a reader is there, and would be removed.
      reader.close();
      rmSync(dir, { recursive: true });
      execFileSync("cp", ["-r", killed, dir]);
      const another = startReading();
      const later = new PowerCut();
      db = await openIn(dir, later);
      folder = later.cut();
      another.close();
      await db.close();
    } else reader.close();
    const opened = await openIn(folder);
    expect(await count(opened, 60)).toBe(60);
    await opened.close();
  });

  test("the test detects a WAL that was not synced", async () => {
    const disk = new PowerCut();
    const db = await openIn(dir, { ...FILES, write: disk.write, open: disk.open, sync: disk.sync, syncNow: () => {} });
    const reader = startReading();
    await write(db, 0, 30);
    await db.close();
    await expect(openIn(disk.cut())).rejects.toThrow(/the redo log is missing/);
    reader.close();
    expect(statSync(database(dir)).size).toBeGreaterThan(0);
  });
});
