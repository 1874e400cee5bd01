/** Backups of a service under load: each has everything that had been acknowledged when it began. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { copySnapshot, openSnapshot } from "heliogram/store/sqlite/snapshot.ts";
import { Load } from "../durability/load.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { drawPicture } from "../support/media.ts";
import { call, startProcess } from "../support/own-process.ts";
import { end } from "../support/programs.ts";
import { engines, type Json } from "../support/service.ts";
import { Served } from "./served.ts";
import { acknowledged, damage, missingIn } from "./stored.ts";

/** Making an empty database on PostgreSQL takes long. */
const BACKUPS = LONG_RUN ? { sqlite: 200, postgres: 200, memory: 0 } : { sqlite: 4, postgres: 2, memory: 0 };
const WRITERS = 8;
/** Each backup is compared with all messages before it, so that their number decides how long the test takes. */
const PAUSE_MS = LONG_RUN ? 150 : 50;
/** Messages that must have been acknowledged before the first backup, and between two. */
const MESSAGES_BETWEEN = LONG_RUN ? 10 : 20;
const WORLD = {
  people: [{ name: "Alice", username: "alice" }],
  bots: [{ name: "Load", username: "load_bot" }],
  chats: ["Files", "One", "Two"].map((title) => ({ title, creator: "alice", members: ["load_bot"] })),
};

describe.each(LONG_RUN ? engines() : engines().slice(-1))("on %s", (engine) => {
  const backups = BACKUPS[engine];
  test(`${backups} backups under load miss nothing`, { timeout: 1_800_000 }, async () => {
    const served = await Served.start(engine, WORLD);
    onTestFinished(() => served.close());
    const { accounts } = served;
    const [files, ...chats] = accounts.chats.map(({ id }) => id) as [number, ...number[]];
    const { token } = accounts.bots[0]!;
    const writer = { author: "bot", url: `${served.url}/bot${token}`, chats } as const;
    const load = new Load(PAUSE_MS);
    const photo = new Uint8Array(await drawPicture(40, 30, "#3366aa"));
    const writing = [
      ...Array.from({ length: WRITERS }, () => load.write(writer)),
      load.upload({ ...writer, chats: [files] }, photo, () => {}),
    ];
    await expect.poll(() => load.sent.some(({ bytes }) => bytes !== undefined)).toBe(true);
    const missing: string[] = [];
    let [copied, compared] = [0, 0];
    for (let round = 0; round < backups; round++) {
      const before = load.sent.length;
      await expect.poll(() => load.sent.length).toBeGreaterThan(before + MESSAGES_BETWEEN);
      const expected = acknowledged(load.sent);
      const made = await served.backUp();
      copied += made.copied;
      expect(made.manifest.missing).toEqual([]);
      const restored = await served.restore(made.name);
      missing.push(...(await missingIn(restored, expected)));
      compared += expected.length;
      if (round < backups - 1) await restored.remove();
      else await expectToServe(restored, served, expected.length);
    }
    const missed = engine === "sqlite" ? await missedWithoutAsking(served, load) : undefined;
    await served.end("SIGKILL");
    await Promise.all(writing);
    // The killed service has left a redo log, which a backup applies.
    const made = await served.backUp();
    const restored = await served.restore(made.name);
    const all = acknowledged(load.sent);
    missing.push(...(await missingIn(restored, all)));
    await damage(restored);
    const planted = (await missingIn(restored, all)).map((sentence) => sentence.replace(/-?\d+\/\d+/, "…"));
    await restored.remove();

    expect([missing, load.wrong]).toEqual([[], []]);
    expect(missed).not.toBe(0);
    expect(planted).toContain("the file of … is missing");
    expect(planted).toContainEqual(expect.stringMatching(/^… is to be .*, is planted/));
    expect(compared).toBeGreaterThan(backups * MESSAGES_BETWEEN);
    if (LONG_RUN) process.stdout.write(`${engine}: ${JSON.stringify({ backups, compared, copied, missed })}\n`);
    // Files that the folder has are not copied again.
    expect(copied).toBeLessThanOrEqual(load.sent.length);
    expect(copied).toBeGreaterThan(0);
  });
});

/** The planted fault: a copy of what SQLite has committed, as its own `.backup` makes it. @returns what is missing in it */
async function missedWithoutAsking(served: Served, load: Load): Promise<number> {
  const before = load.sent.length;
  await expect.poll(() => load.sent.length).toBeGreaterThan(before + MESSAGES_BETWEEN);
  const expected = acknowledged(load.sent);
  const snapshot = openSnapshot(join(served.dir, "heliogram.db"));
  const dir = join(served.beside, "faulty");
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir);
  await copySnapshot(snapshot, join(dir, "heliogram.db"), () => {}).finally(() => snapshot.close());
  return (await missingIn({ dir, database: "sqlite" }, expected)).length;
}

/** A service on the restored store has the tokens, the sessions and the files, and goes on counting. */
async function expectToServe(restored: Awaited<ReturnType<Served["restore"]>>, served: Served, messages: number) {
  const { accounts } = served;
  const { url, program } = await startProcess({ dir: restored.dir, database: restored.database });
  try {
    const base = `${url}/bot${accounts.bots[0]!.token}`;
    expect(await call<Json>(`${base}/getMe`, {})).toMatchObject({ username: "load_bot" });
    const access_token = accounts.people[0]!.access_token;
    const chat_id = accounts.chats[0]!.id;
    const { messages: found } = await call<Json>(`${url}/api/getHistory`, { chat_id, limit: 100 }, access_token);
    const document = found.find((each: Json) => each.document)?.document;
    const headers = { authorization: `Bearer ${access_token}` };
    const file = await fetch(`${url}/api/file/document/${document.file_id}`, { headers });
    expect(await file.text()).toMatch(/^bytes of \d+$/);
    const { message_id } = await call<Json>(`${base}/sendMessage`, { chat_id, text: "after the restore" });
    expect(message_id).toBe(found.at(-1).message_id + 1);
    expect(messages).toBeGreaterThan(0);
  } finally {
    await end(program, "SIGKILL");
    await restored.remove();
  }
}
