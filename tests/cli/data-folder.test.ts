/** Data folders that cannot be used are refused in a sentence with the path, and what is in one is for its owner alone. */
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CommandFolder, PATIENCE_MS, type Ended } from "../support/commands.ts";
import { drawPicture } from "../support/media.ts";
import { call, startProcess } from "../support/own-process.ts";
import { end } from "../support/programs.ts";
import { PROGRAM } from "../support/program.ts";

const IS_ROOT = process.getuid?.() === 0;
/** The user `nobody`. */
const NOBODY = 65_534;

let folder: CommandFolder;
beforeEach(() => (folder = new CommandFolder()));
afterEach(() => folder.close());

describe("a data folder that cannot be used", { timeout: PATIENCE_MS }, () => {
  const serve = (HELIOGRAM_DATA_DIR: string): Promise<Ended> =>
    folder.run(["serve"], { HELIOGRAM_DATA_DIR, HELIOGRAM_PORT: "0" });
  const refusal = (path: string, reason: string) => ({
    code: 1,
    stdout: "",
    stderr: `heliogram: the data folder cannot be used: the folder ${path} cannot be used: ${reason}\n`,
  });

  test.runIf(existsSync("/proc/self"))("because its place takes no folders", async () => {
    const path = "/proc/heliogram/data";
    expect(await serve(path)).toEqual(refusal(path, "this place takes no folders"));
    const { code, stderr } = await folder.run(["bot", "list"], { HELIOGRAM_DATA_DIR: path });
    expect([code, stderr]).toEqual([1, expect.stringContaining(`the folder ${path} cannot be used`)]);
  });

  test("because there is a file in its place", async () => {
    const path = join(folder.dir, "data");
    writeFileSync(path, "");
    const reason = "there is a file in its place or in that of a folder above it";
    expect(await serve(path)).toEqual(refusal(path, reason));
    expect(await serve(join(path, "below"))).toEqual(refusal(join(path, "below"), reason));
  });

  test.runIf(IS_ROOT)("because another user owns it", async () => {
    const path = join(folder.dir, "data");
    mkdirSync(path);
    for (const each of [join(folder.dir, ".."), folder.dir, path]) chmodSync(each, 0o755);
    const stderr = await serveAs(NOBODY, path);
    expect(stderr).toContain(`the folder ${path} cannot be used: this user may not write there`);
  });

  test.runIf(IS_ROOT && spawnSync("unshare", ["-m", "true"]).status === 0)(
    "because its disk is read-only",
    async () => {
      const path = join(folder.dir, "data");
      mkdirSync(path);
      const script = `mount -t tmpfs -o ro heliogram-test "$HELIOGRAM_DATA_DIR" && exec "$0" "$@"`;
      const child = spawnSync("unshare", ["-m", "sh", "-c", script, process.execPath, PROGRAM, "serve"], {
        env: { PATH: process.env.PATH, HELIOGRAM_DATA_DIR: path, HELIOGRAM_PORT: "0", HELIOGRAM_DRAIN_SECONDS: "0" },
        encoding: "utf8",
      });
      const { code, stderr } = refusal(path, "its disk is read-only");
      expect([child.status, child.stderr]).toEqual([code, stderr]);
    },
  );

  test("because a folder has the name of the database", async () => {
    const path = join(folder.dir, "data");
    mkdirSync(join(path, "heliogram.db"), { recursive: true });
    const { code, stderr } = await serve(path);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`the store cannot be opened: the file ${join(path, "heliogram.db")} cannot be opened`),
    ]);
  });
});

/** @returns the output of a service that is started as another user, and ends */
async function serveAs(uid: number, data_dir: string): Promise<string> {
  const child = spawn(process.execPath, [PROGRAM, "serve"], {
    uid,
    cwd: "/",
    env: { PATH: process.env.PATH, HELIOGRAM_DATA_DIR: data_dir, HELIOGRAM_PORT: "0", HELIOGRAM_DRAIN_SECONDS: "0" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let text = "";
  for await (const chunk of child.stderr) text += String(chunk);
  return text;
}

describe.runIf(process.platform !== "win32")("what is in a data folder", { timeout: PATIENCE_MS }, () => {
  const EVERYBODY = "umask 022";
  /** Files and folders that others than the owner can read, write or search. */
  const openOnes = (dir: string) =>
    readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((name) => {
      const isOurs = name !== "world.json";
      return isOurs && (statSync(join(dir, name)).mode & 0o077) !== 0;
    });

  test("is for its owner alone, also what an earlier version has made", async () => {
    const dir = join(folder.dir, "data");
    const world = { people: [{ name: "Alice", username: "alice" }], chats: [{ title: "Own", creator: "alice" }] };
    const first = await startProcess({ dir, world, before: EVERYBODY });
    const [chat, person] = [first.chats[0]!, first.people[0]!];
    const form = new FormData();
    form.set("chat_id", String(chat.id));
    form.set("photo", new Blob([Uint8Array.from(await drawPicture(40, 30, "#3366aa"))]), "photo.png");
    await call(`${first.url}/api/sendPhoto`, form, person.access_token);
    const names = readdirSync(dir);
    expect(names).toEqual(expect.arrayContaining(["heliogram.db", "heliogram.db-wal", "search.db", "secret.key"]));
    expect(openOnes(dir)).toEqual([]);
    await end(first.program, "SIGKILL");

    const database = names.filter((name) => /\.db/.test(name));
    for (const name of database) chmodSync(join(dir, name), 0o644);
    const second = await startProcess({ dir, before: EVERYBODY });
    await call(`${second.url}/api/searchMessages`, { query: "own" }, person.access_token);
    expect(openOnes(dir)).toEqual([]);
    await end(second.program, "SIGTERM");
    expect((await folder.run(["store", "compact"], { HELIOGRAM_DATA_DIR: dir })).code).toBe(0);
    expect(openOnes(dir)).toEqual([]);
  });

  test("a folder that others can open is warned of", async () => {
    const dir = join(folder.dir, "data");
    mkdirSync(dir);
    const serve = async (mode: number) => {
      chmodSync(dir, mode);
      let text = "";
      const child = spawn(process.execPath, [PROGRAM, "serve"], {
        env: { PATH: process.env.PATH, HELIOGRAM_DATA_DIR: dir, HELIOGRAM_PORT: "0", HELIOGRAM_DRAIN_SECONDS: "0" },
        stdio: ["ignore", "pipe", "pipe"],
      });
      child.stderr.on("data", (chunk) => (text += String(chunk)));
      for await (const chunk of child.stdout) if (String(chunk).includes("listens on")) break;
      await end(child, "SIGTERM");
      return text;
    };
    expect(await serve(0o755)).toContain(`other users of this machine can open the data folder ${dir}`);
    expect(await serve(0o700)).not.toContain("other users");
  });
});
