/** A service with its files in a bucket: sent, read, deleted; what an outage does; two nodes; no key in any output. */
import { get } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { objectsIn, takeBucket } from "../../support/s3.ts";
import { HAS_S3 } from "../../support/s3-store.ts";
import { S3Proxy } from "../../support/s3-proxy.ts";
import { advanceUntilRemoved, maintenanceRounds, sha256, storedBlobs, withFile } from "../../support/maintenance.ts";
import { startWorld, type Answer, type Json, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const MIB = 1024 * 1024;

describe.skipIf(!HAS_S3)("files in a bucket", () => {
  let t: TestService;
  let proxy: S3Proxy;
  beforeAll(async () => {
    const bucket = await takeBucket();
    proxy = await S3Proxy.before(bucket);
    t = await startWorld("sqlite", undefined, { files: proxy.through(bucket) });
  });
  afterAll(async () => {
    proxy.fault = () => undefined;
    await t.stop();
    await proxy.close();
  });

  const send = (content: string): Promise<Answer> => {
    const document = new TextEncoder().encode(content);
    return t.bot("guard_bot", "sendDocument", withFile({ chat_id: t.id("Team"), document }));
  };
  const pathOf = async ({ body }: Answer): Promise<string> => {
    const { file_path } = await t.ok("guard_bot", "getFile", { file_id: body.result.document.file_id });
    return `/file/bot${t.token("guard_bot")}/${file_path}`;
  };
  const history = async (): Promise<Json[]> =>
    (await t.as("alice", "getHistory", { chat_id: t.id("Team"), limit: 100 })).messages;

  test("a document goes into the bucket, and comes back whole and by ranges", async () => {
    const path = await pathOf(await send("0123456789"));
    expect(await storedBlobs(t)).toContain(sha256("0123456789"));
    const whole = await t.fetch(path);
    expect([whole.status, whole.headers.get("content-length"), whole.body]).toEqual([200, "10", "0123456789"]);
    const part = await t.fetch(path, { headers: { range: "bytes=-4" } });
    expect([part.status, part.headers.get("content-range"), part.body]).toEqual([206, "bytes 6-9/10", 6789]);
    expect((await t.fetch(path, { headers: { range: "bytes=10-" } })).status).toBe(416);
    const head = await t.fetch(path, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "10"]);
  });

  test("a document whose last message is deleted is removed from the bucket, once", async () => {
    const { body } = await send("to be deleted");
    const { message_id } = body.result;
    await t.ok("guard_bot", "deleteMessage", { chat_id: t.id("Team"), message_id });
    await advanceUntilRemoved(t);
    expect(await storedBlobs(t)).not.toContain(sha256("to be deleted"));
    // What was removed can be sent again.
    const path = await pathOf(await send("to be deleted"));
    expect((await t.fetch(path)).body).toBe("to be deleted");
  });

  test("while the store is away, everything but files works, and nothing is lost", async () => {
    const path = await pathOf(await send("there before"));
    const before = await history();
    proxy.fault = () => ({ kind: "status", status: 503, code: "SlowDown" });
    const sent = await send("sent meanwhile");
    expect([sent.status, sent.body.description, sent.headers.get("retry-after")]).toEqual([
      503,
      "Service Unavailable: the store of files does not answer; nothing was changed",
      "5",
    ]);
    expect((await t.fetch(path)).status).toBe(503);
    expect(await history()).toEqual(before);
    await t.ok("guard_bot", "sendMessage", { chat_id: t.id("Team"), text: "said meanwhile" });
    await t.restart();
    expect(t.log.join("")).toContain("the store of files does not answer: files can be neither sent nor read");
    await t.ok("guard_bot", "sendMessage", { chat_id: t.id("Team"), text: "said after a restart" });
    proxy.fault = () => undefined;
    expect((await send("sent meanwhile")).status).toBe(200);
    expect((await t.fetch(path)).body).toBe("there before");
  });

  test("a bucket that has gone is an outage, and no file is said not to exist", async () => {
    const path = await pathOf(await send("in the bucket that goes"));
    // The size of a file is remembered.
    await t.restart();
    proxy.fault = () => ({ kind: "status", status: 404, code: "NoSuchBucket" });
    expect((await t.fetch(path)).status).toBe(503);
    proxy.fault = () => undefined;
    expect((await t.fetch(path)).body).toBe("in the bucket that goes");
  });

  test("a removal that is in doubt is repeated later; until then the same content is refused", async () => {
    const { body } = await send("in doubt");
    await t.ok("guard_bot", "deleteMessage", { chat_id: t.id("Team"), message_id: body.result.message_id });
    proxy.fault = ({ method }) => (method === "DELETE" ? { kind: "cut" } : undefined);
    await advanceUntilRemoved(t);
    expect(await storedBlobs(t)).toContain(sha256("in doubt"));
    expect((await send("in doubt")).status).toBe(503);
    proxy.fault = () => undefined;
    await maintenanceRounds(t, 3);
    expect(await storedBlobs(t)).not.toContain(sha256("in doubt"));
    expect((await send("in doubt")).status).toBe(200);
  });

  test("an outage is logged once at its begin and once at its end", async () => {
    const from = t.log.length;
    // A line about an earlier outage may be less than ten seconds old.
    t.clock.advance(10_000);
    proxy.fault = () => ({ kind: "status", status: 403, code: "AccessDenied" });
    for (let n = 0; n < 5; n++) expect((await send(`refused ${n}`)).status).toBe(503);
    proxy.fault = () => undefined;
    expect((await send("accepted")).status).toBe(200);
    const lines = t.log.slice(from).map((line) => JSON.parse(line));
    expect(lines.filter(({ level }) => level >= 40)).toEqual([
      expect.objectContaining({ msg: "the store of files does not answer", failed: 1, trace_id: expect.any(String) }),
      expect.objectContaining({ msg: "the store of files answers again", failed: 5 }),
    ]);
  });

  test("content that is not what it was is cut off, and logged", async () => {
    const path = await pathOf(await send("x".repeat(100_000)));
    proxy.once("GET", /blobs/, { kind: "change" });
    await expect(t.fetch(path)).rejects.toThrow("aborted");
    expect(t.log.join("")).toContain("the store has other content under the name");
  });

  test("a client that goes away ends the request to the store", async () => {
    const path = await pathOf(await send("y".repeat(15 * MIB)));
    proxy.passed_bytes = 0;
    await new Promise<void>((done) => {
      const request = get(`${t.url}${path}`, (response) => {
        response.once("readable", () => {
          response.read();
          request.destroy();
          done();
        });
      });
      request.on("error", () => {});
    });
    await until(() => proxy.open === 0, "the end of the requests to the store");
    expect(proxy.passed_bytes).toBeLessThan(15 * MIB);
  });

  test("the owner sees how much is stored", async () => {
    const use = await t.as("alice", "getStorageUse", {});
    const blobs = await storedBlobs(t);
    expect(use.files.count).toBe(blobs.size);
    expect(use.files.kinds.map(({ kind }: Json) => kind)).toContain("document");
  });

  test("the bucket is marked, and no key of it is in the log", async () => {
    expect(await objectsIn(t.files!)).toContain("heliogram");
    for (const key of [t.files!.access_key, t.files!.secret_key]) expect(t.log.join("")).not.toContain(key);
  });

  test("without its address, the service does not start: its files would be missing", async () => {
    await t.service.close();
    const { startService } = await import("heliogram/runtime/service.ts");
    const options = { ...t.options, files: undefined };
    await expect(startService(options)).rejects.toThrow("set HELIOGRAM_FILES_URL, or bring them back");
    const wrong = { ...t.options, files: { ...t.files!, secret_key: "wrong" } };
    await expect(startService(wrong)).rejects.toThrow(
      "the bucket of HELIOGRAM_FILES_URL cannot be used: the store refuses the signature",
    );
    t.service = await startService(t.options);
    expect((await send("after all")).status).toBe(200);
  });
});
