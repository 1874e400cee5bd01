/** Files that nobody will ever ask for are swept away after a day, and no others (ARCHITECTURE.md, Media). */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Json, type TestService } from "../kit/service.ts";
import { startProcess } from "../kit/own-process.ts";
import { end } from "../kit/programs.ts";
import { Wire } from "../http/quick/wire.ts";

const DAY_MS = 24 * 60 * 60_000;
/** How often chores are done. */
const ROUND_MS = 10 * 60_000;

let t: TestService;
beforeAll(async () => {
  // Files on disk have the machine's own time, and are compared with the clock.
  t = await startWorld("sqlite", undefined, { start_ms: Date.now() });
});
afterAll(() => t.stop());

/** Files below a folder of the media, with their folders. */
function files(folder: string): string[] {
  const path = join(t.dir, "media", folder);
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
}

/** Turns the clock until a file is gone. @returns how old it was, by the clock */
async function ageAtEnd(path: string): Promise<number> {
  const { mtimeMs } = statSync(path);
  const gone = async () => {
    while (existsSync(path)) await t.fetch("/healthz");
  };
  await t.advanceUntil(gone(), ROUND_MS);
  return t.clock.now() - mtimeMs;
}

function document(content: string, more: Record<string, string> = {}): Promise<Json> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ chat_id: String(t.id("Team")), ...more })) form.set(name, value);
  form.set("document", new Blob([content]), "file");
  return t.post(`/bot${t.token("guard_bot")}/sendDocument`, form);
}

test("what a kill cut off, and what nothing refers to", { timeout: 60_000 }, async () => {
  const { body } = await document("wanted");
  const { file_id } = body.result.document;
  const wanted = files("blobs");

  await t.restart(async () => {
    const { url, program } = await startProcess({ dir: t.dir });
    const wire = new Wire(url);
    const path = `/bot${t.token("guard_bot")}/sendDocument`;
    const type = "Content-Type: multipart/form-data; boundary=b";
    wire.send(`POST ${path} HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: 1000\r\n\r\n`);
    wire.send('--b\r\nContent-Disposition: form-data; name="document"; filename="f"\r\n\r\nhalf of it');
    while (files("tmp").every((each) => statSync(each).size === 0)) await fetch(`${url}/healthz`);
    await end(program, "SIGKILL");
    wire.leave();
  });
  const [cut] = files("tmp");
  const refused = await document("unwanted", { reply_to_message_id: "999999" });
  expect(refused.body.description).toContain("not found");
  const unwanted = files("blobs").filter((path) => !wanted.includes(path));
  expect([wanted.length, unwanted.length, files("tmp").length]).toEqual([1, 1, 1]);

  const ages = await Promise.all([ageAtEnd(cut!), ageAtEnd(unwanted[0]!)]);
  expect(Math.min(...ages)).toBeGreaterThanOrEqual(DAY_MS);
  expect(files("tmp")).toEqual([]);
  expect(files("blobs")).toEqual(wanted);
  const { file_path } = await t.ok("guard_bot", "getFile", { file_id });
  expect((await t.fetch(`/file/bot${t.token("guard_bot")}/${file_path}`)).body).toBe("wanted");
});

test("what is sent again is spared as long as what is new", { timeout: 60_000 }, async () => {
  const wanted = files("blobs");
  const refuse = () => document("again", { reply_to_message_id: "999999" });
  await refuse();
  const [unwanted] = files("blobs").filter((path) => !wanted.includes(path));
  t.clock.advance(DAY_MS - ROUND_MS);
  await refuse();
  expect(await ageAtEnd(unwanted!)).toBeGreaterThanOrEqual(DAY_MS);
});
