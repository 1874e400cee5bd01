/** A dump of a running service, restored into an empty database, is a store of its own (docs/guides/back-up.md). */
import { execFile } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, onTestFinished, test } from "vitest";
import { createDatabase, dropDatabase } from "../support/postgres.ts";
import { findPostgres } from "../support/postgres-binaries.ts";
import { startWorld } from "../support/service.ts";

const GUIDE = readFileSync(new URL("../../docs/guides/back-up.md", import.meta.url), "utf8");

/** The programs for dumps: the package has none. */
const found = findPostgres("machine");
const FOLDER = found && dirname(found.postgres);
const isThere = inject("postgresUrl") !== "" && FOLDER !== undefined && existsSync(join(FOLDER, "pg_dump"));

test.skipIf(!isThere && process.env.CI === undefined)("what the guide prints dumps and restores", async () => {
  const commands = /```sh\n(pg_dump [^`]*)```/.exec(GUIDE)![1]!;
  const t = await startWorld("postgres");
  onTestFinished(() => t.stop());
  await t.ok("guard_bot", "sendMessage", { chat_id: t.id("Team"), text: "before the dump" });
  const restored = await createDatabase(inject("postgresUrl"), "");
  onTestFinished(() => dropDatabase(restored));
  const dump = join(t.dir, "heliogram.dump");
  let running = true;
  const load = (async () => {
    while (running) await t.ok("guard_bot", "sendMessage", { chat_id: t.id("Team"), text: "beside the dump" });
  })();
  const PATH = `${FOLDER}:${process.env.PATH}`;
  const env = { ...process.env, PATH, HELIOGRAM_DATABASE: t.options.database, NEW_DATABASE: restored };
  try {
    await promisify(execFile)("sh", ["-ec", commands.replaceAll("heliogram.dump", dump)], { env });
  } finally {
    running = false;
    await load;
  }
  const copy = await t.join({ reach: () => restored });
  try {
    const { messages } = await copy.as("alice", "getHistory", { chat_id: t.id("Team") });
    const texts = (messages as { text?: string }[]).map(({ text }) => text);
    expect(texts).toContain("before the dump");
    expect(await copy.ok("guard_bot", "getMe", {})).toMatchObject({ username: "guard_bot" });
  } finally {
    await copy.stop();
    rmSync(dump);
  }
});
