/** No change is visible before it is on disk. */
import { constants, existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openStream } from "heliogram/store/queries/streams/streams.ts";
import { findMeta, setMeta } from "heliogram/store/queries/service/counters.ts";
import { FILES, type RedoFiles } from "heliogram/store/sqlite/redo-segments.ts";
import { DelayedDisk } from "../support/delayed-disk.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import { startWorld, WORLD, type Json, type TestService } from "../support/service.ts";
import { makeStoreLocation } from "../support/test-store.ts";

/** The number of requests during which nothing may become visible; a premature response needs one or two. */
const MEANWHILE = 50;
/** So many concurrent calls that the store does not wait to group more of them. */
const CROWD = 40;

async function meanwhile(t: TestService): Promise<void> {
  for (let n = 0; n < MEANWHILE; n++) await t.fetch("/healthz");
}

describe("while a write is pending", () => {
  test("it is visible in no response, poll, web socket, read or refusal", async () => {
    const disk = new DelayedDisk();
    const t = await startWorld("sqlite", WORLD, { redoFiles: disk });
    const chat_id = t.id("Team");
    const { message_id } = await t.as("bob", "sendMessage", { chat_id, text: "/old" });
    for (const bot of ["guard_bot", "echo_bot"]) await t.updates(bot);
    const socket = new StreamSocket(t, "carla");
    await socket.until((frame) => frame.type === "hello");
    const polled = t.ok("guard_bot", "getUpdates", { timeout: 50 });
    await t.waiting(1);

    disk.hold();
    const heard: string[] = [];
    const hear = <T>(what: string, outcome: Promise<T>) => outcome.finally(() => heard.push(what));
    const sent = hear("the answer", t.as("bob", "sendMessage", { chat_id, text: "/new" }));
    const waited = hear("the poll that waits", polled);
    const shown = hear(
      "the socket",
      socket.until((frame) => frame.message?.text === "/new"),
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
    socket.close();

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

  test("the store resolves nothing and notifies nobody", async () => {
    const disk = new DelayedDisk();
    const heard: string[] = [];
    const place = await makeStoreLocation("sqlite", (streams) => heard.push(`notify ${streams.join()}`), disk);
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
    expect(heard.sort()).toEqual(["notify 1", "read new", "write"]);
    await db.close();
    await place.remove();
  });
});

function textsOf(updates: Json[]): string[] {
  return updates.map((update) => update.message.text);
}

// The kernel tells how a file was opened where there is /proc.
describe.runIf(existsSync("/proc/self/fdinfo"))("every write returns when it is on disk", () => {
  /** The open flags of a service's segments, by name. */
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

  /** The descriptor of the folder listing itself is closed by now. */
  function linkOf(descriptor: string): string | undefined {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      return undefined;
    }
  }

  async function synced(redoFiles: RedoFiles): Promise<boolean[]> {
    const t = await startWorld("sqlite", WORLD, { redoFiles });
    const flags = [...segments(t.dir).values()];
    await t.stop();
    return flags.map((each) => (each & constants.O_DSYNC) === constants.O_DSYNC);
  }

  test("segments are opened with O_DSYNC", async () => {
    expect(await synced(FILES)).toEqual([true]);
  });

  test("the check finds a segment opened without O_DSYNC", async () => {
    const open: RedoFiles["open"] = (path, flags, mode) => FILES.open(path, flags & ~constants.O_DSYNC, mode);
    expect(await synced({ ...FILES, open })).toEqual([false]);
  });
});
