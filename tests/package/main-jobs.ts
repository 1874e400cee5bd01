/** What people and bots do on an installed `heliogram serve`, so that each of its threads and processes has something to do. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as after } from "node:timers/promises";
import { expect } from "vitest";
import { ASSISTANT_ID, tokenIn } from "../assistant/conversation.ts";
import { drawPicture } from "../support/media.ts";
import { call } from "../support/own-process.ts";
import type { Json } from "../support/service.ts";
import type { Installation } from "./installation.ts";

const PASSWORD = "correct horse";
/** Between two looks at something that happens behind an answer. */
const AGAIN_MS = 50;

const BOT = `import { Bot } from "grammy";
const bot = new Bot(process.env.TOKEN, { client: { apiRoot: process.env.BASE } });
bot.on("message:text", (ctx) => ctx.reply("You said " + ctx.message.text));
bot.start({ onStart: () => console.log("ready") });
`;

interface Place {
  readonly url: string;
  readonly invitation: string;
}

function placeIn(output: string): Place | undefined {
  const url = /listens on (\S+)/.exec(output)?.[1];
  const invitation = /\/invite\/(\S+)/.exec(output)?.[1];
  return url !== undefined && invitation !== undefined ? { url, invitation } : undefined;
}

/** Asks until there is an answer. */
async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    await after(AGAIN_MS);
  }
}

/** A person of the service. */
class Person {
  readonly #url: string;
  readonly #access_token: string;

  constructor(url: string, access_token: string) {
    this.#url = url;
    this.#access_token = access_token;
  }

  /** The password is hashed in a thread. */
  static async signUp({ url, invitation }: Place, username: string): Promise<Person> {
    const params = { invitation, first_name: username, username, password: PASSWORD };
    const { access_token } = await call<{ access_token: string }>(`${url}/api/signUp`, params);
    return new Person(url, access_token);
  }

  do(method: string, params: object = {}): Promise<Json> {
    return call<Json>(`${this.#url}/api/${method}`, params, this.#access_token);
  }

  /** The first message of a chat that satisfies a condition. */
  async sees<T>(chat_id: number, find: (message: Json) => T | undefined): Promise<T> {
    return until(async () => {
      const { messages } = await this.do("getHistory", { chat_id });
      return (messages as Json[]).map(find).find((each) => each !== undefined);
    });
  }

  /** @returns the token of a bot that the assistant has made */
  async makeBot(username: string): Promise<string> {
    await this.do("startBot", { user_id: ASSISTANT_ID });
    for (const [text, answer] of [
      ["/newbot", "as its name"],
      ["Helper", "user name"],
      [username, "token"],
    ] as const) {
      const { message_id } = await this.do("sendMessage", { chat_id: ASSISTANT_ID, text });
      await this.sees(
        ASSISTANT_ID,
        (each) => (each.message_id > message_id && each.text.includes(answer)) || undefined,
      );
    }
    return this.sees(ASSISTANT_ID, tokenIn);
  }
}

/** @param bin the path of the command in the folder of the installation */
export async function runMainJobs(installed: Installation, node: string, bin: string): Promise<void> {
  const data = join(installed.dir, `data-${Math.random().toString(36).slice(2)}`);
  const env = {
    HELIOGRAM_DATA_DIR: data,
    HELIOGRAM_PORT: "0",
    HELIOGRAM_HOST: "127.0.0.1",
    HELIOGRAM_DRAIN_SECONDS: "0",
  };
  const service = await installed.start(node, [bin, "serve"], env, placeIn);
  const { url } = service.found;
  await checkPages(url);
  const anna = await Person.signUp(service.found, "anna");
  const token = await anna.makeBot("helper_bot");
  const bot_id = Number(token.split(":")[0]);
  await talk(installed, node, { BASE: url, TOKEN: token }, anna, bot_id);
  await upload(anna, bot_id);
  await search(anna, data, bot_id);
  const run = (...args: string[]) => installed.run(node, [bin, ...args], env);
  expect(JSON.parse((await run("bot", "list")).stdout)).toContainEqual(
    expect.objectContaining({ username: "helper_bot" }),
  );
  await service.stop();
  expect([service.child.exitCode, service.complaints()]).toEqual([0, ""]);
  await run("store", "check");
  await run("store", "compact");
  const again = await installed.start(node, [bin, "serve"], env, (output) => /listens on (\S+)/.exec(output)?.[1]);
  expect(await call<Json>(`${again.found}/bot${token}/getMe`, {})).toMatchObject({ username: "helper_bot" });
  await again.stop();
  expect(again.complaints()).toBe("");
}

async function checkPages(url: string): Promise<void> {
  const page = await (await fetch(url)).text();
  const assets = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
  expect(assets.map((path) => path.split(".").at(-1))).toEqual(expect.arrayContaining(["js", "css"]));
  const sizes = assets.map(async (path) => {
    const response = await fetch(`${url}${path}`);
    return response.status === 200 ? (await response.bytes()).length : NaN;
  });
  const LEAST_BYTES = 100_000;
  expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).toBeGreaterThan(LEAST_BYTES);
  expect(await (await fetch(`${url}/reference`)).text()).toContain("sendMessage");
}

async function talk(
  installed: Installation,
  node: string,
  env: { BASE: string; TOKEN: string },
  anna: Person,
  chat_id: number,
): Promise<void> {
  if (!existsSync(join(installed.dir, "node_modules/grammy"))) await installed.install("grammy@1.46.0");
  writeFileSync(join(installed.dir, "bot.js"), BOT);
  const bot = await installed.start(node, ["bot.js"], env, (output) => output.includes("ready") || undefined);
  await anna.do("startBot", { user_id: chat_id });
  await anna.do("sendMessage", { chat_id, text: "marmalade" });
  await anna.sees(chat_id, (each) => each.text === "You said marmalade" || undefined);
  await bot.stop();
}

/** A picture is examined and made smaller in a process of its own. */
async function upload(anna: Person, chat_id: number): Promise<void> {
  const form = new FormData();
  form.set("chat_id", String(chat_id));
  form.set("photo", new Blob([Uint8Array.from(await drawPicture(500, 400, "red"))]), "photo.png");
  const { photo } = await anna.do("sendPhoto", form);
  expect(photo.length).toBeGreaterThan(1);
  expect(photo.at(-1)).toMatchObject({ width: 500, height: 400 });
}

/** Words are indexed by a thread, and people are searched in a process. */
async function search(anna: Person, data: string, chat_id: number): Promise<void> {
  const path = join(data, "search.db");
  await until(async () => {
    if (!existsSync(path)) return undefined;
    const index = new DatabaseSync(path, { readOnly: true });
    try {
      return index.prepare("select 1 from doc where words like '%marmalade%'").get();
    } catch (error) {
      // The thread has not made its tables yet.
      if (/no such table|locked/.test((error as Error).message)) return undefined;
      throw error;
    } finally {
      index.close();
    }
  });
  const { messages } = await anna.do("searchMessages", { query: "marmal", chat_id });
  expect(messages.length).toBe(2);
  expect((await anna.do("search", { query: "helper" })).users).toContainEqual(
    expect.objectContaining({ username: "helper_bot" }),
  );
}
