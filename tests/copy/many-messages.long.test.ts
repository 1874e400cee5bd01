/** Copying a million messages: whole, compared, and in the memory that the guide says (docs/guides/move.md). */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text as contentOf } from "node:stream/consumers";
import { expect, inject, onTestFinished, test } from "vitest";
import { environment } from "../backup/served.ts";
import { startProcess } from "../support/own-process.ts";
import { createDatabase, dropDatabase } from "../support/postgres.ts";
import { PROGRAM } from "../support/program.ts";
import { end, ended } from "../support/programs.ts";
import { engines, type Engine, type Json } from "../support/service.ts";

const MESSAGES = 1_000_000;
const GUIDE_MB = 300;
const PEAK_EVERY_MS = 20;
const WORLD = {
  people: [{ name: "Alice", username: "alice" }],
  chats: [{ title: "Team", creator: "alice", members: [] }],
};

/** Repeats the first message of a stopped service until there are so many more. */
function fill(dir: string, messages: number): void {
  const db = new DatabaseSync(join(dir, "heliogram.db"));
  const columns = db.prepare("select name from pragma_table_info('message')").all() as { readonly name: string }[];
  const names = columns.map(({ name }) => `"${name}"`);
  // Both are numbers of rows.
  const values = names.map((name) => (/^"(message|row)_id"$/.test(name) ? `${name} + i` : name));
  db.exec(`
    with recursive counted(i) as (select 1 union all select i + 1 from counted limit ${messages})
    insert into message (${names.join(", ")}) select ${values.join(", ")} from counted, (select * from message order by row_id desc limit 1)`);
  db.close();
}

/** @returns what the command prints, and the most memory that it has had, in MB */
async function copy(dir: string, to: string) {
  const env = { ...process.env, ...environment(dir, "sqlite") };
  const child = spawn(process.execPath, [PROGRAM, "copy", "--to", to], { env, stdio: ["ignore", "pipe", "pipe"] });
  const gone = ended(child);
  let peak_kb = 0;
  const looking = setInterval(() => {
    const [, kb] = /^VmHWM:\s+(\d+) kB$/m.exec(statusOf(child.pid!)) ?? [];
    peak_kb = Math.max(peak_kb, Number(kb ?? 0));
  }, PEAK_EVERY_MS);
  const [stdout, stderr] = await Promise.all([contentOf(child.stdout), contentOf(child.stderr), gone]);
  clearInterval(looking);
  expect(child.exitCode, stderr).toBe(0);
  return { printed: JSON.parse(stdout) as Json, progress: stderr, peak_mb: peak_kb / 1024 };
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    // It has ended.
    return "";
  }
}

async function emptyPlace(engine: Engine, dir: string): Promise<string> {
  if (engine === "sqlite") return `sqlite:${mkdtempSync(join(dir, "copy-"))}`;
  const url = await createDatabase(inject("postgresUrl"), "");
  onTestFinished(() => dropDatabase(url));
  return url;
}

test.each(engines())("to %s", { timeout: 1_200_000 }, async (engine) => {
  const root = mkdtempSync(join(tmpdir(), "heliogram-copy-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const dir = join(root, "data");
  const { program } = await startProcess({ dir, world: WORLD });
  await end(program, "SIGTERM");
  fill(dir, MESSAGES);
  const { printed, progress, peak_mb } = await copy(dir, await emptyPlace(engine, root));
  process.stdout.write(`to ${engine}: ${Math.round(peak_mb)} MB\n`);
  expect(printed.tables.message).toMatchObject({ rows: MESSAGES + 1 });
  for (const phase of ["copy", "comparison"]) expect(progress).toContain(`${phase}: ${printed.rows} rows in`);
  expect(peak_mb).toBeLessThan(GUIDE_MB);
});
