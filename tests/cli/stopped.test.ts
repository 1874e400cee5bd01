/** A stopped service leaves no file descriptor, handle or timer in its process. */
import { closeSync, existsSync, openSync, readdirSync, readlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { setMeta } from "heliogram/store/queries/service/counters.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import { engines, startWorld, WORLD, type Engine } from "../support/service.ts";

/** Numbers of pipes and sockets differ from one to the next. */
const withoutNumbers = (path: string) => path.replace(/\d+/g, "n");

/** The open file descriptors of the process, except the one that lists them. */
function descriptors(): string[] {
  return readdirSync("/proc/self/fd")
    .flatMap((descriptor) => {
      try {
        return [readlinkSync(`/proc/self/fd/${descriptor}`)];
      } catch {
        return [];
      }
    })
    .map(withoutNumbers)
    .sort();
}

/** The active resources of the process by kind, with their number. Resources that are closing are not counted. */
function left(): readonly string[] {
  const handles = process
    .getActiveResourcesInfo()
    .filter((each) => !["CloseReq", "Immediate", "TickObject"].includes(each));
  return [...(existsSync("/proc/self/fd") ? descriptors() : []), ...handles];
}

/** The resources that were not there before. They may take several turns of the event loop to close. */
async function leftSince(before: readonly string[]): Promise<readonly string[]> {
  for (let turn = 0; ; turn++) {
    const now = [...left()];
    for (const each of before) if (now.includes(each)) now.splice(now.indexOf(each), 1);
    if (now.length === 0 || turn === 2000) return now;
    await new Promise(setImmediate);
  }
}

/** Starts a service, uses all of its parts, and stops it. */
async function liveAndStop(engine: Engine): Promise<number> {
  const t = await startWorld(engine, WORLD, { assistant: true, search_index: true, spare_media_workers: undefined });
  const chat_id = t.id("Team");
  const socket = new StreamSocket(t, "carla");
  await socket.until((frame) => frame.type === "hello");
  await t.as("bob", "sendMessage", { chat_id, text: "/hello" });
  await t.ok("guard_bot", "setWebhook", { url: "http://127.0.0.1:9/hook" });
  const polled = t.ok("echo_bot", "getUpdates", { timeout: 50, offset: -1 });
  const form = new FormData();
  form.set("chat_id", String(chat_id));
  form.set("document", new Blob(["bytes"]), "file");
  await t.post(`/bot${t.token("guard_bot")}/sendDocument`, form);
  // Causes a checkpoint and a new segment of the redo log.
  const { db } = t.service;
  if (engine === "sqlite")
    for (let n = 0; n < 6000; n += 100)
      await Promise.all(
        Array.from({ length: 100 }, (_, i) => db.write((tx) => setMeta(tx, `n${n + i}`, ".".repeat(6000)))),
      );
  await polled;
  socket.close();
  // The maintenance jobs are running when the service is stopped.
  t.clock.advance(10 * 60_000);
  await t.restart();
  await t.stop();
  return t.clock.timers;
}

describe.each<Engine>(LONG_RUN ? [...engines(), "memory"] : ["sqlite"])("on %s", (engine) => {
  test("a second service leaves no more resources than the first", { timeout: 120_000 }, async () => {
    // Modules and singletons that are loaded once remain.
    await liveAndStop(engine);
    const before = left();
    expect(await liveAndStop(engine)).toBe(0);
    expect(await leftSince(before)).toEqual([]);
  });
});

test.runIf(existsSync("/proc/self/fd"))("a descriptor that is left would be noticed", async () => {
  const before = left();
  const descriptor = openSync(import.meta.filename, "r");
  expect(await leftSince(before)).toContain(withoutNumbers(import.meta.filename));
  closeSync(descriptor);
});
