/** The reference pages of settings and commands list exactly what the code has. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseAdminCommand } from "heliogram/cli/admin/command.ts";
import { backup } from "heliogram/cli/backups/backup.ts";
import { restore } from "heliogram/cli/backups/restore.ts";
import { verify } from "heliogram/cli/backups/verify.ts";
import { config } from "heliogram/cli/config.ts";
import { DEVELOPER_COMMANDS, runDeveloperCommand } from "heliogram/cli/developer/commands.ts";
import { parseDevOptions } from "heliogram/cli/dev-options.ts";
import { copy } from "heliogram/cli/copy.ts";
import { doctor } from "heliogram/cli/doctor.ts";
import { exportData } from "heliogram/cli/export.ts";
import { files } from "heliogram/cli/files.ts";
import { store } from "heliogram/cli/store.ts";
import { USAGE } from "heliogram/cli/usage.ts";
import { EXIT } from "heliogram/runtime/exit-error.ts";
import { checkSettings } from "heliogram/settings/load.ts";
import { EXPECTED, settingsSchema, type Settings } from "heliogram/settings/settings.ts";

/** The cells of all table rows of a page under docs/reference, without headings. */
function rowsOf(page: string): string[][] {
  const text = readFileSync(new URL(`../../docs/reference/${page}`, import.meta.url), "utf8");
  const rows = text
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (-|Variable |Command |Code )/.test(line));
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) =>
        cell
          .trim()
          .replaceAll("`", "")
          .replaceAll(String.raw`\|`, "|"),
      ),
  );
}

test("every setting with its default, unit, values and meaning", () => {
  const checked = checkSettings(new Map());
  if (!checked.ok) throw new Error("the defaults are invalid");
  const rows = Object.entries(settingsSchema.shape).map(([name, schema]) => {
    const value = checked.settings[name as keyof Settings];
    const text = Array.isArray(value) ? value.join(", ") : String(value ?? "");
    const unit = { mb: "MiB", s: "seconds", seconds: "seconds", days: "days" }[name.split("_").at(-1)!] ?? "";
    const variable = `HELIOGRAM_${name.toUpperCase()}`;
    return [variable, text === "" ? "none" : text, unit, EXPECTED[name as keyof Settings], schema.description];
  });
  expect(rowsOf("settings.md").toSorted()).toEqual(rows.toSorted());
});

/** The message with which a command line is refused. */
async function refusal(parse: () => unknown): Promise<string> {
  try {
    await parse();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("the command line was accepted");
}

/** `… has create, edit` → `["create", "edit"]`. */
async function choices(parse: () => unknown): Promise<string[]> {
  const message = await refusal(parse);
  const [, list] = /\bhas ([^;]+)$/.exec(message) ?? [];
  if (list === undefined) throw new Error(message);
  return list === "none" ? [] : list.split(", ");
}

const OF_STORES: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  backup,
  verify,
  restore,
  copy,
  doctor: (args) => doctor(args),
};

/** The first words of commands for the running service. */
const ADMIN_NOUNS = ["bot", "person", "sign-up", "password-sign-in", "second-factor", "retention", "hold"];

/** Flags that the usage shows as `--no-…`. */
const ON_BY_DEFAULT: ReadonlySet<string> = new Set(["--assistant", "--developer"]);

describe("command line", () => {
  const commands = rowsOf("command-line.md").filter(([name]) => name!.startsWith("heliogram "));
  const optionsOf = new Map(commands.map(([name, options]) => [name!.slice(10), options!.match(/--[a-z-]+/g) ?? []]));

  test("every command", async () => {
    const found = ["serve", "dev", "help", "--version", ...Object.keys(OF_STORES), ...Object.keys(DEVELOPER_COMMANDS)];
    for (const noun of ADMIN_NOUNS)
      found.push(...(await choices(() => parseAdminCommand(noun, ["unknown"]))).map((verb) => `${noun} ${verb}`));
    found.push(...(await choices(() => exportData(["unknown"]))).map((verb) => `export ${verb}`));
    found.push(...(await choices(() => store(["unknown"]))).map((verb) => `store ${verb}`));
    found.push(...(await choices(() => files(["unknown"]))).map((verb) => `files ${verb}`));
    found.push(...(await choices(() => config(["unknown"]))).map((verb) => `config ${verb}`));
    expect([...optionsOf.keys()].toSorted()).toEqual(found.toSorted());
  });

  test("every option", async () => {
    for (const [command, documented] of optionsOf) {
      const [noun = "", verb = ""] = command.split(" ");
      const isOfDeveloper = Object.hasOwn(DEVELOPER_COMMANDS, noun);
      const ofStores = OF_STORES[noun];
      if (!isOfDeveloper && !ofStores && ![...ADMIN_NOUNS, "dev"].includes(noun)) continue;
      const parse = () => {
        if (ofStores) return ofStores(["--unknown"]);
        if (isOfDeveloper) return runDeveloperCommand(noun, ["--unknown"]);
        return noun === "dev" ? parseDevOptions(["--unknown"]) : parseAdminCommand(noun, [verb, "--unknown"]);
      };
      expect([command, (await choices(parse)).toSorted()]).toEqual([command, documented.toSorted()]);
    }
  });

  test("the usage names every command and option", () => {
    const documented = [...optionsOf].filter(([command]) => command !== "help");
    for (const option of documented.flatMap(([, options]) => options))
      expect(USAGE, option).toContain(ON_BY_DEFAULT.has(option) ? option.replace("--", "--no-") : option);
    for (const [command] of documented) for (const word of command.split(" ")) expect(USAGE).toContain(word);
  });

  test("every exit code", () => {
    const codes = rowsOf("command-line.md").filter(([code]) => /^\d+$/.test(code!));
    expect(codes.map(([code]) => Number(code))).toEqual([0, ...Object.values(EXIT)]);
  });
});
