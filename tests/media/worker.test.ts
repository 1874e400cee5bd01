/** A media worker that hangs or crashes is replaced, and every request gets a response (behaviour.md §5). */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import { startWorld, type Answer, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

/** The time limit of a small file, and of the largest. */
const TIME_LIMIT_MS = 2000;
const LONGEST_MS = 3000;
/** The largest photo. */
const LONGEST_BYTES = 10 * 1024 * 1024 - 4;
const IDLE_MS = 60_000;
/** How long a failure of a worker counts for the sender of the file. */
const STRIKE_MS = 10 * 60_000;
const REFUSED = { ok: false, error_code: 400, description: "Bad Request: unsupported file format" };

let t: TestService;
/** The id of the process that responds. */
let worker: number;
beforeAll(async () => {
  const media_worker = new URL("./faulty-worker.ts", import.meta.url);
  t = await startWorld("memory", undefined, { media_worker, media_workers: 2 });
});
afterAll(() => t.stop());
beforeEach(async () => {
  t.clock.advance(STRIKE_MS);
  worker = await whoAnswers();
});

function send(kind: string, content: string): Promise<Answer> {
  const form = new FormData();
  form.set("chat_id", String(t.id("Team")));
  form.set(kind, new Blob([content]), "file");
  return t.post(`/bot${t.token("guard_bot")}/send${kind[0]!.toUpperCase()}${kind.slice(1)}`, form);
}

async function whoAnswers(): Promise<number> {
  const { body } = await send("document", "who are you?");
  return Number(body.result.document.mime_type.replace("application/x-", ""));
}

/** Resolves when a process has ended. */
async function gone(pid: number): Promise<void> {
  await until(() => {
    try {
      return !process.kill(pid, 0);
    } catch {
      return true;
    }
  }, `the end of process ${pid}`);
}

/** Resolves when the worker has a file that makes it hang. */
async function hung(): Promise<void> {
  const found = () => temporary().map((name) => readFileSync(join(t.dir, "media", "tmp", name), "latin1"));
  await until(() => found().includes("hung"), "a worker that hangs");
}

/** Sends a file that makes a worker hang, and expects a timeout at exactly the given time. */
async function expectPatience(content: string, limit_ms: number): Promise<void> {
  const hanging = send("photo", content);
  await hung();
  t.clock.advance(limit_ms - 1);
  for (let n = 0; n < 20; n++) await t.fetch("/healthz");
  expect(temporary()).toHaveLength(1);
  t.clock.advance(1);
  expect((await hanging).body).toMatchObject(REFUSED);
}

const temporary = () => readdirSync(join(t.dir, "media", "tmp"));

test("a worker that responds is kept", async () => {
  expect(await whoAnswers()).toBe(worker);
});

test("a worker that hangs is killed in time, and waiting files are processed by another one", async () => {
  const before_ms = t.clock.now();
  const hanging = send("photo", "hang");
  await hung();
  const behind = Promise.all([whoAnswers(), whoAnswers()]);
  const answer = await t.advanceUntil(hanging, 1000);
  expect(answer.body).toMatchObject(REFUSED);
  expect(t.clock.now() - before_ms).toBeGreaterThanOrEqual(TIME_LIMIT_MS);
  const [first, second] = await behind;
  expect(first).not.toBe(worker);
  expect(second).toBe(first);
  await gone(worker);
  expect(temporary()).toEqual([]);
});

test.runIf(LONG_RUN)("a large file gets more time than a small one, and both times are bounded", async () => {
  await expectPatience("hang", TIME_LIMIT_MS);
  await expectPatience(`hang${"x".repeat(LONGEST_BYTES)}`, LONGEST_MS);
});

test("a worker that crashes is replaced at once", async () => {
  const answer = await send("photo", "die");
  expect(answer.body).toMatchObject(REFUSED);
  await gone(worker);
  expect(await whoAnswers()).not.toBe(worker);
  expect(temporary()).toEqual([]);
});

test("a worker that crashes on an image leaves no partial files", async () => {
  expect((await send("photo", "picture")).body).toMatchObject(REFUSED);
  expect(await whoAnswers()).not.toBe(worker);
  expect(temporary()).toEqual([]);
});

test("a document may have any content, also one on which a worker crashes", async () => {
  const dies = await send("document", "die");
  expect(dies.body.result.document).toMatchObject({ mime_type: "application/octet-stream", file_size: 3 });
  const pictured = await send("document", "picture");
  expect(pictured.body.result.document).toMatchObject({ mime_type: "image/png", file_size: 7 });
  expect(pictured.body.result.document.thumbnail).toBeUndefined();
  const hanging = send("document", "hang");
  await hung();
  const hangs = await t.advanceUntil(hanging, 1000);
  expect(hangs.body.result.document).toMatchObject({ mime_type: "application/octet-stream", file_size: 4 });
  expect(temporary()).toEqual([]);
});

test("an idle worker is ended", async () => {
  t.clock.advance(IDLE_MS - 1);
  expect(await whoAnswers()).toBe(worker);
  t.clock.advance(IDLE_MS);
  await gone(worker);
  expect(await whoAnswers()).not.toBe(worker);
});
