/**
 * Starts a service in this process again and again, and makes one step after the other fail: each place that reads an
 * option throws once. Prints, as JSON, how many places there are, and where something was left.
 */
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createLog } from "heliogram/operations/log.ts";
import { startService, type ServiceOptions } from "heliogram/runtime/service.ts";
import { limitsFrom, postgresFrom } from "heliogram/runtime/settings-options.ts";
import { clock, random } from "heliogram/runtime/system.ts";
import { settingsSchema } from "heliogram/settings/settings.ts";

const [database = "sqlite", step = "1", redis_url = "", planted = ""] = process.argv.slice(2);
/** What a service may take to free what it had. */
const PATIENCE_MS = 5000;
const PLANTED = "planted";
const SECRET_KEY = Buffer.alloc(32, 7).toString("base64url");

// Nothing is closed that was opened: what is left must be found.
const { prototype: ofStacks } = AsyncDisposableStack;
if (planted !== "") ofStacks.adopt = (opened) => opened;

function optionsIn(data_dir: string): ServiceOptions {
  const settings = settingsSchema.parse({ port: 0, host: "127.0.0.1" });
  return {
    ...settings,
    database: database === "developer" ? "sqlite" : database,
    developer: database === "developer",
    data_dir,
    // Nodes of one database have one key.
    secret_key: database.startsWith("postgres:") ? SECRET_KEY : undefined,
    public_url: undefined,
    redis_url: redis_url === "" ? undefined : redis_url,
    web_dir: undefined,
    files: undefined,
    limits: limitsFrom(settings),
    postgres: postgresFrom(settings),
    min_free_bytes: 0,
    egress: { allow: [], allow_everything: true },
    session_s: 86_400,
    clock,
    random,
    log: createLog("error", () => {}),
    fatal: (error) => {
      throw error;
    },
  };
}

/** Calls `onRead` at every read of an option, of the log and of the random source. */
function watched<T extends object>(options: T, onRead: () => void): T {
  return new Proxy(options, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      onRead();
      return name === "log" || name === "random" ? watched(value as object, onRead) : value;
    },
  });
}

/** Starts and closes a service whose options call `onRead`. A planted error may end the start. */
async function start(onRead: () => void): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "heliogram-test-"));
  try {
    const service = await startService(watched(optionsIn(dir), onRead));
    await service.close();
  } catch (error) {
    if (!String((error as Error).message).includes(PLANTED)) throw error;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The code that reads an option: a line of the stack. */
function reader(): string {
  const lines = new Error("who reads").stack!.split("\n");
  return lines.find((line) => line.includes("/server/"))?.replace(/^.*\/server\//, "server/") ?? "";
}

/** What this process has: open files and sockets, threads, child processes, and what keeps its event loop alive. */
function resources(): string[] {
  // That of the reading itself is gone.
  const files = readdirSync("/proc/self/fd").flatMap((fd) =>
    unlessGone(() => readlinkSync(`/proc/self/fd/${fd}`).replace(/\d+/g, "n")),
  );
  const tasks = readdirSync("/proc/self/task");
  const children = tasks.flatMap((task) =>
    unlessGone(() => readFileSync(`/proc/self/task/${task}/children`, "utf8")).flatMap((ids) => ids.split(" ")),
  );
  const active = process.getActiveResourcesInfo();
  return [...files, ...children.filter(Boolean).map(() => "child"), ...tasks.map(() => "thread"), ...active].sort();
}

/** A file or a thread may end after it was listed. */
function unlessGone(read: () => string): string[] {
  try {
    return [read()];
  } catch {
    return [];
  }
}

function difference(now: readonly string[], before: readonly string[]): string[] {
  const left = [...now];
  for (const each of before) {
    const place = left.indexOf(each);
    if (place >= 0) left.splice(place, 1);
  }
  return left;
}

/** What is left, when it has become no less for long enough. */
async function left(before: readonly string[]): Promise<string[]> {
  const deadline_ms = Date.now() + PATIENCE_MS;
  for (;;) {
    const now = difference(resources(), before);
    if (now.length === 0 || Date.now() > deadline_ms) return now;
    await pause(10);
  }
}

// The first service starts what the process keeps: threads that read files, and compiled code.
for (let n = 0; n < 2; n++) await start(() => {});
const places = new Map<string, number>();
let reads = 0;
await start(() => {
  const place = reader();
  if (!places.has(place)) places.set(place, reads);
  reads += 1;
});
const found: { readonly place: string; readonly left: readonly string[] }[] = [];
for (const [place, number] of [...places].filter((_, i) => i % Number(step) === 0)) {
  const before = resources();
  let n = 0;
  await start(() => {
    if (n++ === number) throw new Error(PLANTED);
  });
  const rest = await left(before);
  if (rest.length > 0) found.push({ place, left: rest });
  if (found.length > 0 && planted !== "") break;
}
process.stdout.write(JSON.stringify({ places: places.size, found }));
if (found.length > 0) process.exit();
