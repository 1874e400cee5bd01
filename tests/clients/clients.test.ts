/** Real bot libraries, unmodified, as programs of their own: what people see of the bots written with them. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { drawPicture } from "../kit/media.ts";
import { end, ended, said } from "../kit/programs.ts";
import { startWorld, type Json, type TestService } from "../kit/service.ts";

/** As the libraries see it: a clock that runs, on a service that lives as long as one test. */
let t: TestService;
let picture: string;
let programs: ChildProcess[] = [];
let output = "";

beforeAll(async () => {
  picture = (await drawPicture(40, 30, "#804020")).toString("base64");
});
beforeEach(async () => {
  output = "";
  t = await startWorld("sqlite");
});
afterEach(async () => {
  for (const program of programs) program.kill("SIGKILL");
  programs = [];
  await t.stop();
});

/** Telegraf 4.16 sends no uploads on Node 26, to whatever server: it runs on the machine's own Node, as npm does. */
function nodeFor(library: string): { readonly path: string; readonly uploads: boolean } {
  if (library !== "telegraf") return { path: process.execPath, uploads: true };
  for (const folder of (process.env.PATH ?? "").split(":").filter((each) => !each.includes("node_modules"))) {
    const path = join(folder, "node");
    if (!existsSync(path)) continue;
    const major = Number(/^v(\d+)/.exec(execFileSync(path, ["--version"]).toString())?.[1]);
    if (major >= 18 && major < 26) return { path, uploads: true };
  }
  return { path: process.execPath, uploads: false };
}

/** Starts a program and waits until it says that it is ready. */
async function start(library: string, extra: Record<string, string> = {}): Promise<ChildProcess> {
  const env = { PATH: process.env.PATH ?? "", BASE: t.url, TOKEN: t.token("guard_bot"), PICTURE: picture, ...extra };
  const script = new URL(`programs/${library}.mjs`, import.meta.url).pathname;
  const program = spawn(nodeFor(library).path, [script], { env, stdio: ["ignore", "pipe", "pipe"] });
  programs.push(program);
  program.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await said(program, (words) => words.includes("ready") || undefined);
  return program;
}

/** The first message of a chat, newest last, that fits; the program gets ten seconds for it. */
async function seen(who: string, chat_id: number, fits: (message: Json) => boolean): Promise<Json> {
  const deadline_ms = Date.now() + 10_000;
  for (;;) {
    const { messages } = await t.as(who, "getHistory", { chat_id, limit: 50 });
    const found = messages.filter((message: Json) => message.from?.is_bot).find(fits);
    if (found) return found;
    if (Date.now() > deadline_ms)
      throw new Error(`not seen; the program said: ${output} and the chat holds ${JSON.stringify(messages)}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

async function sendsFiles(bot: number): Promise<void> {
  await t.as("alice", "sendMessage", { chat_id: bot, text: "/photo" });
  const photo = await seen("alice", bot, (message) => message.photo !== undefined);
  expect(photo).toMatchObject({ caption: "a photo", caption_entities: [{ type: "bold", offset: 0, length: 7 }] });
  await t.as("alice", "sendMessage", { chat_id: bot, text: "/album" });
  const second = await seen("alice", bot, (message) => message.caption === "two");
  await seen(
    "alice",
    bot,
    (message) => message.media_group_id === second.media_group_id && message.caption === undefined,
  );
}

describe.each(["grammy", "telegraf", "ntba2", "ntba0", "gramio", "puregram"])("%s", (library) => {
  test("talks, is pressed, sends and fetches files, moderates", async () => {
    await start(library);
    const bot = t.id("guard_bot");
    const team = t.id("Team");
    await t.as("alice", "startBot", { user_id: bot, payload: "abc" });
    const hello = await seen("alice", bot, (message) => message.text?.trim() === "started abc");
    await t.as("alice", "pressButton", { chat_id: bot, message_id: hello.message_id, callback_data: "pressed" });
    await seen("alice", bot, (message) => message.text === "was pressed" && message.message_id === hello.message_id);

    await t.as("alice", "sendMessage", { chat_id: bot, text: "grüße 😀" });
    expect((await seen("alice", bot, (message) => message.text === "grüße 😀")).reply_to_message.text).toBe("grüße 😀");

    if (nodeFor(library).uploads) await sendsFiles(bot);

    const form = new FormData();
    form.set("chat_id", String(bot));
    form.set("document", new Blob(["what is in it"]), "notes.txt");
    await t.post("/api/sendDocument", form, { authorization: `Bearer ${t.accessToken("alice")}` });
    await seen("alice", bot, (message) => message.text === "notes.txt: what is in it");

    await t.as("alice", "sendMessage", { chat_id: team, text: `/ban ${t.id("carla")}` });
    await seen("alice", team, (message) => message.text === "restricted, then kicked");
  });
});

describe.each(["grammy", "telegraf"])("%s by webhook", (library) => {
  test("answers, and what it answers in the webhook's answer is carried out", async () => {
    await start(library, { HOOK: "1" });
    const bot = t.id("guard_bot");
    await t.as("alice", "startBot", { user_id: bot, payload: "hook" });
    const hello = await seen("alice", bot, (message) => message.text === "started hook");
    await t.as("alice", "pressButton", { chat_id: bot, message_id: hello.message_id, callback_data: "pressed" });
    await seen("alice", bot, (message) => message.text === "was pressed");
  });
});

test("a bot that is restarted loses nothing and repeats nothing", async () => {
  const bot = t.id("guard_bot");
  const first = await start("grammy");
  await t.as("alice", "startBot", { user_id: bot });
  await seen("alice", bot, (message) => message.text === "started");
  await end(first, "SIGTERM");
  for (const text of ["one", "two", "three"]) await t.as("alice", "sendMessage", { chat_id: bot, text });
  await start("grammy");
  await seen("alice", bot, (message) => message.text === "three");
  const { messages } = await t.as("alice", "getHistory", { chat_id: bot, limit: 50 });
  const answers = messages.filter((message: Json) => message.from.is_bot).map((message: Json) => message.text);
  expect(answers).toEqual(["started", "one", "two", "three"]);
});

test("of two instances the newer one goes on", async () => {
  const bot = t.id("guard_bot");
  const first = await start("grammy");
  await t.waiting(1);
  await start("grammy");
  await ended(first);
  expect(output).toContain("terminated by other getUpdates request");
  await t.as("alice", "startBot", { user_id: bot });
  await seen("alice", bot, (message) => message.text === "started");
});
