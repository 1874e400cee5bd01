/** Uploads respect the free space of the disk and the quota of unfinished uploads (behaviour.md §5). */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { BLOB_FILES, type BlobFiles } from "heliogram/media/blob-files.ts";
import { Wire } from "../http/fast-path/wire.ts";
import { drawPicture } from "../support/media.ts";
import { startWorld, type Answer, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const FULL = {
  error_code: 503,
  description: "Service Unavailable: there is no room for files; nothing was changed",
};
const MIB = 1024 * 1024;

let t: TestService;
afterEach(() => t.stop());

function send(method: string, field: string, bytes: string | Uint8Array<ArrayBuffer>): Promise<Answer> {
  const form = new FormData();
  form.set("chat_id", String(t.id("Team")));
  form.set(field, new Blob([bytes]), "file");
  return t.post(`/bot${t.token("guard_bot")}/${method}`, form);
}

const files = (folder: string) =>
  readdirSync(join(t.dir, "media", folder), { recursive: true, withFileTypes: true }).filter((each) => each.isFile());

function noSpace(): Error {
  return Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
}

describe("a full disk", () => {
  /** What of writing fails. */
  type Failing = Partial<Record<"open" | "write" | "sync", true>> & { free_bytes?: number };

  async function start(failing: Failing): Promise<void> {
    const fail = async <T>(what: "open" | "write" | "sync", work: () => Promise<T>): Promise<T> => {
      if (failing[what]) throw noSpace();
      return work();
    };
    const blob_files: BlobFiles = {
      open: (...file) => fail("open", () => BLOB_FILES.open(...file)),
      write: (...bytes) => fail("write", () => BLOB_FILES.write(...bytes)),
      writeOut: (handle) => BLOB_FILES.writeOut(handle),
      sync: (path) => fail("sync", () => BLOB_FILES.sync(path)),
      disk: async () => ({ free_bytes: failing.free_bytes ?? 1000 * MIB, total_bytes: 2000 * MIB }),
    };
    t = await startWorld("sqlite", undefined, { blob_files, min_free_bytes: 200 * MIB });
  }

  const FAILINGS: [string, Failing][] = [
    ["that takes no new file", { open: true }],
    ["that takes no bytes", { write: true }],
    ["that cannot keep what was written", { sync: true }],
    ["whose last room is left to messages", { free_bytes: 200 * MIB }],
  ];

  test.each(FAILINGS)("%s", async (_name, failing) => {
    await start(failing);
    const picture = Uint8Array.from(await drawPicture(200, 100, "#336699"));
    expect((await send("sendDocument", "document", "x".repeat(3 * MIB))).body).toMatchObject(FULL);
    expect((await send("sendPhoto", "photo", picture)).body).toMatchObject(FULL);
    expect(t.log.filter((line) => line.includes("the disk has no room for files"))).toHaveLength(1);
    expect(files("tmp")).toEqual([]);
    const chat_id = t.id("Team");
    await t.ok("guard_bot", "sendMessage", { chat_id, text: "messages go on" });
    const { messages } = await t.as("alice", "getHistory", { chat_id });
    expect(messages.at(-1).text).toBe("messages go on");

    for (const name of Object.keys(failing)) delete failing[name as keyof Failing];
    const { file_id } = (await send("sendDocument", "document", "there is room")).body.result.document;
    const { file_path } = await t.ok("guard_bot", "getFile", { file_id });
    expect((await t.fetch(`/file/bot${t.token("guard_bot")}/${file_path}`)).body).toBe("there is room");
  });

  test("that is full when the sizes of a photo are stored", async () => {
    const failing: Failing = {};
    await start(failing);
    const picture = Uint8Array.from(await drawPicture(200, 100, "#336699"));
    const wire = begin("sendPhoto", "photo", picture.length);
    wire.send(Buffer.from(picture));
    await until(() => files("tmp").length, "a temporary file");
    failing.sync = true;
    wire.send("\r\n--b--\r\n");
    expect(await wire.hears(FULL.description)).toBe(true);
    expect(files("tmp")).toEqual([]);
    wire.leave();
  });
});

/** Starts the upload of a file of so many bytes without sending any. */
function begin(method: string, field: string, bytes: number, who = "guard_bot"): Wire {
  const wire = new Wire(t.url);
  const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"`;
  const body = `${part("chat_id")}\r\n\r\n${t.id("Team")}\r\n${part(field)}; filename="f"\r\n\r\n`;
  const length = body.length + bytes + "\r\n--b--\r\n".length;
  const head = `POST /bot${t.token(who)}/${method} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b`;
  wire.send(`${head}\r\nContent-Length: ${length}\r\n\r\n${body}`);
  return wire;
}

describe("unfinished uploads", () => {
  const LARGEST = 10_000;
  /** Of the largest size, under way for one account. */
  const UNDER_WAY = 20;
  const limits = { photo: LARGEST, document: LARGEST, video: LARGEST, audio: LARGEST, voice: LARGEST };

  test("are limited per account and take no space from other accounts", async () => {
    t = await startWorld("memory", undefined, { limits: { ...limits, media_group_file: LARGEST } });
    const bytes = "x".repeat(LARGEST);
    const begun = Array.from({ length: UNDER_WAY }, () => begin("sendDocument", "document", LARGEST));
    for (const wire of begun) wire.send(bytes.slice(1));
    await until(() => files("tmp").length >= UNDER_WAY, `${UNDER_WAY} temporary files`);
    const refused = await send("sendDocument", "document", bytes);
    expect(refused.body).toMatchObject({ error_code: 429, parameters: { retry_after: 10 } });
    // A second bot of the same owner shares the quota.
    const second = begin("sendDocument", "document", LARGEST, "echo_bot");
    second.send(bytes);
    expect(await second.hears("Too Many Requests: retry after 10")).toBe(true);
    second.leave();
    expect((await send("sendDocument", "document", "what is left")).body.ok).toBe(true);
    const other = begin("sendDocument", "document", LARGEST, "stranger_bot");
    other.send(`${bytes}\r\n--b--\r\n`);
    expect(await other.hears("Forbidden")).toBe(true);
    other.leave();

    for (const wire of begun.splice(1)) wire.leave();
    await until(() => files("tmp").length <= 1, "the removal of the others' files");
    expect((await send("sendDocument", "document", bytes)).body.ok).toBe(true);
    begun[0]!.send("x\r\n--b--\r\n");
    expect(await begun[0]!.hears('"ok":true')).toBe(true);
    begun[0]!.leave();
    expect(files("tmp")).toEqual([]);
  });
});
