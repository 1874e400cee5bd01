/** Usage errors: one sentence and an exit code, without a stack trace. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { PATIENCE_MS, CommandFolder, type Ended, type Environment } from "../support/commands.ts";
import { LONG_RUN } from "../support/long-run.ts";

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });
const shop = new CommandFolder();
afterAll(() => shop.close());

/** One sentence on standard error, nothing on standard output. */
function expectSentence(ended: Ended, code: number, ...words: string[]): void {
  expect({ code: ended.code, stdout: ended.stdout }, ended.stderr).toEqual({ code, stdout: "" });
  expect(ended.stderr).toMatch(/^heliogram: [^\n]+\n$/);
  for (const word of words) expect(ended.stderr).toContain(word);
  expect(ended.stderr).not.toMatch(/ {4}at |node:internal|ERR_|Invalid input/);
}

const MISTYPED: [args: string[], ...words: string[]][] = [
  [
    ["bto", "create"],
    "bto",
    "serve, dev, calls, updates, previews, lint, webhooks, fault, clock, world, snapshot, send, tap, trigger, listen, record, replay, bot, person, sign-up, password-sign-in, second-factor, retention, hold, export, store, files, backup, verify, restore, copy, doctor, config",
  ],
  [["serve", "--port", "1"], "--port", "HELIOGRAM_"],
  [["serve", "now"], "now"],
  [["dev", "--nonsense"], "dev", "--nonsense", "--world"],
  [["dev", "world.yaml"], "world.yaml"],
  [["dev", "--json=yes"], "--json"],
  [["dev", "--world"], "--world", "value"],
  [["dev", "-p", "1"], "-p"],
  [["bot"], "bot", "create", "token", "list"],
  [["bot", "make"], "make", "create"],
  [["person", "delete", "bob"], "person delete", "suspend"],
  [["bot", "create", "--nonsense", "x"], "bot create", "--nonsense", "--owner"],
  [["bot", "create"], "bot create", "--username"],
  [["bot", "create", "--username"], "--username", "value"],
  [["bot", "create", "--username", "--name", "x"], "--username", "value"],
  [["bot", "create", "--username", "a_bot", "--username", "b_bot"], "--username", "twice"],
  [["bot", "create", "a_bot", "--username", "b_bot"], "a_bot", "b_bot"],
  [["bot", "token", "a_bot", "b_bot"], "b_bot"],
  [["bot", "token"], "bot token", "USERNAME"],
  [["bot", "list", "--owner", "alice"], "bot list", "--owner"],
  [["person", "create", "bob", "--password", "correct horse"], "standard input"],
  [["person", "create", "bob", "--password=correct horse"], "standard input"],
  [["person", "create", "bob", "--service-owner=no"], "--service-owner"],
  [["person", "suspend"], "person suspend", "USERNAME"],
  [["sign-up"], "sign-up", "open", "close", "show"],
  [["sign-up", "on"], "sign-up on", "open"],
  [["sign-up", "open", "now"], "now"],
  [["store"], "store", "check", "accept-loss", "new-key", "create"],
  [["store", "check", "now"], "now"],
  [["config"], "config", "check", "show"],
  [["config", "chekc"], "chekc", "check"],
  [["config", "check", "port"], "port"],
];

test("unknown arguments and options are named, with the known ones", async () => {
  await allOf(LONG_RUN ? MISTYPED : MISTYPED.filter((_each, i) => i % 3 === 0), 2, {});
  expect(readdirSync(shop.dir), "a command that is not understood touches nothing").toEqual([]);
});

test("the commands are listed by help, and if none is given", async () => {
  const [asked, none] = await Promise.all([shop.run(["--help"]), shop.run([])]);
  expect(asked).toMatchObject({ code: 0, stderr: "" });
  expect(asked.stdout).toMatch(/^usage: heliogram/);
  expect(none).toEqual({ code: 2, stdout: "", stderr: asked.stdout });
});

