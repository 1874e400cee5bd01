/** The programs that the assistant hands out, run as they stand. */
import { execFile, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { end } from "../kit/programs.ts";
import { startWorld, type Json, type TestService } from "../kit/service.ts";
import { Conversation, tokenIn } from "./conversation.ts";

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

/** The blocks of code under their headings. */
function programsIn({ text, entities }: Json): Map<string, string> {
  const partsOf = (type: string): string[] =>
    entities
      .filter((each: Json) => each.type === type)
      .map((each: Json) => text.slice(each.offset, each.offset + each.length));
  const codes = partsOf("pre");
  return new Map(partsOf("bold").map((library, i) => [library, codes[i]!]));
}

const env = () => ({ PATH: process.env.PATH ?? "", BOT_TOKEN: token });

test.each(["grammY", "Telegraf"])("the program for %s answers", async (library) => {
  const script = ["--input-type=module", "--eval", programs.get(library)!];
  const program = spawn(process.execPath, script, { env: env(), cwd: new URL("..", import.meta.url).pathname });
  running.push(program);
  let output = "";
  program.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const text = `hello ${library}`;
  await t.as("bob", "startBot", { user_id: bot_id });
  await t.as("bob", "sendMessage", { chat_id: bot_id, text });
  for (;;) {
    expect([program.exitCode, output]).toEqual([null, ""]);
    const { messages } = await t.as("bob", "getHistory", { chat_id: bot_id });
    if (messages.some((each: Json) => each.from.is_bot && each.text === text)) break;
  }
  await end(program, "SIGKILL");
});

const hasCurl = spawnSync("curl", ["--version"]).status === 0;

test.skipIf(!hasCurl)("the commands for curl answer", async () => {
  const [getMe = ""] = programs.get("curl")!.split("\n");
  const answer = await new Promise<string>((resolve, reject) => {
    const options = { env: env() };
    execFile("sh", ["-c", getMe.replace("curl", "curl --silent")], options, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });
  expect(JSON.parse(answer)).toMatchObject({ ok: true, result: { id: bot_id, username: "bobs_echo_bot" } });
});
