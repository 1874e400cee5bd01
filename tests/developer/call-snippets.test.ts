/** The programs as which a call is copied make the same call: curl, grammY and Telegraf run, Python is compiled. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SNIPPET_KINDS, snippetsOf } from "../../web/features/developer/call-snippets.ts";
import { startWorld, WORLD, type Json, type TestService } from "../support/service.ts";
import { develop } from "./developer-calls.ts";

const TEXT = `it's "quoted" \\ $HOME \`x\`\nمرحبا 👋`;
const CALL = {
  text: TEXT,
  reply_markup: { inline_keyboard: [[{ text: "Yes", callback_data: "y" }]] },
  disable_notification: true,
};

/** Ends a program that hangs. */
const PATIENCE_MS = 30_000;

let t: TestService;
let folder: string;
let recorded: Json;
let uploaded: Json;
beforeAll(async () => {
  t = await startWorld("memory", WORLD, { developer: true });
  // Beside the tests, so that programs find the libraries.
  folder = mkdtempSync(join(import.meta.dirname, "../../node_modules/.snippets-"));
  writeFileSync(join(folder, "notes.txt"), "four");
  await t.ok("echo_bot", "sendMessage", { chat_id: t.id("alice"), ...CALL });
  const form = new FormData();
  form.set("chat_id", String(t.id("alice")));
  form.set("caption", "@not a file");
  form.set("document", new Blob(["four"]), "notes.txt");
  await t.post(`/bot${t.token("echo_bot")}/sendDocument`, form);
  [recorded, uploaded] = (await develop(t, "listCalls", { with_bodies: true })).calls;
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await t.stop();
});

/** Runs a program with the bot's token. @returns the call that it has made */
async function run(program: string, args: readonly string[]): Promise<Json> {
  const { revision } = await develop(t, "listCalls");
  const env = { PATH: process.env.PATH ?? "", BOT_TOKEN: t.token("echo_bot") };
  await promisify(execFile)(program, args, { cwd: folder, env, timeout: PATIENCE_MS });
  const { calls } = await develop(t, "listCalls", { after: revision, with_bodies: true });
  return calls.find(({ api }: Json) => api === "bot");
}

const RUN = {
  curl: (snippet: string) => run("sh", ["-c", snippet]),
  grammY: (snippet: string) => runScript(snippet),
  Telegraf: (snippet: string) => runScript(snippet),
};

function runScript(snippet: string): Promise<Json> {
  writeFileSync(join(folder, "call.mjs"), snippet);
  return run(process.execPath, ["call.mjs"]);
}

describe.each(Object.keys(RUN) as (keyof typeof RUN)[])("%s", (kind) => {
  test("sends a message with what is quoted in shells and programs, and a keyboard", async () => {
    const { params, status } = await RUN[kind](snippetsOf(recorded, t.url)![kind]);
    const { reply_markup, ...plain } = params;
    expect({
      ...plain,
      chat_id: Number(plain.chat_id),
      disable_notification: String(plain.disable_notification),
    }).toEqual({
      chat_id: t.id("alice"),
      text: TEXT,
      disable_notification: "true",
    });
    expect(typeof reply_markup === "string" ? JSON.parse(reply_markup) : reply_markup).toEqual(CALL.reply_markup);
    expect(status).toBe(200);
  });

  test("calls a method without parameters", async () => {
    const bare = { ...recorded, method: "getMe", params: {} };
    expect(await RUN[kind](snippetsOf(bare, t.url)![kind])).toMatchObject({ method: "getMe", status: 200 });
  });

  // With this version of Node.js, uploads of Telegraf itself do not end.
  test.skipIf(kind === "Telegraf")("sends a file", async () => {
    const { params, files, status } = await RUN[kind](snippetsOf(uploaded, t.url)![kind]);
    expect(params).toMatchObject({ caption: "@not a file" });
    expect(files).toMatchObject([{ size: 4, file_name: "notes.txt" }]);
    expect(status).toBe(200);
  });
});

test("Python compiles", () => {
  const plain = { ...recorded, params: { chat_id: 1, text: TEXT } };
  for (const call of [recorded, uploaded, plain]) {
    const input = snippetsOf(call, t.url)!["python-telegram-bot"];
    const { status, stderr } = spawnSync("python3", ["-c", "import sys; compile(sys.stdin.read(), 'call', 'exec')"], {
      input,
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, ""]);
  }
  expect(snippetsOf(plain, t.url)!["python-telegram-bot"]).toContain("bot.send_message(chat_id=1, text=");
});

test("calls of people, and those whose parameters were cut or not recorded, are not copied", () => {
  expect(Object.keys(snippetsOf(recorded, t.url)!)).toEqual([...SNIPPET_KINDS]);
  expect(snippetsOf({ ...recorded, api: "person" }, t.url)).toBeUndefined();
  expect(snippetsOf({ ...recorded, params: '{"text":"aaa' }, t.url)).toBeUndefined();
  const { params: _params, ...bare } = recorded;
  expect(snippetsOf(bare, t.url)).toBeUndefined();
});
