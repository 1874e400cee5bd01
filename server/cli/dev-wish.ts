/** How `heliogram dev` is called: its options and its world, before anything of the service is loaded. */
import { readFileSync } from "node:fs";
import { checkSettings, type Given } from "../settings/load.ts";
import { renderProblems } from "../settings/render.ts";
import type { Settings } from "../settings/settings.ts";
import { readWorld } from "../world/read.ts";
import type { World } from "../world/schema.ts";
import { readArguments } from "./arguments.ts";
import { reasonOf, UsageFault } from "./faults.ts";

export interface DevWish {
  readonly json: boolean;
  /** A folder to keep what it does in; without one, a throw-away one. */
  readonly data: string | undefined;
  readonly settings: Settings;
  readonly world: World;
}

const EXAMPLE = new URL("../../examples/world.yaml", import.meta.url);

/** Options that are settings too, by the setting's name, with what they are where they are not given. */
const SETTINGS = {
  port: "8080",
  host: "127.0.0.1",
  database: "memory",
  dialect: "native",
  rate_limits: "default",
  log_level: "warn",
} as const;

/** @throws UsageFault */
export function readDevWish(args: readonly string[]): DevWish {
  const names = Object.keys(SETTINGS);
  const options = {
    world: "text",
    ...Object.fromEntries(names.map((name) => [optionOf(name), "text"] as const)),
    json: "flag",
    data: "text",
    assistant: "flag",
  } as const;
  const { texts, flags } = readArguments("dev", args, options, 0);
  const given = Object.entries(SETTINGS).map(([name, usual]) => {
    const option = optionOf(name);
    return [name, { key: `--${option}`, value: texts.get(option) ?? usual }] as const;
  });
  const assistant = { key: "--assistant", value: flags.get("assistant") ?? true };
  const checked = checkSettings(new Map<string, Given>([...given, ["assistant", assistant]]));
  if (!checked.ok) throw new UsageFault(renderProblems(checked.problems));
  return {
    json: flags.get("json") ?? false,
    data: texts.get("data"),
    settings: checked.settings,
    world: worldOf(texts.get("world")),
  };
}

function optionOf(name: string): string {
  return name.replaceAll("_", "-");
}

/** @throws UsageFault with what is wrong with the file */
function worldOf(path: string | undefined): World {
  const name = path ?? "the example world";
  let text;
  try {
    text = readFileSync(path ?? EXAMPLE, "utf8");
  } catch (error) {
    throw new UsageFault(`${name} cannot be read: ${reasonOf(error)}`);
  }
  const outcome = readWorld(text);
  if (!outcome.ok) throw new UsageFault(outcome.problems.map((problem) => `${name}:${problem}`).join("\n"));
  return outcome.world;
}
