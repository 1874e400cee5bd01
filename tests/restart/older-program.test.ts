/** An older program on a newer store ends with one sentence. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text as contentOf } from "node:stream/consumers";
import { knownSchema } from "heliogram/store/migrate.ts";
import { SQLITE_FILE } from "heliogram/store/open.ts";
import { expect, test } from "vitest";
import { giveBackDatabase, takeDatabase } from "../support/databases.ts";
import { startProcess } from "../support/own-process.ts";
import { PROGRAM } from "../support/program.ts";
import { end } from "../support/programs.ts";
import { onServer } from "../support/postgres.ts";
import { engines } from "../support/service.ts";

test.each(engines())("on %s", async (engine) => {
  const dir = mkdtempSync(join(tmpdir(), "heliogram-older-"));
  const database = engine === "postgres" ? await takeDatabase() : engine;
  await end((await startProcess({ dir, database })).program, "SIGTERM");
  await setSchema(database, dir, 999);
  const program = spawn(process.execPath, [PROGRAM, "serve"], {
    env: { PATH: process.env.PATH, HELIOGRAM_DATA_DIR: dir, HELIOGRAM_DATABASE: database, HELIOGRAM_PORT: "0" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(program, "exit");
  const complaints = await contentOf(program.stderr);
  const known = await knownSchema();
  expect(complaints).toBe(
    `heliogram: the store cannot be opened: the store has schema 999, this version knows ${known}: start the newer version\n`,
  );
  expect((await ended)[0]).toBe(1);
  rmSync(dir, { recursive: true });
  if (engine === "postgres") {
    await setSchema(database, dir, known);
    await giveBackDatabase(database);
  }
});

async function setSchema(database: string, dir: string, schema: number): Promise<void> {
  const text = `update meta set value = '${schema}' where key = 'schema'`;
  if (database !== "sqlite") return onServer(database, text);
  const file = new DatabaseSync(join(dir, SQLITE_FILE));
  file.exec(text);
  file.close();
}
