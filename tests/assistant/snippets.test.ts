/** The sample programs that the assistant sends run unmodified. */
import { execFile, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { end } from "../support/programs.ts";
import { startWorld, type Json, type TestService } from "../support/service.ts";
import { Conversation, tokenIn } from "./conversation.ts";
import { until } from "../support/until.ts";

let t: TestService;
let programs: Map<string, string>;
let token: string;
let bot_id: number;
const running: ChildProcess[] = [];

beforeAll(async () => {
  t = await startWorld("sqlite", undefined, { assistant: true });
  const bob = new Conversation(t, "bob");
  await bob.start();
  await bob.say("/newbot");
  await bob.say("Echo");
  programs = programsIn(await bob.say("bobs_echo_bot"));
  const made = await bob.heard();
  token = tokenIn(made)!;
  await bob.press(made, "Done");
  bot_id = Number(token.split(":")[0]);
});
afterAll(async () => {
  for (const program of running) program.kill("SIGKILL");
  await t.stop();
});

/** The code blocks by their headings. */
function programsIn({ text, entities }: Json): Map<string, string> {
  const partsOf = (type: string): string[] =>
    entities
      .filter((each: Json) => each.type === type)
      .map((each: Json) => text.slice(each.offset, each.offset + each.length));
  const codes = partsOf("pre");
  return new Map(partsOf("bold").map((library, i) => [library, codes[i]!]));
}

const env = () => ({ PATH: process.env.PATH ?? "", BOT_TOKEN: token });

/** The path of an installed program, or `undefined`; in CI it must be installed. */
function find(program: string): string | undefined {
  if (spawnSync(program, ["--version"]).status === 0) return program;
  if (process.env.CI === "true") throw new Error(`there is no ${program}; in CI the printed programs must be run`);
  return undefined;
}

/** Runs an echo bot and sends it a message. */
async function echoes(path: string, args: string[], library: string, more: NodeJS.ProcessEnv = {}): Promise<void> {
  const cwd = new URL("..", import.meta.url).pathname;
  const program = spawn(path, args, { env: { ...env(), ...more }, cwd });
  running.push(program);
  let output = "";
  program.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const text = `hello ${library}`;
  await t.as("bob", "startBot", { user_id: bot_id });
  await t.as("bob", "sendMessage", { chat_id: bot_id, text });
  await until(async () => {
    expect([program.exitCode, output]).toEqual([null, ""]);
    const { messages } = await t.as("bob", "getHistory", { chat_id: bot_id });
    return messages.some((each: Json) => each.from.is_bot && each.text === text);
  }, `the reply of ${library}`);
  await end(program, "SIGKILL");
}

test.each(["grammY", "Telegraf"])("the program for %s replies", async (library) => {
  await echoes(process.execPath, ["--input-type=module", "--eval", programs.get(library)!], library);
});

const python = find("python3");
const STUBS = new URL("stubs", import.meta.url).pathname;

/**
 * The Python libraries are not npm packages. If they are not installed, their programs run on stubs, which
 * hold them to the language, to the names they use, and to how each library makes an address of what it is given.
 */
test.skipIf(python === undefined).each([
  ["python-telegram-bot", "from telegram.ext import ApplicationBuilder"],
  ["aiogram", "from aiogram import Dispatcher"],
])("the program for %s answers, with the library or on its stand-in", async (library, use) => {
  const more = spawnSync(python!, ["-c", use]).status === 0 ? {} : { PYTHONPATH: STUBS };
  await echoes(python!, ["-c", programs.get(library)!], library, { ...more, PYTHONDONTWRITEBYTECODE: "1" });
});

const curl = find("curl");

test.skipIf(curl === undefined)("each curl command gets a response", async () => {
  const run = async (line: string): Promise<Json> => {
    const { stdout } = await promisify(execFile)("sh", ["-c", line.replace("curl", "curl --silent")], { env: env() });
    return JSON.parse(stdout);
  };
  const [getMe = "", getUpdates = "", ...rest] = programs.get("curl")!.split("\n");
  expect(rest).toEqual([]);
  expect(await run(getMe)).toMatchObject({ ok: true, result: { id: bot_id, username: "bobs_echo_bot" } });
  await t.as("bob", "sendMessage", { chat_id: bot_id, text: "hello curl" });
  const { ok, result } = await run(getUpdates);
  expect([ok, result.at(-1).message.text]).toEqual([true, "hello curl"]);
});
