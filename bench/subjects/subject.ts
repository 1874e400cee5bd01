/** Servers under measurement: started, asked, and gone afterwards. */
import { fork, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export interface Subject {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
  /** A bot that sends, one that polls, the chats, and a person, where the subject knows of such. */
  readonly token: string;
  readonly poller: string;
  readonly chats: readonly number[];
  readonly person: string;
  /** Messages it keeps, once it has stopped; -1 where it keeps none. */
  stop(): Promise<number>;
}

const CHATS = 50;

/** The floor: bare `node:http` that parses the body and answers as many bytes as sendMessage does. */
export async function startEcho(): Promise<Subject> {
  return startFork("echo", new URL("./echo.ts", import.meta.url));
}

/** npm's telegram-test-api, which keeps everything in memory. */
export async function startTestApi(): Promise<Subject> {
  return startFork("telegram-test-api", new URL("./test-api.ts", import.meta.url));
}

async function startFork(name: string, script: URL): Promise<Subject> {
  const child = fork(script, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve(message as number));
    child.once("exit", () => reject(new Error(`${name} did not start`)));
  });
  const chats = Array.from({ length: CHATS }, (_, i) => i + 1);
  const stop = async () => {
    child.kill("SIGKILL");
    return -1;
  };
  return { name, pid: child.pid!, port, token: "1:bench", poller: "2:bench", chats, person: "", stop };
}

/** The service on SQLite, in a folder that is removed afterwards. */
export async function startHeliogram(): Promise<Subject> {
  const dir = mkdtempSync(join(tmpdir(), "heliogram-bench-"));
  const world = {
    people: [{ name: "Alice", username: "alice" }],
    bots: [
      { name: "Load", username: "load_bot" },
      { name: "Poll", username: "poll_bot", privacy: false },
    ],
    chats: Array.from({ length: CHATS }, (_, i) => ({
      title: `Chat ${i}`,
      creator: "alice",
      members: ["load_bot", "poll_bot"],
    })),
  };
  writeFileSync(join(dir, "world.json"), JSON.stringify(world));
  const main = new URL("../../server/main.ts", import.meta.url).pathname;
  const args = [
    "dev",
    "--port",
    "0",
    "--json",
    "--database",
    "sqlite",
    "--data",
    dir,
    "--rate-limits",
    "off",
    "--world",
    join(dir, "world.json"),
  ];
  const child = spawn(process.execPath, [main, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const started = await firstLine(child);
  const loaded = JSON.parse(started) as {
    url: string;
    bots: { token: string }[];
    people: { access_token: string }[];
    chats: { id: number }[];
  };
  return {
    name: "heliogram",
    pid: child.pid!,
    port: Number(new URL(loaded.url).port),
    token: loaded.bots[0]!.token,
    poller: loaded.bots[1]!.token,
    chats: loaded.chats.map((chat) => chat.id),
    person: loaded.people[0]!.access_token,
    async stop() {
      const exited = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      await exited;
      const db = new DatabaseSync(join(dir, "heliogram.db"), { readOnly: true });
      const { n } = db
        .prepare('select count(*) as n from message where content <> \'{"service":{"kind":"chat_created"}}\'')
        .get() as { n: number };
      db.close();
      rmSync(dir, { recursive: true, force: true });
      return n;
    },
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout!.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes("\n")) resolve(text.split("\n")[0]!);
    });
    child.once("exit", () => reject(new Error("the service did not start")));
  });
}
