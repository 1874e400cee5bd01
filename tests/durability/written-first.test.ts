/** Nobody hears of a change before it is on disk (ARCHITECTURE.md, Store). */
import { constants, existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openStream } from "heliogram/store/streams.ts";
import { findMeta, setMeta } from "heliogram/store/counters.ts";
import { FILES, type JournalFiles } from "heliogram/store/sqlite-journal-segments.ts";
import { HeldDisk } from "../kit/held-disk.ts";
import { Screen } from "../kit/screen.ts";
import { startWorld, WORLD, type Json, type TestService } from "../kit/service.ts";
import { makeStorePlace } from "../kit/store-place.ts";

/** Requests that go through while nothing may be heard: an answer that comes too early takes one or two. */
const MEANWHILE = 50;
/** So many at once that the store does not wait for company before it runs them. */
const CROWD = 40;

async function meanwhile(t: TestService): Promise<void> {
  for (let n = 0; n < MEANWHILE; n++) await t.fetch("/healthz");
}

describe("while a write has not ended", () => {
  test("no answer, poll, screen, read or refusal tells of it", async () => {
    const disk = new HeldDisk();
    const t = await startWorld("sqlite", WORLD, { journal: disk });
    const chat_id = t.id("Team");
    const { message_id } = await t.as("bob", "sendMessage", { chat_id, text: "/old" });
    for (const bot of ["guard_bot", "echo_bot"]) await t.updates(bot);
    const screen = new Screen(t, "carla");
    await screen.until((frame) => frame.type === "hello");
    const polled = t.ok("guard_bot", "getUpdates", { timeout: 50 });
    await t.waiting(1);

    disk.hold();
    const heard: string[] = [];
    const hear = <T>(what: string, outcome: Promise<T>) => outcome.finally(() => heard.push(what));
    const sent = hear("the answer", t.as("bob", "sendMessage", { chat_id, text: "/new" }));
    const waited = hear("the poll that waits", polled);
    const shown = hear(
      "the screen",
      screen.until((frame) => frame.message?.text === "/new"),
    );
    await disk.begun(1);
    const asked = hear("the poll that asks", t.ok("echo_bot", "getUpdates"));
    const read = hear("the history", t.as("carla", "getHistory", { chat_id }));
    const told = hear("what has changed", t.as("carla", "getDifference", { chat_id, seq: 0 }));
    await meanwhile(t);
    expect(heard).toEqual([]);

    disk.release();
    expect((await sent).text).toBe("/new");
    expect(textsOf(await waited)).toEqual(["/new"]);
    expect(textsOf(await asked)).toEqual(["/new"]);
    expect((await read).messages.at(-1).text).toBe("/new");
    expect(JSON.stringify(await told)).toContain("/new");
    await shown;
    screen.close();

    disk.hold();
    heard.length = 0;
    const deletions = Array.from({ length: CROWD }, () =>
      hear("a deletion", t.bot("guard_bot", "deleteMessage", { chat_id, message_id })),
    );
    await disk.begun(1);
    await meanwhile(t);
    expect(heard).toEqual([]);
    disk.release();
    const answers = await Promise.all(deletions);
    expect(answers.filter((each) => each.body.ok)).toHaveLength(1);
    await t.stop();
  });

  test("the store resolves nothing and pokes nobody", async () => {
    const disk = new HeldDisk();
    const heard: string[] = [];
    const place = await makeStorePlace("sqlite", (streams) => heard.push(`poke ${streams.join()}`), disk);
    const db = await place.open();
    await db.write((tx) => openStream(tx, 1));
    disk.hold();
    const written = db
      .write(async (tx) => {
        await setMeta(tx, "key", "new");
        tx.append({ stream: 1, kind: "x", ref: 0, body: "" });
      })
      .then(() => heard.push("write"));
    await disk.begun(1);
    const read = db.read((tx) => findMeta(tx, "key")).then((value) => heard.push(`read ${value}`));
    for (let turn = 0; turn < MEANWHILE; turn++) await new Promise(setImmediate);
    expect(heard).toEqual([]);
    disk.release();
    await Promise.all([written, read]);
    expect(heard.sort()).toEqual(["poke 1", "read new", "write"]);
    await db.close();
    await place.remove();
  });
});

function textsOf(updates: Json[]): string[] {
  return updates.map((update) => update.message.text);
}

// The kernel tells how a file was opened where there is /proc.
describe.runIf(existsSync("/proc/self/fdinfo"))("every write returns when it is on disk", () => {
  /** How the segments of a service's journal are open, by name. */
  function segments(dir: string): Map<string, number> {
    const found = new Map<string, number>();
    for (const descriptor of readdirSync("/proc/self/fd")) {
      const path = linkOf(descriptor);
      if (!path?.startsWith(dir) || !/\.redo\.\d+$/.test(path)) continue;
      const flags = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8"))![1]!;
      found.set(path, Number.parseInt(flags, 8));
    }
    return found;
  }

  /** The descriptor that the folder was read with is closed by now. */
  function linkOf(descriptor: string): string | undefined {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      return undefined;
    }
  }

  async function synced(journal: JournalFiles): Promise<boolean[]> {
    const t = await startWorld("sqlite", WORLD, { journal });
    const flags = [...segments(t.dir).values()];
    await t.stop();
    return flags.map((each) => (each & constants.O_DSYNC) === constants.O_DSYNC);
  }

  test("the journal is open that way", async () => {
    expect(await synced(FILES)).toEqual([true]);
  });

  test("one that is not would be found out", async () => {
    const open: JournalFiles["open"] = (path, flags, mode) => FILES.open(path, flags & ~constants.O_DSYNC, mode);
    expect(await synced({ ...FILES, open })).toEqual([false]);
  });
});
