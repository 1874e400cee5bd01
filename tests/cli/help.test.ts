/** The help of the commands: of all together, and of each. */
import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { DEVELOPER_COMMANDS } from "heliogram/cli/developer/commands.ts";
import { OPTION_HELP } from "heliogram/cli/option-help.ts";
import { SYNOPSES } from "heliogram/cli/synopses.ts";
import { helpOf, USAGE } from "heliogram/cli/usage.ts";
import { CommandFolder } from "../support/commands.ts";

const shop = new CommandFolder();
afterAll(() => shop.close());

const page = readFileSync(new URL("../../docs/reference/command-line.md", import.meta.url), "utf8");
/** The options of the rows of a command, `--no-assistant` as `--assistant`. */
const documented = (command: string) =>
  page
    .split("\n")
    .filter((line) => new RegExp(`^\\| \`heliogram ${command}[ \`]`).test(line))
    .flatMap((line) => line.split(/(?<!\\)\|/)[2]!.match(/--[a-z-]+/g) ?? []);

test.each(Object.keys(SYNOPSES))("%s has help that explains every option", (command) => {
  const help = helpOf(command)!;
  const [, options = ""] = help.split("options:\n");
  for (const option of documented(command)) expect(options.replaceAll("--no-", "--"), option).toContain(`  ${option} `);
  expect(help).not.toContain("undefined");
});

test("no option is explained that no command has", () => {
  const all = Object.values(SYNOPSES).flatMap(({ lines }) => lines.join(" "));
  for (const option of Object.keys(OPTION_HELP)) expect(all.join(" ")).toContain(option);
  for (const name of Object.keys(DEVELOPER_COMMANDS)) expect(Object.keys(SYNOPSES)).toContain(name);
});

test("a command prints its help and does nothing else", async () => {
  const expected = { code: 0, stdout: helpOf("record")!, stderr: "" };
  for (const args of [
    ["record", "--help"],
    ["record", "there.yaml", "-h"],
    ["help", "record"],
  ])
    expect([args, await shop.run(args)]).toEqual([args, expected]);
  expect(await shop.run(["serve", "--help"])).toEqual({ code: 0, stdout: helpOf("serve")!, stderr: "" });
  expect(await shop.run(["help"])).toEqual({ code: 0, stdout: USAGE, stderr: "" });
  expect(await shop.run(["help", "bto"])).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("bto is no command"),
  });
});
