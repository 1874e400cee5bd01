/** Kills the service at random moments under load, and looks for every acknowledged message afterwards. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";

const ROUNDS = 20;
const WRITERS = 16;
const MAIN = new URL("../../server/main.ts", import.meta.url).pathname;

interface Ground {
  readonly url: string;
  readonly process: ChildProcess;
}

function serve(dir: string): Promise<Ground> {
  const env = {
    ...process.env,
    HELIOGRAM_DATA_DIR: dir,
    HELIOGRAM_PORT: "0",
    HELIOGRAM_HOST: "127.0.0.1",
    HELIOGRAM_RATE_LIMITS: "off",
  };
  const child = spawn(process.execPath, [MAIN, "serve"], { env, stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error("the service did not start")));
    child.stdout.on("data", (chunk: Buffer) => {
      const url = /listens on (\S+)/.exec(chunk.toString())?.[1];
      if (url) resolve({ url, process: child });
    });
  });
}

async function post(url: string, path: string, params: object, bearer?: string) {
  const authorization: Record<string, string> = bearer ? { authorization: `Bearer ${bearer}` } : {};
  const headers = { "content-type": "application/json", ...authorization };
  const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(params) });
  return (await answer.json()) as { ok: boolean; result: never };
}

function command(dir: string, ...args: string[]): Promise<unknown> {
  const env = { ...process.env, HELIOGRAM_DATA_DIR: dir };
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once("exit", (code) =>
      code === 0 ? resolve(JSON.parse(out)) : reject(new Error(`${args.join(" ")}: ${code}`)),
    );
  });
}

/** Sends until the connection breaks; keeps what was acknowledged. */
async function write(
  url: string,
  bearer: string,
  bot_id: number,
  round: number,
  writer: number,
  acknowledged: Map<number, string>,
) {
  for (let n = 0; ; n++) {
    const text = `${round}/${writer}/${n}`;
    try {
      const { ok, result } = await post(url, "/api/sendMessage", { chat_id: bot_id, text }, bearer);
      if (!ok) throw new Error("refused");
      acknowledged.set((result as { message_id: number }).message_id, text);
    } catch {
      return;
    }
  }
}

/** What is wrong with the stored messages and updates, given what was acknowledged. Empty when all is well. */
export function losses(
  path: string,
  acknowledged: ReadonlyMap<number, string>,
  bot_id: number,
  chat_id: number,
): string[] {
  const db = new DatabaseSync(path, { readOnly: true });
  const wrong: string[] = [];
  const find = db.prepare("select text from message where chat_id = ? and message_id = ?");
  for (const [id, text] of acknowledged) {
    const row = find.get(chat_id, id) as { text: string } | undefined;
    if (row?.text !== text) wrong.push(`message ${id} (${text}) was acknowledged and is ${row?.text ?? "gone"}`);
  }
  for (const [table, sql] of [
    [
      "message",
      "select count(*) as n, max(message_id) as top, count(distinct message_id) as ids from message where chat_id = ?",
    ],
    ["update", "select count(*) as n, max(seq) as top, count(distinct seq) as ids from event where stream = ?"],
  ] as const) {
    const { n, top, ids } = db.prepare(sql).get(table === "message" ? chat_id : bot_id) as {
      n: number;
      top: number;
      ids: number;
    };
    if (n !== top || ids !== n) wrong.push(`${table}: ${n} rows, ${ids} numbers, the last is ${top}`);
  }
  const updates = db.prepare("select count(*) as n from event where stream = ? and kind = 'message'").get(bot_id) as {
    n: number;
  };
  const messages = db.prepare("select count(*) as n from message where chat_id = ?").get(chat_id) as { n: number };
  if (updates.n !== messages.n) wrong.push(`${messages.n} messages, ${updates.n} updates of them`);
  db.close();
  return wrong;
}

test(`${ROUNDS} kills lose nothing that was acknowledged`, { timeout: 240_000 }, async () => {
  const dir = mkdtempSync(join(tmpdir(), "heliogram-kill-"));
  const bot = (await command(dir, "bot", "create", "--username", "load_bot")) as { id: number };
  await command(dir, "person", "create", "--username", "alice", "--password", "correct horse");
  const acknowledged = new Map<number, string>();
  for (let round = 0; round < ROUNDS; round++) {
    const { url, process: child } = await serve(dir);
    const signedIn = await post(url, "/api/signIn", { username: "alice", password: "correct horse" });
    const bearer = (signedIn.result as { access_token: string }).access_token;
    if (round === 0) await post(url, "/api/startBot", { user_id: bot.id }, bearer);
    const writers = Array.from({ length: WRITERS }, (_, i) => write(url, bearer, bot.id, round, i, acknowledged));
    await new Promise((done) => setTimeout(done, 50 + Math.random() * 350));
    const exited = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await exited;
    await Promise.all(writers);
  }
  const { process: last } = await serve(dir);
  const exited = new Promise((done) => last.once("exit", done));
  last.kill("SIGTERM");
  await exited;
  const path = join(dir, "heliogram.db");
  const db = new DatabaseSync(path, { readOnly: true });
  const { id: chat_id } = db.prepare("select id from chat where type = 'private'").get() as { id: number };
  db.close();
  expect(acknowledged.size).toBeGreaterThan(ROUNDS * 10);
  expect(losses(path, acknowledged, bot.id, chat_id)).toEqual([]);

  // The search itself must be able to find something: one row less, one number twice the gap.
  const broken = new DatabaseSync(path);
  const [victim] = [...acknowledged.keys()];
  broken.prepare("delete from message where chat_id = ? and message_id = ?").run(chat_id, victim!);
  broken.prepare("delete from event where stream = ? and seq = 3").run(bot.id);
  broken.close();
  expect(losses(path, acknowledged, bot.id, chat_id).length).toBeGreaterThanOrEqual(3);
  rmSync(dir, { recursive: true, force: true });
});
