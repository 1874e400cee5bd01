/** The commands of the guide about moving, carried out line for line with a service that people and bots use. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { environment } from "../backup/served.ts";
import { CommandFolder, PATIENCE_MS } from "../support/commands.ts";
import { withFile } from "../support/maintenance.ts";
import { call, startProcess, type OwnProcess } from "../support/own-process.ts";
import { createDatabase, dropDatabase } from "../support/postgres.ts";
import { PROGRAM } from "../support/program.ts";
import { end } from "../support/programs.ts";
import { engines, type Json } from "../support/service.ts";

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });

const GUIDE = readFileSync(new URL("../../docs/guides/move.md", import.meta.url), "utf8");
const SCRIPTS = Array.from(GUIDE.matchAll(/```sh\n([^`]*)```/g), ([, script]) => script!);
const WORLD = {
  people: [
    { name: "Alice", username: "alice" },
    { name: "Bob", username: "bob" },
  ],
  bots: [{ name: "Load", username: "load_bot" }],
  chats: [{ title: "One", creator: "alice", members: ["load_bot", "bob"] }],
};

/**
 * As systemd does it, for one unit: the service runs with the settings of a file until it is told to stop.
 * The output is emptied before the fork, because `until` would otherwise read what an earlier start has written.
 */
const SYSTEMCTL = `#!/bin/sh
[ "$2" = heliogram ] || exit 1
case "$1" in
start)
  : > "$UNIT.out"
  heliogram serve >> "$UNIT.out" 2>&1 &
  echo $! > "$UNIT.pid"
  until grep -q "listens on" "$UNIT.out"; do kill -0 $! || exit 1; sleep 0.1; done
  ;;
stop)
  kill -TERM "$(cat "$UNIT.pid")"
  while kill -0 "$(cat "$UNIT.pid")" 2> /dev/null; do sleep 0.1; done
  ;;
esac
`;

describe.skipIf(engines().length === 1)("the guide", () => {
  const commands = new CommandFolder();
  const at = (name: string) => join(commands.dir, name);
  let world: OwnProcess;
  let database: string;

  beforeAll(async () => {
    database = await createDatabase(inject("postgresUrl"), "");
    world = await startProcess({ dir: at("data"), world: WORLD });
    await end(world.program, "SIGTERM");
    mkdirSync(at("bin"));
    const heliogram = `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`;
    writeFileSync(at("bin/heliogram"), heliogram, { mode: 0o755 });
    writeFileSync(at("bin/systemctl"), SYSTEMCTL, { mode: 0o755 });
    writeFileSync(at("heliogram.yaml"), `data_dir: ${at("data")}\n`);
    writeFileSync(at("heliogram-database"), `${database}\n`, { mode: 0o600 });
    await run("systemctl start heliogram");
  });
  afterAll(async () => {
    await run("systemctl stop heliogram").catch(() => {});
    await commands.close();
    await dropDatabase(database);
  });

  async function run(script: string): Promise<void> {
    const { HELIOGRAM_DATA_DIR: _dir, HELIOGRAM_DATABASE: _database, ...own } = environment("", "");
    const PATH = `${at("bin")}:${process.env.PATH}`;
    const env = { ...process.env, ...own, PATH, UNIT: at("unit"), HELIOGRAM_CONFIG: at("heliogram.yaml") };
    await promisify(execFile)("sh", ["-ec", script], { cwd: commands.dir, env });
  }

  /** Carries out the n-th script of the guide, with the paths of the test. */
  async function carryOut(n: number): Promise<void> {
    const places: Record<string, string> = {
      "/etc/heliogram": at("heliogram"),
      "/var/backups/heliogram": at("backups"),
      "/var/lib/heliogram": at("data"),
    };
    const script = Object.entries(places).reduce((text, [from, to]) => text.replaceAll(from, to), SCRIPTS[n]!);
    expect(script).not.toMatch(/\s\/(?:etc|var)\//);
    await run(script);
  }

  const url = () => /listens on (\S+)\n/.exec(readFileSync(at("unit.out"), "utf8"))![1]!;
  const bot = (method: string, params: object) => call<Json>(`${url()}/bot${world.bots[0]!.token}/${method}`, params);
  const person = (method: string, params: object) =>
    call<Json>(`${url()}/api/${method}`, params, world.people[0]!.access_token);
  const chat_id = () => world.chats[0]!.id;
  const document = () => withFile({ chat_id: chat_id(), document: new TextEncoder().encode("content") });
  const updates = async (): Promise<Json[]> => (await bot("getUpdates", {})) as never;

  test("after each step, bots and people go on as if nothing had happened", async () => {
    expect(SCRIPTS).toHaveLength(4);
    const base = `${url()}/bot${world.bots[0]!.token}`;
    const { document: file, message_id } = await call<Json>(`${base}/sendDocument`, document());
    await person("sendMessage", { chat_id: chat_id(), text: "/one findable" });
    const before = await updates();
    expect(before.length).toBeGreaterThan(0);

    const proceeds = async (texts: readonly string[]) => {
      const sent = texts.length;
      expect(await updates()).toEqual(expect.arrayContaining(before));
      const again = await bot("sendDocument", { chat_id: chat_id(), document: file.file_id });
      expect(again.message_id).toBe(message_id + 2 * sent);
      await person("sendMessage", { chat_id: chat_id(), text: texts.at(-1)! });
      const numbers = (await updates()).map(({ update_id }) => Number(update_id));
      expect(numbers).toEqual(numbers.map((_, i) => numbers[0]! + i));
      const headers = { authorization: `Bearer ${world.people[0]!.access_token}` };
      const { messages } = await person("getHistory", { chat_id: chat_id() });
      const own = messages.find((each: Json) => each.document)!.document.file_id;
      const downloaded = await fetch(`${url()}/api/file/document/${own}`, { headers });
      expect(await downloaded.text()).toBe("content");
      const found = async () => (await person("searchMessages", { query: "findable" })).messages;
      // The index is made anew.
      await expect.poll(found, { timeout: 60_000 }).toHaveLength(1);
    };

    await carryOut(0);
    await carryOut(1);
    expect(existsSync(at("data/heliogram.db"))).toBe(false);
    await carryOut(2);
    expect(readFileSync(at("heliogram.yaml"), "utf8")).toContain(`database: ${database}`);
    await proceeds(["/two"]);

    await carryOut(3);
    expect(existsSync(at("data/heliogram.db"))).toBe(true);
    await proceeds(["/two", "/three"]);
  });
});
