/** The options and the world of `heliogram dev`, checked before the modules of the service are loaded. */
import { readFileSync } from "node:fs";
import { checkSettings, type SettingValue } from "../settings/load.ts";
import { renderProblems } from "../settings/render.ts";
import type { Settings } from "../settings/settings.ts";
import { readWorld } from "../world/read.ts";
import type { World } from "../world/schema.ts";
import { readArguments } from "./arguments.ts";
import { UsageError } from "./errors.ts";
import { reasonOf } from "../runtime/exit-error.ts";

export interface DevOptions {
  readonly json: boolean;
  /** The data folder; `undefined` for a temporary one. */
  readonly data: string | undefined;
  readonly settings: Settings;
  /** Whether calls and updates are recorded and the clock can be advanced. */
  readonly developer: boolean;
  readonly world: World;
}

const EXAMPLE = new URL("../../examples/world.yaml", import.meta.url);

/** Options that are settings too: their defaults in `dev`, by the name of the setting. */
const SETTINGS = {
  port: "8080",
  host: "127.0.0.1",
  database: "memory",
  dialect: "native",
  rate_limits: "default",
  log_level: "warn",
  assistant: true,
  link_previews: false,
} as const;

/** The only variable that `dev` obeys: limits mean the same there as on the service that the bot will run on. */
const RATE_LIMITS = "HELIOGRAM_RATE_LIMITS";

/** @throws UsageError */
export function parseDevOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): DevOptions {
  const names = Object.entries(SETTINGS).flatMap(([name, usual]) => (typeof usual === "string" ? [name] : []));
  const options = {
    world: "text",
    ...Object.fromEntries(names.map((name) => [optionOf(name), "text"] as const)),
    json: "flag",
    data: "text",
    assistant: "flag",
    "link-previews": "flag",
    developer: "flag",
  } as const;
  const { texts, flags } = readArguments("dev", args, options, 0);
  const path = texts.get("world");
  const world = path === undefined ? exampleWorld() : readWorldFile(path, path);
  const settings = devSettings(world, (name) => {
    const option = optionOf(name);
    const value = texts.get(option) ?? flags.get(option);
    const isFromEnvironment = name === "rate_limits" && value === undefined && env[RATE_LIMITS] !== undefined;
    return isFromEnvironment ? { key: RATE_LIMITS, value: env[RATE_LIMITS] } : { key: `--${option}`, value };
  });
  return {
    json: flags.get("json") ?? false,
    data: texts.get("data"),
    settings,
    developer: flags.get("developer") ?? true,
    world,
  };
}

/**
 * The settings of a temporary service; those without a value have that of the world, or the default of `dev`.
 * @throws UsageError
 */
export function devSettings(
  { link_previews = SETTINGS.link_previews }: World,
  given: (name: string) => SettingValue,
): Settings {
  const values = Object.entries({ ...SETTINGS, link_previews }).map(([name, usual]) => {
    const { key, value } = given(name);
    return [name, { key, value: value ?? usual }] as const;
  });
  const checked = checkSettings(new Map(values));
  if (!checked.ok) throw new UsageError(renderProblems(checked.problems));
  return checked.settings;
}

function optionOf(name: string): string {
  return name.replaceAll("_", "-");
}

/** The world of `examples/world.yaml`. */
export function exampleWorld(): World {
  return readWorldFile("the example world", EXAMPLE);
}

/** @throws UsageError that lists the problems of the file */
export function readWorldFile(name: string, path: string | URL): World {
  let text;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`${name} cannot be read: ${reasonOf(error)}`);
  }
  return parseWorld(name, text);
}

/** The world of a text in YAML or JSON. @throws UsageError that lists its problems */
export function parseWorld(name: string, text: string): World {
  const outcome = readWorld(text);
  if (!outcome.ok) throw new UsageError(outcome.problems.map((problem) => `${name}:${problem}`).join("\n"));
  return outcome.world;
}
