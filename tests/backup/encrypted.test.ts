/** Encrypted backups: with a passphrase and for a public key. Nothing of the service can be read in their folder. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { recipientOf } from "heliogram/backup/age-cipher.ts";
import { CommandFolder, PATIENCE_MS, type Ended } from "../support/commands.ts";
import { sha256, withFile } from "../support/maintenance.ts";
import { call } from "../support/own-process.ts";
import type { Json } from "../support/service.ts";
import { environment, Served } from "./served.ts";

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });

const WORLD = {
  people: [{ name: "Alice", username: "alice" }],
  bots: [{ name: "Load", username: "load_bot" }],
  chats: [{ title: "One", creator: "alice", members: ["load_bot"] }],
};
const TEXT = "a sentence that nobody else may read";
/** The example key of the documentation of the format. */
const IDENTITY = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX";

const commands = new CommandFolder();
let served: Served;

beforeAll(async () => {
  served = await Served.start("sqlite", WORLD);
  const base = `${served.url}/bot${served.accounts.bots[0]!.token}`;
  const chat_id = served.accounts.chats[0]!.id;
  await call(`${base}/sendMessage`, { chat_id, text: TEXT });
  await call(`${base}/sendDocument`, withFile({ chat_id, document: new TextEncoder().encode(TEXT) }));
});
afterAll(async () => {
  await served.close();
  await commands.close();
});

const run = (args: readonly string[], input?: string): Promise<Ended> => commands.run(args, served.env, input);

function file(name: string, content: string): string {
  const path = join(commands.dir, name);
  writeFileSync(path, content);
  return path;
}

/** Files of a folder in which something of the service can be read, or whose name says what they are. */
function readableIn(folder: string): string[] {
  const key = readFileSync(join(served.dir, "secret.key"), "utf8").trim();
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return paths.flatMap(({ parentPath, name }) => {
    const path = join(parentPath, name);
    const content = readFileSync(path);
    const isFound = [TEXT, key, "SQLite format", sha256(TEXT)].some((each) => content.includes(each));
    return isFound || path.replaceAll("/", "").includes(sha256(TEXT)) ? [path] : [];
  });
}

async function expectRestored(folder: string, name: string, ...options: string[]): Promise<void> {
  const env = environment(join(commands.dir, name), "sqlite");
  const { code, stderr } = await commands.run(["restore", folder, ...options], env);
  expect([code, stderr]).toEqual([0, expect.stringContaining("files: 1 files in")]);
  const { found: url, stop } = await commands.start(["serve"], env, (said) => /listens on (\S+)\n/.exec(said)?.[1]);
  const me = await call<Json>(`${url}/bot${served.accounts.bots[0]!.token}/getMe`, {});
  expect(me).toMatchObject({ username: "load_bot" });
  await stop();
}

describe("with a passphrase", () => {
  const folder = join(commands.dir, "by passphrase");

  test("it is on standard input or in a file, and each file is copied once", async () => {
    const first = await run(["backup", folder, "--passphrase"], "open sesame\n");
    expect([first.code, JSON.parse(first.stdout)]).toEqual([0, expect.objectContaining({ files: 1, copied: 1 })]);
    const inFile = file("passphrase", "open sesame\nand a note\n");
    const second = await run(["backup", folder, "--passphrase-file", inFile]);
    expect([second.code, JSON.parse(second.stdout)]).toEqual([0, expect.objectContaining({ files: 1, copied: 0 })]);
    expect(readableIn(folder)).toEqual([]);
    await expectRestored(folder, "restored by passphrase", "--passphrase-file", inFile);
  });

  test("another one, none, and a public key are refused", async () => {
    const wrong = await run(["verify", folder], "open barley\n");
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      expect.stringContaining("the passphrase is not that of the backups"),
    ]);
    expect((await run(["backup", folder])).stderr).toContain("there is no passphrase on standard input");
    const recipient = await recipientOf(IDENTITY);
    const other = await run(["backup", folder, "--recipient", recipient]);
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining("encrypted with a passphrase")]);
  });
});

describe("for a public key", () => {
  const folder = join(commands.dir, "by key");
  let recipient: string;
  let identity: string;

  beforeAll(async () => {
    recipient = await recipientOf(IDENTITY);
    identity = file("identity", `# created: 2026-01-01\n# public key: ${recipient}\n${IDENTITY}\n`);
  });

  test("only the private key opens them, which a backup does not need", async () => {
    expect((await run(["backup", folder, "--recipient", recipient])).code).toBe(0);
    const second = await run(["backup", folder, "--recipient", recipient]);
    expect(JSON.parse(second.stdout)).toMatchObject({ files: 1, copied: 0 });
    expect(readableIn(folder)).toEqual([]);
    expect((await run(["verify", folder, "--identity-file", identity])).code).toBe(0);
    const without = await run(["verify", folder]);
    expect([without.code, without.stderr]).toEqual([1, expect.stringContaining("give --identity-file")]);
    await expectRestored(folder, "restored by key", "--identity-file", identity);
  });

  test("the key is not taken from the folder", async () => {
    const { code, stderr } = await run(["backup", folder]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`encrypted for ${recipient}`)]);
    const notOne = await run(["backup", folder, "--recipient", "age1nonsense"]);
    expect([notOne.code, notOne.stderr]).toEqual([2, expect.stringContaining("begins with age1")]);
    expect((await run(["backup", folder, "--recipient", recipient, "--passphrase"])).code).toBe(2);
  });

  test("a changed byte is found", async () => {
    const [blob] = readdirSync(join(folder, "files"), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name));
    const bytes = readFileSync(blob!);
    bytes[bytes.length - 1] = bytes.at(-1)! ^ 1;
    writeFileSync(blob!, bytes);
    const { code, stdout } = await run(["verify", folder, "--identity-file", identity]);
    expect([code, JSON.parse(stdout).whole]).toEqual([1, []]);
    expect(stdout).toContain(`${blob} is damaged`);
  });
});

test("backups that are not encrypted stay so", async () => {
  const folder = join(commands.dir, "plain");
  expect((await run(["backup", folder])).code).toBe(0);
  expect(readableIn(folder)).not.toEqual([]);
  const { code, stderr } = await run(["backup", folder, "--passphrase"], "open sesame");
  expect([code, stderr]).toEqual([1, expect.stringContaining("are not encrypted")]);
});
