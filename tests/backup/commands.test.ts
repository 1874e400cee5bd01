/** The commands `backup`, `verify` and `restore`: what they refuse, damage that they find, and kills. */
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { CommandFolder, PATIENCE_MS } from "../support/commands.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { withFile } from "../support/maintenance.ts";
import { call } from "../support/own-process.ts";
import { PROGRAM } from "../support/program.ts";
import { ended } from "../support/programs.ts";
import type { Json } from "../support/service.ts";
import { until } from "../support/until.ts";
import { environment, Served } from "./served.ts";

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });

const WORLD = {
  people: [{ name: "Alice", username: "alice" }],
  bots: [{ name: "Load", username: "load_bot" }],
  chats: [{ title: "One", creator: "alice", members: ["load_bot"] }],
};
const FILES = 6;
const KILLS = LONG_RUN ? 6 : 2;

const commands = new CommandFolder();
const to = join(commands.dir, "backups");
let served: Served;

beforeAll(async () => {
  served = await Served.start("sqlite", WORLD);
  for (let n = 0; n < FILES; n++) {
    const document = new TextEncoder().encode(`document ${n}`.repeat(1000));
    await call(
      `${served.url}/bot${served.accounts.bots[0]!.token}/sendDocument`,
      withFile({ chat_id: chat(), document }),
    );
  }
});
afterAll(async () => {
  await served.close();
  await commands.close();
});

function chat(): number {
  return served.accounts.chats[0]!.id;
}

async function run(...args: string[]): Promise<{ code: number | null; answer: Json; stderr: string }> {
  const { code, stdout, stderr } = await commands.run(args, served.env);
  return { code, answer: stdout === "" ? undefined : JSON.parse(stdout), stderr };
}

