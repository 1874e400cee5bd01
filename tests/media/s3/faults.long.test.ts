/** A store that fails: nothing is half done, passing faults are not noticed, damage is. */
import { randomBytes } from "node:crypto";
import { unlinkSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FilesUnavailable } from "heliogram/media/upload.ts";
import type { S3Storage } from "heliogram/media/s3/s3-storage.ts";
import { s3Client } from "../../support/s3.ts";
import { HAS_S3 } from "../../support/s3-store.ts";
import type { Fault } from "../../support/s3-proxy.ts";
import { contentOf, EXPECTED, openPlace, type Place } from "./place.ts";
import { until } from "../../support/until.ts";

const MIB = 1024 * 1024;
const BLOB = /\/blobs\//;
const NEVER = new AbortController().signal;

const PASSING: readonly Fault[] = [
  { kind: "status", status: 503, code: "SlowDown" },
  { kind: "status", status: 500 },
  { kind: "cut" },
  { kind: "lose" },
  { kind: "shorten", bytes: 0 },
];

describe.skipIf(!HAS_S3)("a store that fails", () => {
  let place: Place;
  let storage: S3Storage;
  beforeAll(async () => {
    place = await openPlace();
    ({ storage } = place);
    await storage.claim();
  });
  beforeEach(() => (place.proxy.fault = () => undefined));
  afterAll(() => place.close());

  async function stored(bytes: number) {
    const content = randomBytes(bytes);
    const upload = place.file(content);
    await storage.store(upload, EXPECTED);
    return { content, upload };
  }

  /** Uploads that were begun and not completed. */
  async function unfinished(): Promise<number> {
    const client = s3Client(place.options);
    const { text } = await client.text({ method: "GET", key: "", query: { uploads: "" } });
    client.close();
    return text.split("<Upload>").length - 1;
  }

  test.each(PASSING)("$kind $code while a file is sent", async (fault) => {
    place.proxy.once("PUT", BLOB, fault);
    const { content, upload } = await stored(50_000);
    expect((await contentOf(place.other(), upload)).equals(content)).toBe(true);
  });

  test.each(PASSING)("$kind $code while parts are sent", async (fault) => {
    place.proxy.once("PUT", /partNumber=2/, fault);
    const { content, upload } = await stored(20 * MIB);
    expect((await contentOf(place.other(), upload)).equals(content)).toBe(true);
    expect(await unfinished()).toBe(0);
  });

  test.each(PASSING)("$kind $code while parts are put together", async (fault) => {
    place.proxy.once("POST", /uploadId=/, fault);
    const { content, upload } = await stored(20 * MIB);
    expect((await contentOf(place.other(), upload)).equals(content)).toBe(true);
    expect(await unfinished()).toBe(0);
  });

  test.each(PASSING)("$kind $code while a file is read", async (fault) => {
    const { content, upload } = await stored(300_000);
    place.proxy.once("GET", BLOB, fault);
    expect((await contentOf(storage, upload)).equals(content)).toBe(true);
  });

  test("a download that is cut off is continued where it was", async () => {
    const { content, upload } = await stored(5 * MIB);
    place.proxy.times(3, "GET", BLOB, { kind: "shorten", bytes: MIB });
    expect((await contentOf(storage, upload)).equals(content)).toBe(true);
    expect(place.proxy.fault({ method: "GET", url: "/blobs/", headers: {} })).toBeUndefined();
  });

  test("a byte that is changed on the way there is refused by the store, and sent again", async () => {
    place.proxy.once("PUT", BLOB, { kind: "change-request" });
    place.proxy.seen.length = 0;
    const { content, upload } = await stored(50_000);
    expect(place.proxy.seen.filter(({ method }) => method === "PUT").length).toBe(2);
    expect((await contentOf(place.other(), upload)).equals(content)).toBe(true);
  });

  test.each([100, 300_000])("a byte of %i that is changed on the way back is noticed", async (size) => {
    const { upload } = await stored(size);
    place.proxy.once("GET", BLOB, { kind: "change" });
    await expect(contentOf(storage, upload)).rejects.toThrow("other content");
  });

  test("so is other content of the right length in the bucket, and it ends the download before its last chunk", async () => {
    const { upload } = await stored(200_000);
    const client = s3Client(place.options);
    const other = randomBytes(200_000);
    const { createHash } = await import("node:crypto");
    const sha256 = createHash("sha256").update(other).digest("hex");
    await client
      .text({
        method: "PUT",
        key: `blobs/${upload.sha256}`,
        body: { open: () => other.toString("latin1"), size: other.length, sha256 },
      })
      .catch(() => {});
    client.close();
    // A text body is sent as UTF-8: the store has refused the above, and gets the bytes as a file.
    const file = place.file(other);
    const { uploadFile } = await import("heliogram/media/s3/s3-upload.ts");
    const second = s3Client(place.options);
    await uploadFile(second, `blobs/${upload.sha256}`, file);
    second.close();
    const stream = await storage.read(upload.sha256, { start: 0, end: 199_999 });
    let bytes = 0;
    stream!.on("data", (chunk: Buffer) => (bytes += chunk.length));
    const error = await new Promise<Error>((done) => stream!.once("error", done));
    expect(error.message).toContain("other content");
    expect(bytes).toBeLessThan(200_000);
  });

  test.each([
    { kind: "status", status: 503, code: "SlowDown" } as const,
    { kind: "status", status: 403, code: "AccessDenied" } as const,
    { kind: "cut" } as const,
  ])("a store that stays away ($kind $code): the file is left, and nothing is in the bucket", async (fault) => {
    const small = place.file(randomBytes(1000));
    const large = place.file(randomBytes(17 * MIB));
    place.proxy.fault = ({ method }) => (method === "PUT" ? fault : undefined);
    for (const upload of [small, large]) {
      await expect(storage.store(upload, EXPECTED)).rejects.toBeInstanceOf(FilesUnavailable);
      expect(place.isLeft(upload)).toBe(true);
    }
    place.proxy.fault = () => undefined;
    expect(await place.other().size(small.sha256)).toBeUndefined();
    expect(await place.other().size(large.sha256)).toBeUndefined();
    expect(await unfinished()).toBe(0);
    await storage.store(small, EXPECTED);
    expect(place.isLeft(small)).toBe(false);
  });

  test("a removal whose answer is lost is in doubt, and not repeated at once", async () => {
    const { upload } = await stored(100);
    place.proxy.seen.length = 0;
    place.proxy.once("DELETE", BLOB, { kind: "lose" });
    await expect(storage.removal()(upload.sha256)).rejects.toBeInstanceOf(FilesUnavailable);
    expect(place.proxy.seen.filter(({ method }) => method === "DELETE").length).toBe(1);
  });

  test("parts that a killed node left are removed when they are a day old", async () => {
    const client = s3Client(place.options);
    await client.text({ method: "POST", key: "blobs/abandoned", query: { uploads: "" } });
    client.close();
    await storage.removeAbandoned(NEVER);
    expect(await unfinished()).toBe(1);
    const tomorrow = new Date(Date.now() + 25 * 3_600_000).toUTCString();
    place.proxy.once("GET", /uploads/, { kind: "header", name: "date", value: tomorrow });
    await storage.removeAbandoned(NEVER);
    expect(await unfinished()).toBe(0);
  });

  test("and so are all of many, of which the store lists a few at a time", async () => {
    const client = s3Client(place.options);
    for (let n = 0; n < 7; n++)
      await client.text({ method: "POST", key: `blobs/abandoned-${n % 5}`, query: { uploads: "" } });
    client.close();
    expect(await unfinished()).toBe(7);
    const tomorrow = new Date(Date.now() + 25 * 3_600_000).toUTCString();
    place.proxy.fault = ({ method }) =>
      method === "GET" ? { kind: "header", name: "date", value: tomorrow } : undefined;
    const ended = new AbortController();
    ended.abort();
    const paged = place.other({}, { page_size: 2 });
    await paged.removeAbandoned(ended.signal);
    expect(await unfinished()).toBe(7);
    await paged.removeAbandoned(NEVER);
    expect(await unfinished()).toBe(0);
  });

  test("a store that sends the first page again and again is asked no more than twice", async () => {
    const xml = `<r><Upload><Key>blobs/x</Key><UploadId>1</UploadId><Initiated>${new Date().toISOString()}</Initiated></Upload><IsTruncated>true</IsTruncated></r>`;
    place.proxy.fault = ({ url }) => (url.includes("uploads") ? { kind: "status", status: 200, body: xml } : undefined);
    place.proxy.seen.length = 0;
    await storage.removeAbandoned(NEVER);
    expect(place.proxy.seen.filter(({ url }) => url.includes("uploads")).length).toBe(2);
  });

  test.each([
    [501, "NotImplemented"],
    [405, "MethodNotAllowed"],
    [403, "AccessDenied"],
  ])(
    "a store that never lists uploads (%i) is told of once, and again after it has listed them",
    async (status, code) => {
      const told: string[] = [];
      const other = place.other({}, { warn: (sentence) => told.push(sentence) });
      const refuse = () => {
        place.proxy.fault = ({ url }) => (url.includes("uploads") ? { kind: "status", status, code } : undefined);
      };
      refuse();
      for (let round = 0; round < 3; round++) await other.removeAbandoned(NEVER);
      expect(told).toEqual([expect.stringContaining(code)]);
      place.proxy.fault = () => undefined;
      await other.removeAbandoned(NEVER);
      refuse();
      await other.removeAbandoned(NEVER);
      expect(told).toHaveLength(2);
    },
  );

  test("a file that cannot be read is no outage of the store", async () => {
    const upload = place.file(randomBytes(1000));
    unlinkSync(upload.path);
    place.proxy.seen.length = 0;
    await expect(storage.store(upload, EXPECTED)).rejects.toMatchObject({ code: "ENOENT" });
    expect(place.proxy.seen.filter(({ method }) => method === "PUT").length).toBeLessThan(2);
  });

  test("a reader that goes away ends the request, also before the first chunk", async () => {
    const { upload } = await stored(15 * MIB);
    for (const isRead of [false, true]) {
      place.proxy.passed_bytes = 0;
      const stream = await storage.read(upload.sha256, { start: 0, end: upload.size - 1 });
      if (isRead) await new Promise((done) => stream!.once("readable", done));
      stream!.destroy();
      await until(() => place.proxy.open === 0, "the end of the requests to the store");
      expect(place.proxy.passed_bytes).toBeLessThan(upload.size);
    }
  });

  test("a reader that does not read does not fill the memory", async () => {
    const { upload } = await stored(15 * MIB);
    place.proxy.passed_bytes = 0;
    const stream = await storage.read(upload.sha256, { start: 0, end: upload.size - 1 });
    await new Promise((done) => stream!.once("readable", done));
    let before = -1;
    while (place.proxy.passed_bytes !== before) {
      before = place.proxy.passed_bytes;
      await new Promise((done) => setTimeout(done, 100));
    }
    expect(before).toBeLessThan(12 * MIB);
    expect((await buffer(stream!)).length).toBe(upload.size);
  });
});