test("invalid values are refused with what is expected, beside a running service and on a stopped one", async () => {
  const env = { HELIOGRAM_DATA_DIR: join(shop.dir, "values"), HELIOGRAM_PORT: "0", HELIOGRAM_HOST: "127.0.0.1" };
  expect((await shop.run(["bot", "create", "some_bot"], env)).code).toBe(0);
  const [first, ...wrong]: [args: string[], ...words: string[]][] = [
    [["bot", "edit", "some_bot", "--privacy", "maybe"], "privacy", "on or off"],
    [["bot", "create", "alice"], "username", "bot"],
    [["bot", "create", "some_bot"], "@some_bot"],
    [["bot", "create", "other_bot", "--owner", "nobody"], "@nobody"],
    [["bot", "edit", "some_bot", "--dialect", "klingon"], "dialect", "native", "telegram"],
    [["bot", "edit", "some_bot", "--commands", "start"], "commands", "JSON"],
    [["bot", "edit", "some_bot", "--commands", '[{"command":"Start!","description":"x"}]'], "commands", "a-z"],
    [["bot", "token", "no_bot", "--yes"], "@no_bot"],
    [["bot", "token", "some_bot"], "@some_bot", "stops working", "--yes"],
    [["person", "create", "bob"], "password", "standard input"],
    [["person", "suspend", "bob"], "@bob"],
    [["person", "suspend", "12345"], "12345"],
  ];
  const [args, ...words] = first!;
  expectSentence(await shop.run(args, env), 1, ...words);
  const { stop } = await shop.start(["serve"], env, (output) => /listens on/.exec(output) ?? undefined);
  await allOf(wrong, 1, env);
  const create = (input: string, ...args: string[]) => shop.run(["person", "create", ...args], env, input);
  expectSentence(await create("correct horse", "b"), 1, "username");
  expectSentence(await create("short", "bob"), 1, "password", "8");
  expectSentence(await create("correct horse", "bob", "--name", "x".repeat(65)), 1, "name", "64");
  await stop();
});

/** Two at a time, one for each processor. */
async function allOf(wrong: readonly [string[], ...string[]][], code: number, env: Environment): Promise<void> {
  const queue = wrong.values();
  const worker = async () => {
    for (const [args, ...words] of queue) expectSentence(await shop.run(args, env), code, ...words);
  };
  await Promise.all([worker(), worker()]);
}

test("errors of the operating system are reported in one sentence", async () => {
  const taken = createServer();
  await new Promise<void>((done) => taken.listen(0, "127.0.0.1", done));
  const { port } = taken.address() as AddressInfo;
  const file = join(shop.dir, "a-file");
  writeFileSync(file, "");
  const nowhere: Environment = { HELIOGRAM_DATABASE: "postgres://user:hush@127.0.0.1:1/none" };
  const local: Environment = { HELIOGRAM_HOST: "127.0.0.1", HELIOGRAM_PORT: String(port) };
  const dir = join(shop.dir, "refused");
  mkdirSync(dir);
  const long = join(shop.dir, "x".repeat(100));
  const ended = await Promise.all([
    shop.run(["serve"], { ...local, HELIOGRAM_DATA_DIR: dir }),
    shop.run(["dev", "--port", String(port)]),
    shop.run(["bot", "list"], { HELIOGRAM_DATA_DIR: join(file, "data") }),
    shop.run(["bot", "list"], nowhere),
    shop.run(["serve"], { ...local, HELIOGRAM_DATA_DIR: long }),
  ]).finally(() => taken.close());
  expectSentence(ended[0], 1, `127.0.0.1:${port}`, "in use");
  expectSentence(ended[1], 1, `127.0.0.1:${port}`, "in use");
  expectSentence(ended[2], 1, "store", file);
  expectSentence(ended[3], 1, "store", "127.0.0.1:1");
  expectSentence(ended[4], 1, "too long", long);
  expect(ended[3].stderr).not.toContain("hush");
});

test("a service that cannot serve its operators is closed in order", async () => {
  const data = join(shop.dir, "without-socket");
  // In its place is something that cannot be removed.
  mkdirSync(join(data, "control.sock"), { recursive: true });
  const ended = await shop.run(["serve"], {
    HELIOGRAM_DATA_DIR: data,
    HELIOGRAM_HOST: "127.0.0.1",
    HELIOGRAM_PORT: "0",
    HELIOGRAM_LOG_LEVEL: "error",
  });
  expectSentence(ended, 1, "the data folder cannot be used");
  // The redo log is removed by closing the store.
  const files = readdirSync(data);
  expect(files).toContain("heliogram.db");
  expect(files.filter((name) => name.startsWith("heliogram.redo"))).toEqual([]);
});
