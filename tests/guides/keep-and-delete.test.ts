/** The commands of the guide about retention, carried out line for line on a running and on a stopped service. */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { Served } from "../backup/served.ts";
import { CommandFolder, PATIENCE_MS } from "../support/commands.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { PROGRAM } from "../support/program.ts";
import { enginesInTurn, type Json } from "../support/service.ts";

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });

const GUIDE = readFileSync(new URL("../../docs/guides/keep-and-delete.md", import.meta.url), "utf8");
const SCRIPTS = Array.from(GUIDE.matchAll(/```sh\n([^`]*)```/g), ([, script]) => script!);
const WORLD = {
  people: [
    { name: "Alice", username: "alice", owner: true },
    { name: "Bob", username: "bob" },
    { name: "Carla", username: "carla" },
  ],
  bots: [],
  chats: [{ title: "Announcements", username: "announcements", creator: "alice", members: [] }],
};

const commands = new CommandFolder();
afterAll(() => commands.close());

/** What the commands of a script print, each as JSON. */
async function carryOut(script: string, env: Readonly<Record<string, string>>): Promise<Json[]> {
  const bin = join(commands.dir, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "heliogram"), `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`, { mode: 0o755 });
  const printed: Json[] = [];
  for (const line of script.trim().split("\n")) {
    const options = { cwd: commands.dir, env: { ...process.env, ...env, PATH: `${bin}:${process.env.PATH}` } };
    printed.push(JSON.parse((await promisify(execFile)("sh", ["-ec", line], options)).stdout));
  }
  return printed;
}

describe.each(enginesInTurn())("on %s", (engine) => {
  test.each(LONG_RUN ? ["running", "stopped"] : ["running"])("every script, with the service %s", async (state) => {
    const served = await Served.start(engine, WORLD);
    onTestFinished(() => served.close());
    if (state === "stopped") await served.end("SIGTERM");
    const [preview, set, bounds, hold, lift, erase, eraseAll, own, whole] = SCRIPTS;
    expect(await carryOut(preview!, served.env)).toEqual([expect.objectContaining({ messages: 0, is_partial: false })]);
    const periods = { messages_days: 365, media_days: 90 };
    expect(await carryOut(set!, served.env)).toEqual([periods, periods]);
    expect(await carryOut(bounds!, served.env)).toEqual([
      { messages_days: 0, is_by_service: true, effective: { media_days: 90 } },
      { ...periods, chat_min_days: 7, chat_max_days: 730 },
    ]);
    const [person, chat, holds] = await carryOut(hold!, served.env);
    expect([person.held, chat.held, person.reason]).toEqual([true, true, "Case 17"]);
    expect(holds.map(({ kind }: Json) => kind).toSorted()).toEqual(["chat", "person"]);
    expect((await carryOut(lift!, served.env)).map(({ held }) => held)).toEqual([false, false]);
    expect(await carryOut(erase!, served.env)).toEqual([{ id: expect.any(Number), erased: true, messages: "kept" }]);
    expect(await carryOut(eraseAll!, served.env)).toEqual([expect.objectContaining({ messages: "deleted" })]);
    for (const [script, wanted] of [
      [own!, "profile.json"],
      [whole!, "index.html"],
    ] as const) {
      const [{ file }] = await carryOut(script, served.env);
      const { stdout } = await promisify(execFile)("tar", ["-tzf", join(commands.dir, file)]);
      expect(stdout.split("\n")).toContain(wanted);
      rmSync(join(commands.dir, file));
    }
  });

  test("has these scripts alone", () => {
    expect(SCRIPTS).toHaveLength(9);
  });
});
