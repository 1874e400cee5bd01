/** How `heliogram dev` is called. */
import { readArguments } from "./arguments.ts";

/** Options that are settings too, by the setting's name, with their defaults. */
const SETTINGS = {
  port: "8080",
  host: "127.0.0.1",
  database: "memory",
  dialect: "native",
  rate_limits: "default",
  log_level: "warn",
} as const;

export interface DevWish {
  /** The path of the world file; without one, the example. */
  readonly world: string | undefined;
  readonly json: boolean;
  /** A folder to keep what it does in; without one, a throw-away one. */
  readonly data: string | undefined;
  readonly assistant: boolean;
  /** Settings by name: what was given, and the option it was given as. */
  readonly settings: ReadonlyMap<string, { readonly key: string; readonly value: string }>;
}

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
  return {
    world: texts.get("world"),
    json: flags.get("json") ?? false,
    data: texts.get("data"),
    assistant: flags.get("assistant") ?? true,
    settings: new Map(given),
  };
}

function optionOf(name: string): string {
  return name.replaceAll("_", "-");
}
