/** Programs that make a recorded call again, with the bot's token in the environment variable BOT_TOKEN. */
import type { RecordedCall } from "@heliogram/shared/wire.ts";

export const SNIPPET_KINDS = ["curl", "grammY", "Telegraf", "python-telegram-bot"] as const;
export type SnippetKind = (typeof SNIPPET_KINDS)[number];

/** Parameters that are objects or lists, which a form carries as JSON. */
const JSON_PARAMS =
  /^(?:reply_markup|reply_parameters|permissions|media|commands|scope|allowed_updates|action|rights|menu_button|(?:.*_)?entities|link_preview_options|message_ids|options|results)$/;

interface Call {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly files: RecordedCall["files"];
}

/** @returns `undefined` if the call's parameters were not recorded whole, or no bot has made it */
export function snippetsOf(
  { api, method, params, files }: RecordedCall,
  origin: string,
): Readonly<Record<SnippetKind, string>> | undefined {
  if (api === "person" || typeof params !== "object" || params === null) return undefined;
  const values = Object.fromEntries(
    Object.entries(params)
      .filter(([name]) => name !== "method" || api !== "webhook")
      .map(([name, value]) => [name, typedValue(name, value)]),
  );
  const call = { method, params: values, files };
  return {
    curl: curl(call, origin),
    grammY: grammy(call, origin),
    Telegraf: telegraf(call, origin),
    "python-telegram-bot": python(call, origin),
  };
}

function typedValue(name: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (/^-?[1-9]\d{0,14}$/.test(value) && /(?:_id|^offset|^limit|^timeout)$/.test(name)) return Number(value);
  if (!JSON_PARAMS.test(name)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function curl({ method, params, files }: Call, origin: string): string {
  const address = `"${origin}/bot$BOT_TOKEN/${method}"`;
  if (files.length === 0)
    return `curl ${address} \\\n  -H 'Content-Type: application/json' \\\n  -d ${shellQuoted(JSON.stringify(params))}`;
  const fields = Object.entries(params).map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return `--form-string ${shellQuoted(`${name}=${text}`)}`;
  });
  const parts = files.map(
    (file) => `-F ${shellQuoted(`${file.field}=@"${nameOf(file).replaceAll(/[\\"]/g, "\\$&")}"`)}`,
  );
  return [`curl ${address}`, ...fields, ...parts].join(" \\\n  ");
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function grammy({ method, params, files }: Call, origin: string): string {
  const imports = files.length > 0 ? "Bot, InputFile" : "Bot";
  const values = javascript(params, files, (name) => `new InputFile(${JSON.stringify(name)})`);
  return [
    `import { ${imports} } from "grammy";`,
    "",
    `const bot = new Bot(process.env.BOT_TOKEN, { client: { apiRoot: ${JSON.stringify(origin)} } });`,
    // grammY takes an empty object for an abort signal.
    `console.log(await bot.api.raw.${method}(${values === "{}" ? "" : values}));`,
    "",
  ].join("\n");
}

function telegraf({ method, params, files }: Call, origin: string): string {
  const values = javascript(params, files, (name) => `{ source: ${JSON.stringify(name)} }`);
  return [
    `import { Telegraf } from "telegraf";`,
    "",
    `const bot = new Telegraf(process.env.BOT_TOKEN, { telegram: { apiRoot: ${JSON.stringify(origin)} } });`,
    `console.log(await bot.telegram.callApi(${JSON.stringify(method)}, ${values}));`,
    "",
  ].join("\n");
}

function javascript(params: Call["params"], files: Call["files"], file: (name: string) => string): string {
  const members = [
    ...Object.entries(params).map(([name, value]) => `${key(name)}: ${JSON.stringify(value, undefined, 2)}`),
    ...files.map((each) => `${key(each.field)}: ${file(nameOf(each))}`),
  ];
  return members.length === 0 ? "{}" : `{\n${members.map((each) => `  ${each.replaceAll("\n", "\n  ")},\n`).join("")}}`;
}

function key(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}

/** Library methods take objects of the library's classes, so a call with JSON objects or files is made by its name. */
function python({ method, params, files }: Call, origin: string): string {
  const isPlain = files.length === 0 && Object.values(params).every((value) => typeof value !== "object");
  const members = [
    ...Object.entries(params).map(([name, value]) => [name, pythonValue(value)] as const),
    ...files.map((each) => [each.field, `InputFile(open(${JSON.stringify(nameOf(each))}, "rb"))`] as const),
  ];
  const called = isPlain
    ? `bot.${snakeCase(method)}(${members.map(([name, value]) => `${name}=${value}`).join(", ")})`
    : `bot.do_api_request("${method}", api_kwargs={${members.map(([name, value]) => `"${name}": ${value}`).join(", ")}})`;
  return [
    "import asyncio",
    "import os",
    "",
    `from telegram import Bot${files.length > 0 ? ", InputFile" : ""}`,
    "",
    "",
    "async def main():",
    `    async with Bot(os.environ["BOT_TOKEN"], base_url="${origin}/bot") as bot:`,
    `        print(await ${called})`,
    "",
    "",
    "asyncio.run(main())",
    "",
  ].join("\n");
}

function snakeCase(method: string): string {
  return method.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** JSON strings are Python strings too. */
function pythonValue(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map((each) => pythonValue(each)).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, each]) => `${JSON.stringify(name)}: ${pythonValue(each)}`)
    .join(", ")}}`;
}

function nameOf({ field, file_name }: Call["files"][number]): string {
  return file_name ?? field;
}
