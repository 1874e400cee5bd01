/** `heliogram record` and `heliogram replay` with a grammY bot. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PATIENCE_MS, type CommandFolder } from "../support/commands.ts";
import type { TestService } from "../support/service.ts";
import { startWithCommands } from "./developer-commands.ts";
import { develop } from "./developer-calls.ts";
import { runScenarioBot } from "./scenario-bot.ts";

let t: TestService;
let folder: CommandFolder;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ t, folder, stop } = await startWithCommands());
});
afterAll(() => stop());

const run = (...args: string[]) => folder.run([...args, "--url", t.url]);

test("what was recorded is played again, and what differs is shown", { timeout: PATIENCE_MS }, async () => {
  const nobody = await run("record", "all.yaml", "--all");
  expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining("all.yaml is not written")]);
  const stop = runScenarioBot(t.url, t.token("guard_bot"), { buttons: false });
  const recording = await folder.start(["record", "bought.yaml", "--url", t.url], {}, (text) =>
    text.includes("Recording. Press Ctrl-C") ? true : undefined,
  );
  await t.as("alice", "startBot", { user_id: t.id("guard_bot") });
  for (let after: number | undefined = 0, seen = 0; seen === 0;) {
    const page = await develop(t, "listCalls", { method: "sendMessage", api: "bot", after, timeout: 50 });
    seen = page.calls.length;
    after = page.revision;
  }
  await recording.stop();
  const path = join(folder.dir, "bought.yaml");
  expect(readFileSync(path, "utf8")).toBe(`scenario: 1
steps:
  - person: alice
    does: startBot
    with:
      user_id: guard_bot
    answers:
      - bot: guard_bot
        calls: sendMessage
        with:
          chat_id: alice
          text: Welcome!
`);
  const equal = await run("replay", "bought.yaml", "--quiet", "0s");
  expect([equal.code, equal.stdout]).toEqual([
    0,
    'step 1  alice  startBot  guard_bot\n    guard_bot  sendMessage  alice  "Welcome!"\nequal: 1 step, 1 answer\n',
  ]);
  await stop();

  const stopOther = runScenarioBot(t.url, t.token("guard_bot"), { buttons: false, welcome: "Hello!", isChatty: true });
  const different = await run("replay", "bought.yaml", "--quiet", "0s");
  expect([different.code, different.stderr, different.stdout]).toEqual([
    1,
    "",
    [
      "step 1  alice  startBot  guard_bot",
      "  ~ guard_bot  sendMessage",
      '      - text: "Welcome!"',
      '      + text: "Hello!"',
      '  + guard_bot  sendMessage  alice  "By the way …"',
      "different: 1 changed, 1 extra",
      "",
    ].join("\n"),
  ]);
  await stopOther();
  expect(JSON.parse((await run("record", "all.json", "--all", "--json")).stdout)).toEqual({
    file: "all.json",
    steps: 3,
    answers: 4,
  });
  expect(JSON.parse(readFileSync(join(folder.dir, "all.json"), "utf8")).steps).toHaveLength(3);
});

test("files that are none", { timeout: PATIENCE_MS }, async () => {
  writeFileSync(join(folder.dir, "bad.yaml"), "scenario: 1\nsteps:\n  - person: alice\n    doez: startBot\n");
  const bad = await run("replay", "bad.yaml");
  expect(bad.code).toBe(2);
  expect(bad.stderr).toContain("bad.yaml:3: steps[0].does: expected a text of 1 to 64 characters; found nothing");
  expect(bad.stderr).toContain("bad.yaml:4: steps[0].doez: expected one of person, does, with, files, answers");
  for (const [args, sentence] of [
    [["replay", "none.yaml"], "none.yaml cannot be read"],
    [["record", "nowhere/s.yaml"], "nowhere/s.yaml cannot be written"],
    [["record"], "record needs the name of a file to write"],
  ] as const) {
    const wrong = await run(...args);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining(sentence)]);
  }
});