/** All files of a folder. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
}

describe("backup", () => {
  test("it copies each file once", async () => {
    const first = await run("backup", to);
    expect([first.code, first.answer]).toEqual([
      0,
      expect.objectContaining({ files: FILES, copied: FILES, missing: [] }),
    ]);
    expect(first.stderr).toContain(`files: ${FILES} files in`);
    const second = await run("backup", to);
    expect([second.code, second.answer]).toEqual([0, expect.objectContaining({ files: FILES, copied: 0 })]);
    expect(second.answer.backup).not.toBe(first.answer.backup);
    const { code, answer } = await run("verify", to);
    expect([code, answer]).toEqual([
      0,
      { whole: [first.answer.backup, second.answer.backup], incomplete: [], damaged: [] },
    ]);
  });

  test("nobody else can read what it writes", () => {
    for (const path of [to, ...filesIn(to)]) expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
  });

  test("it refuses a folder that has something else", async () => {
    const other = join(commands.dir, "other");
    mkdirSync(other);
    writeFileSync(join(other, "letter.txt"), "");
    const { code, stderr } = await run("backup", other);
    expect([code, stderr]).toEqual([1, expect.stringContaining("has other files (letter.txt)")]);
    expect((await run("backup")).code).toBe(2);
    expect((await run("verify", other)).stderr).toContain("has no backups");
  });

  test("a second one into the same folder is refused until the first one has ended", async () => {
    const refused: unknown[] = [];
    const seconds: Promise<unknown>[] = [];
    const begin = () => void seconds.push(served.backUp().catch((error: Error) => refused.push(error.message)));
    await served.backUp({ begin, advance() {}, end() {} });
    await Promise.all(seconds);
    // The copy of the database, its content and the files.
    expect(refused).toHaveLength(3);
    expect(new Set(refused)).toEqual(new Set([expect.stringContaining("another backup runs into")]));
    expect((await served.backUp()).manifest.files).toBe(FILES);
  });

  test("it keeps so many, when the new one is whole, and the files that these have", async () => {
    const keeping = join(commands.dir, "keeping");
    const names = () => readdirSync(join(keeping, "backups")).toSorted();
    const first = (await run("backup", keeping)).answer.backup;
    const second = (await run("backup", keeping, "--keep", "2")).answer;
    expect([second.removed, names()]).toEqual([[], [first, second.backup]]);
    const orphan = join(keeping, "files", "00", "a".repeat(62));
    mkdirSync(join(keeping, "files", "00"), { recursive: true });
    writeFileSync(orphan, "of a backup that is gone");
    const third = await run("backup", keeping, "--keep", "2");
    expect([third.code, third.answer]).toEqual([0, expect.objectContaining({ removed: [first], removed_files: 1 })]);
    const { answer } = await run("verify", keeping);
    expect(answer).toEqual({ whole: [second.backup, third.answer.backup], incomplete: [], damaged: [] });
    // A shared file that is damaged in the folder is not copied again: the new backup lacks it, too.
    const [blob] = filesIn(join(keeping, "files"));
    writeFileSync(blob!, Buffer.alloc(statSync(blob!).size));
    const fourth = await run("backup", keeping, "--keep", "1");
    expect([fourth.code, fourth.answer.removed]).toEqual([1, []]);
    expect(fourth.stderr).toContain("Older backups or their files stay: the new backup is damaged");
    expect(names()).toHaveLength(3);
    for (const keep of ["0", "-1", "many"]) expect((await run("backup", keeping, "--keep", keep)).code).toBe(2);
    expect((await run("backup", keeping, "--keep", "1", "--recipient", "age1x")).code).toBe(2);
  });

  test("it says which files the service has lost, and is whole but for them", async () => {
    const [path] = filesIn(join(served.dir, "media", "blobs"));
    const content = readFileSync(path!);
    const elsewhere = join(commands.dir, "elsewhere");
    try {
      writeFileSync(path!, Buffer.alloc(content.length));
      await run("backup", elsewhere);
      const damaged = await run("backup", elsewhere, "--keep", "1");
      expect(damaged.stderr).toContain("Older backups or their files stay: the new backup lacks files");
      expect(readdirSync(join(elsewhere, "backups"))).toHaveLength(2);
      expect([damaged.code, damaged.answer.missing]).toEqual([1, [expect.stringMatching(/^[0-9a-f]{64}$/)]]);
      rmSync(path!);
      const missing = await run("backup", elsewhere);
      expect([missing.code, missing.answer.missing]).toEqual([1, damaged.answer.missing]);
    } finally {
      writeFileSync(path!, content);
    }
    expect((await run("verify", elsewhere)).code).toBe(0);
    expect((await run("backup", elsewhere)).answer).toMatchObject({ copied: 1, missing: [] });
  });
});

test("verify finds damage to every file of a backup", async () => {
  const copy = join(commands.dir, "copy");
  const { answer } = await run("verify", to);
  const name = answer.whole.at(-1)!;
  const paths = [...filesIn(join(to, "backups", name)), ...filesIn(join(to, "files"))];
  expect(paths).toHaveLength(4 + FILES);
  const damages: ((path: string) => void)[] = [
    (path) => {
      const bytes = readFileSync(path);
      const at = Math.floor(bytes.length / 2);
      bytes[at] = bytes[at]! ^ 1;
      writeFileSync(path, bytes);
    },
    (path) => truncateSync(path, statSync(path).size - 2),
    (path) => rmSync(path),
  ];
  for (const [i, path] of paths.entries()) {
    // Each file in one way, and in a long run the first ones in every way.
    for (const damage of LONG_RUN && i < 4 ? damages : [damages[i % damages.length]!]) {
      rmSync(copy, { recursive: true, force: true });
      cpSync(to, copy, { recursive: true });
      const place = path.replace(to, copy);
      damage(place);
      const found = await run("verify", copy, "--name", name);
      expect([path, found.stderr]).toEqual([path, expect.not.stringContaining("rror")]);
      const isManifestGone = path.endsWith("manifest.json") && damage === damages[2];
      // A damaged list names files that are not there.
      const sentences = expect.arrayContaining([expect.stringContaining(place)]);
      const damaged = { name, damage: sentences, sentences: expect.any(Number) };
      const missing = { whole: [], incomplete: [name], damaged: [] };
      expect(found.answer, place).toEqual(isManifestGone ? missing : { whole: [], incomplete: [], damaged: [damaged] });
      expect([path, found.code]).toEqual([path, 1]);
    }
  }
});

test("a damaged backup leaves no store", async () => {
  const copy = join(commands.dir, "copy");
  rmSync(copy, { recursive: true, force: true });
  cpSync(to, copy, { recursive: true });
  const name = readdirSync(join(copy, "backups")).at(-1)!;
  const store = join(copy, "backups", name, "store.zst");
  writeFileSync(store, readFileSync(store).fill(0, 2000, 2100));
  const dir = join(commands.dir, "damaged");
  const { code, stderr } = await commands.run(["restore", copy], environment(dir, "sqlite"));
  expect([code, stderr]).toEqual([1, expect.stringContaining("store.zst is damaged")]);
  expect(readdirSync(dir).filter((each) => each.startsWith("heliogram"))).toEqual([]);
});

describe("restore", () => {
  test("it refuses a folder that is not empty, and another engine", async () => {
    const { code, stderr } = await run("restore", to);
    expect([code, stderr]).toEqual([1, expect.stringContaining("is not empty")]);
    const elsewhere = environment(join(commands.dir, "new"), "postgres://127.0.0.1:1/none");
    const other = await commands.run(["restore", to], elsewhere);
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining("restored to the same engine")]);
    expect((await run("restore", to, "--name", "yesterday")).stderr).toContain("has no backup yesterday");
  });

  test("a restored service has everything", async () => {
    const env = environment(join(commands.dir, "restored"), "sqlite");
    const { code } = await commands.run(["restore", to], env);
    expect(code).toBe(0);
    const { found: url, stop } = await commands.start(
      ["serve"],
      env,
      (output) => /listens on (\S+)\n/.exec(output)?.[1],
    );
    const base = `${url}/bot${served.accounts.bots[0]!.token}`;
    expect(await call<Json>(`${base}/getMe`, {})).toMatchObject({ username: "load_bot" });
    const { message_id } = await call<Json>(`${base}/sendMessage`, { chat_id: chat(), text: "next" });
    // The first message says that the group was made.
    expect(message_id).toBe(FILES + 2);
    await stop();
  });
});

test("a killed backup leaves nothing that verify takes as whole, and the next one goes on", async () => {
  const folder = join(commands.dir, "killed");
  const before = await run("backup", folder);
  for (let kill = 0; kill < KILLS; kill++) {
    const seen = readdirSync(join(folder, "backups")).length;
    const child = spawn(process.execPath, [PROGRAM, "backup", folder], { env: { ...process.env, ...served.env } });
    const gone = ended(child);
    // As soon as it has begun, and a little later each time.
    await until(() => readdirSync(join(folder, "backups")).length > seen, "the folder of the backup");
    await new Promise((done) => setTimeout(done, kill * 2));
    child.kill("SIGKILL");
    await gone;
    const { answer } = await run("verify", folder);
    expect(answer.damaged).toEqual([]);
    expect(answer.whole).toContain(before.answer.backup);
    for (const name of answer.incomplete)
      expect(readdirSync(join(folder, "backups", name))).not.toContain("manifest.json");
    for (const name of answer.incomplete) rmSync(join(folder, "backups", name), { recursive: true });
  }
  expect((await run("backup", folder)).code).toBe(0);
  expect((await run("verify", folder)).answer.incomplete).toEqual([]);
});
