/** A SQLite store with damaged or missing files: either everything acknowledged is there, or opening it is refused. */
import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findMeta, setMeta } from "heliogram/store/queries/service/counters.ts";
import type { Db } from "heliogram/store/db.ts";
import { openStore } from "heliogram/store/open.ts";
import { postgresFrom } from "heliogram/runtime/settings-options.ts";
import { settingsSchema } from "heliogram/settings/settings.ts";
import { FILES, type RedoFiles } from "heliogram/store/sqlite/redo-segments.ts";
import { acceptLoss, findDamage } from "heliogram/store/sqlite/repair.ts";
import { DelayedDisk } from "../support/delayed-disk.ts";

/** The options with which every store is opened. */
const POSTGRES = postgresFrom(settingsSchema.parse({}));

let dir: string;
let copies: string[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "heliogram-damage-"));
  copies = [];
});
afterEach(() => {
  for (const each of [dir, ...copies]) rmSync(each, { recursive: true, force: true });
});

const fatal = (error: unknown) => {
  throw error;
};

/** Opens the store in a folder. Its SQLite transaction is committed only by the number of buffered transactions. */
function open(data_dir: string, redoFiles?: RedoFiles): Promise<Db> {
  const options = {
    notify: () => {},
    fatal,
    now_ms: () => 5000,
    after: () => () => {},
    redoFiles,
    postgres: POSTGRES,
  };
  return openStore({ database: "sqlite", data_dir }, options);
}

/** A copy of the folder as a kill would leave it now. */
function copy(): string {
  const to = mkdtempSync(join(tmpdir(), "heliogram-damage-"));
  copies.push(to);
  // By another process: closing a file here would drop the locks that SQLite holds on it.
  execFileSync("cp", ["-r", `${dir}/.`, to]);
  return to;
}

async function write(db: Db, from: number, to: number, size = 10): Promise<void> {
  for (let n = from; n < to; n++) await db.write((tx) => setMeta(tx, `n${n}`, "x".repeat(size)));
}

async function count(db: Db, most: number): Promise<number> {
  return db.read(async (tx) => {
    for (let n = 0; n < most; n++) if ((await findMeta(tx, `n${n}`)) === undefined) return n;
    return most;
  });
}

function segments(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^heliogram\.redo\.\d+$/.test(name))
    .map((name) => join(folder, name));
}

/** The contents of a store's files, except SQLite's index of its log and an empty log. */
function contents(folder: string): Map<string, string> {
  const names = readdirSync(folder).filter(
    (name) => !/-shm$|\.lock/.test(name) && statSync(join(folder, name)).size > 0,
  );
  return new Map(names.map((name) => [name, hash("sha256", readFileSync(join(folder, name)))]));
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at]! ^= 1;
  writeFileSync(path, bytes);
}

const database = (folder: string) => join(folder, "heliogram.db");

