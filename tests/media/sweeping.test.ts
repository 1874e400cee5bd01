/** Maintenance deletes unreferenced files after a day, and no others. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Json, type TestService } from "../support/service.ts";
import { startProcess } from "../support/own-process.ts";
import { end } from "../support/programs.ts";
import { Wire } from "../http/fast-path/wire.ts";
import { until } from "../support/until.ts";

const DAY_MS = 24 * 60 * 60_000;
/** How often the maintenance jobs run. */
const ROUND_MS = 10 * 60_000;

let t: TestService;
beforeAll(async () => {
  // Times of files come from the system clock and are compared with the clock of the service.
  t = await startWorld("sqlite", undefined, { start_ms: Date.now() });
});
afterAll(() => t.stop());

/** The paths of files below a media folder. */
function files(folder: string): string[] {
  const path = join(t.dir, "media", folder);
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
}

/** Advances the clock until a file is deleted. @returns its age then */
async function ageAtEnd(path: string): Promise<number> {
  const { mtimeMs } = statSync(path);
  const gone = until(() => !existsSync(path), `the removal of ${path}`);
  await t.advanceUntil(gone, ROUND_MS);
  return t.clock.now() - mtimeMs;
}

function document(content: string, more: Record<string, string> = {}): Promise<Json> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ chat_id: String(t.id("Team")), ...more })) form.set(name, value);
  form.set("document", new Blob([content]), "file");
  return t.post(`/bot${t.token("guard_bot")}/sendDocument`, form);
}

test("interrupted uploads and unreferenced files are deleted", async () => {
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
    await until(() => files("tmp").some((each) => statSync(each).size > 0), "a part of the file");
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

test("a file that is sent again is kept as long as a new one", async () => {
  const wanted = files("blobs");
  const refuse = () => document("again", { reply_to_message_id: "999999" });
  await refuse();
  const [unwanted] = files("blobs").filter((path) => !wanted.includes(path));
  t.clock.advance(DAY_MS - ROUND_MS);
  await refuse();
  expect(await ageAtEnd(unwanted!)).toBeGreaterThanOrEqual(DAY_MS);
});