describe("a flipped bit in a record that others follow", () => {
  async function damaged(): Promise<{ folder: string; of: number; before: number }> {
    const db = await open(dir);
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
    await expect(open(folder)).rejects.toThrow(/the redo log is damaged: .* 9 whole records .* accept-loss/);
    expect(findDamage(database(folder))).toEqual([expect.stringMatching(/the redo log is damaged/)]);
    expect(contents(folder)).toEqual(before);
    // Again, since the first attempt must not have settled anything.
    await expect(open(folder)).rejects.toThrow(/the redo log is damaged/);
  });

  test("is discarded on request with all later records, and its files are kept under other names", async () => {
    const { folder, of, before } = await damaged();
    const bytes = segments(folder).map((path) => readFileSync(path));
    const { loss, set_aside } = acceptLoss(database(folder), 77);
    expect(loss).toMatchObject({ records: of - before - 1 });
    expect(set_aside).toEqual(["heliogram.damaged-77.redo.0"]);
    expect(set_aside.map((name) => readFileSync(join(folder, name)))).toEqual(bytes);
    expect(segments(folder)).toEqual([]);
    const db = await open(folder);
    expect(await count(db, of)).toBe(before);
    await write(db, before, of);
    await db.close();
    expect(findDamage(database(folder))).toEqual([]);
    const again = await open(folder);
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
  while (readFileSync(segments(dir)[0]!).length === before) await new Promise(setImmediate);
  const folder = copy();
  await db.close();
  // As after a power cut: SQLite's log never reached the disk.
  rmSync(`${database(folder)}-wal`);
  rmSync(`${database(folder)}-shm`);
  const [segment] = segments(folder);
  flip(segment!, readFileSync(segment!).indexOf('"n4"') + 2);
  await expect(open(folder)).rejects.toThrow(/the redo log is damaged: .* 1 whole records with 0 new messages/);
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
        const db = await open(dir, disk);
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
        const opened = await open(folder);
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
  const db = await open(dir);
  await write(db, 0, 30);
  const folder = copy();
  await db.close();
  const before = contents(folder);
  expect(findDamage(database(folder))).toEqual([]);
  expect(acceptLoss(database(folder), 77)).toEqual({ loss: undefined, set_aside: [] });
  expect(contents(folder)).toEqual(before);
  const opened = await open(folder);
  expect(await count(opened, 30)).toBe(30);
  await opened.close();
});

test("a store that another process has open is neither read nor changed", async () => {
  const db = await open(dir);
  expect(() => findDamage(database(dir))).toThrow(/open in another process/);
  expect(() => acceptLoss(database(dir), 77)).toThrow(/open in another process/);
  await db.close();
  expect(() => findDamage(database(join(dir, "elsewhere")))).toThrow(/there is no store|no such file/);
});

/** Enough writes that the redo log has a new segment and the first one is no longer needed. */
async function writeMuch(db: Db, writes = 4200): Promise<number> {
  for (let n = 0; n < writes; n += 100) {
    const many = Array.from({ length: 100 }, (_, i) => db.write((tx) => setMeta(tx, `n${n + i}`, "x".repeat(2500))));
    await Promise.all(many);
  }
  return writes;
}

test("a copy without the WAL is refused if the redo log begins later, and opened on request", async () => {
  const db = await open(dir);
  const writes = await writeMuch(db);
  while (segments(dir).some((path) => path.endsWith(".0"))) await new Promise(setImmediate);
  const [complete, folder] = [copy(), copy()];
  await db.close();
  const opened = await open(complete);
  expect(await count(opened, writes)).toBe(writes);
  await opened.close();

  rmSync(`${database(folder)}-wal`);
  const before = contents(folder);
  await expect(open(folder)).rejects.toThrow(/its -wal file is missing or is an older one.* accept-loss/);
  expect(contents(folder)).toEqual(before);
  expect(acceptLoss(database(folder), 78).set_aside).toHaveLength(1);
  const left = await open(folder);
  expect(await count(left, writes)).toBeLessThan(writes);
  await left.close();
});

describe("a redo log that is missing or short", () => {
  const removeLog = (folder: string) => segments(folder).forEach((path) => rmSync(path));
  const removeWal = (folder: string) => {
    for (const end of ["-wal", "-shm"]) rmSync(database(folder) + end, { force: true });
  };
  /** Changes a copy of a store that is not open. */
  const changed = (folder: string, sql: string) => {
    const db = new DatabaseSync(database(folder));
    db.exec(sql);
    db.close();
  };

  /** A copy of a store that was killed after 30 writes. */
  async function killed(): Promise<string> {
    const db = await open(dir);
    await write(db, 0, 30);
    const folder = copy();
    await db.close();
    return folder;
  }

  test.each([
    ["the log", removeLog],
    ["the log and the -wal file", (folder: string) => (removeLog(folder), removeWal(folder))],
  ])("without %s, a killed store is refused, and opened on request", async (_what, remove) => {
    const folder = await killed();
    remove(folder);
    const before = contents(folder);
    await expect(open(folder)).rejects.toThrow(/the redo log is missing: .*accept-loss/);
    expect(findDamage(database(folder))).toEqual([expect.stringMatching(/the redo log is missing/)]);
    expect(contents(folder)).toEqual(before);
    expect(acceptLoss(database(folder), 77)).toMatchObject({ loss: { reason: "missing" }, set_aside: [] });
    expect(findDamage(database(folder))).toEqual([]);
    const db = await open(folder);
    expect(await count(db, 30)).toBe(0);
    await write(db, 0, 30);
    await db.close();
    expect(findDamage(database(folder))).toEqual([]);
  });

  test("a first segment that is shorter than it was is refused", async () => {
    const db = await open(dir);
    // More than SQLite takes in one commit, and less than a segment has.
    await writeMuch(db, 2000);
    const folder = copy();
    await db.close();
    truncateSync(segments(folder)[0]!, 100);
    await expect(open(folder)).rejects.toThrow(/the redo log is damaged: .* is shorter than it was/);
    expect(acceptLoss(database(folder), 77).loss).toMatchObject({ reason: "short" });
    await (await open(folder)).close();
  });

  test("a store that was closed has no log, and is opened", async () => {
    const db = await open(dir);
    await write(db, 0, 30);
    await db.close();
    expect(segments(dir)).toEqual([]);
    expect(findDamage(database(dir))).toEqual([]);
    const again = await open(dir);
    expect(await count(again, 30)).toBe(30);
    await again.close();
  });

  test("a store of a version that does not say whether it was closed is opened", async () => {
    const folder = await killed();
    removeLog(folder);
    changed(folder, "delete from meta where key = 'redo_log'");
    await (await open(folder)).close();
    // A version that knows nothing of it has gone on and was closed since.
    const later = await killed();
    removeLog(later);
    changed(later, "update meta set value = value + 100 where key = 'journal'");
    expect(findDamage(database(later))).toEqual([]);
    await (await open(later)).close();
  });

  test("a kill at any step of an opening and a closing leaves a store that is opened with everything", async () => {
    const found: string[] = [];
    const keep = () => void found.push(copy());
    const steps: RedoFiles = {
      ...FILES,
      open: (path, flags, mode) => {
        keep();
        const descriptor = FILES.open(path, flags, mode);
        keep();
        return descriptor;
      },
      syncNow: (descriptor) => {
        FILES.syncNow(descriptor);
        keep();
      },
    };
    const first = await open(dir);
    await write(first, 0, 30);
    const folder = copy();
    await first.close();
    // Twice: once with records to replay, once after a kill at the end of the first opening.
    for (const from of [folder, undefined]) {
      const start = from ?? found.at(-1)!;
      rmSync(dir, { recursive: true });
      execFileSync("cp", ["-r", start, dir]);
      const reader = new DatabaseSync(database(dir), { readOnly: true });
      reader.exec("begin");
      reader.prepare("select count(*) from meta").get();
      const db = await open(dir, steps);
      keep();
      await write(db, 30, 40);
      await db.close();
      reader.close();
      keep();
    }
    expect(found.length).toBeGreaterThan(8);
    for (const each of found) {
      const opened = await open(each);
      expect(await count(opened, 30)).toBe(30);
      await opened.close();
    }
  });
});

test("a missing database is not created while any of its other files exist", async () => {
  const db = await open(dir);
  await write(db, 0, 5);
  const [missing, empty] = [copy(), copy()];
  await db.close();
  rmSync(database(missing));
  truncateSync(database(empty), 0);
  for (const folder of [missing, empty]) {
    const before = contents(folder);
    await expect(open(folder)).rejects.toThrow(/is missing, but .*heliogram\.redo\.0 of it is there/);
    expect(contents(folder)).toEqual(before);
  }
});

test.each([
  ["its first page", 0, /is damaged \(file is not a database\): restore/],
  ["the page of its schema", 100, /is damaged \(.*malformed.*\): restore/],
])("a database with damage to %s is refused in a sentence", async (_what, at, sentence) => {
  const db = await open(dir);
  await write(db, 0, 5);
  await db.close();
  const bytes = readFileSync(database(dir));
  bytes.fill(0xff, at, at + 60);
  writeFileSync(database(dir), bytes);
  const before = contents(dir);
  await expect(open(dir)).rejects.toThrow(sentence);
  expect(contents(dir)).toEqual(before);
});

test("the check finds damage in a page that was not read yet", async () => {
  const db = await open(dir);
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
    let db = await open(dir, disk);
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
      db = await open(dir, later);
      folder = later.cut();
      another.close();
      await db.close();
    } else reader.close();
    const opened = await open(folder);
    expect(await count(opened, 60)).toBe(60);
    await opened.close();
  });

  test("the test detects a WAL that was not synced", async () => {
    const disk = new PowerCut();
    const db = await open(dir, { ...FILES, write: disk.write, open: disk.open, sync: disk.sync, syncNow: () => {} });
    const reader = startReading();
    await write(db, 0, 30);
    await db.close();
    await expect(open(disk.cut())).rejects.toThrow(/the redo log is missing/);
    reader.close();
    expect(statSync(database(dir)).size).toBeGreaterThan(0);
  });
});
