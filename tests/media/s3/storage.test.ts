/** Blobs in a bucket: stored whole, read by ranges, listed, removed; and what a start says of a bucket that is none. */
import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { S3Storage } from "heliogram/media/s3/s3-storage.ts";
import { CERTIFICATE, KEY, OTHER_CERTIFICATE } from "../../support/certificate.ts";
import { LONG_RUN } from "../../support/long-run.ts";
import { S3Proxy } from "../../support/s3-proxy.ts";
import { LOOPBACK, MACHINE, s3Client } from "../../support/s3.ts";
import { HAS_S3 } from "../../support/s3-store.ts";
import { contentOf, EXPECTED, openPlace, type Place } from "./place.ts";

const MIB = 1024 * 1024;

describe.skipIf(!HAS_S3)("a bucket", () => {
  let place: Place;
  let storage: S3Storage;
  beforeAll(async () => {
    place = await openPlace();
    ({ storage } = place);
  });
  afterAll(() => place.close());

  test("a blob is stored under its hash, and its file is gone", async () => {
    const upload = place.file(Buffer.from("0123456789"));
    expect(await storage.size(upload.sha256)).toBeUndefined();
    await storage.store(upload, EXPECTED);
    expect(place.isLeft(upload)).toBe(false);
    expect(await place.other().size(upload.sha256)).toBe(10);
    expect((await contentOf(storage, upload)).toString()).toBe("0123456789");
    const range = await storage.read(upload.sha256, { start: 3, end: 5 });
    expect(await text(range!)).toBe("345");
  });

  test("an empty blob", async () => {
    const upload = place.file(Buffer.alloc(0));
    await storage.store(upload, EXPECTED);
    expect(await place.other().size(upload.sha256)).toBe(0);
  });

  test.each(LONG_RUN ? [16 * MIB, 40 * MIB] : [16 * MIB + 1])(
    "a blob of %i bytes, in parts above 16 MiB",
    async (size) => {
      const content = randomBytes(size);
      const upload = place.file(content);
      place.proxy.seen.length = 0;
      await storage.store(upload, EXPECTED);
      const parts = place.proxy.seen.filter(({ url }) => url.includes("partNumber"));
      expect(parts).toHaveLength(size === 16 * MIB ? 0 : Math.ceil(size / (16 * MIB)));
      expect((await contentOf(place.other(), upload)).equals(content)).toBe(true);
      const across = await storage.read(upload.sha256, { start: size - 5, end: size - 1 });
      expect(await text(across!.setEncoding("latin1"))).toBe(content.subarray(-5).toString("latin1"));
    },
  );

  test("what is there already is not sent again", async () => {
    const content = randomBytes(1000);
    await storage.store(place.file(content), EXPECTED);
    place.proxy.seen.length = 0;
    const again = place.file(content);
    await place.other().store(again, EXPECTED);
    expect(place.proxy.seen.map(({ method }) => method)).toEqual(["GET", "HEAD"]);
    expect(place.isLeft(again)).toBe(false);
  });

  test("nothing is stored before it is expected", async () => {
    const upload = place.file(randomBytes(10));
    const error = new Error("the database is away");
    await expect(storage.store(upload, Promise.reject(error))).rejects.toBe(error);
    expect([place.isLeft(upload), await place.other().size(upload.sha256)]).toEqual([true, undefined]);
  });

  test("listed in pages, without what others have put there", async () => {
    const client = s3Client(place.options);
    await client.text({ method: "PUT", key: "blobs/readme" });
    await client.text({ method: "PUT", key: "elsewhere" });
    const all: string[] = [];
    for await (const { sha256, size } of storage.list()) {
      all.push(sha256);
      expect(await place.other().size(sha256)).toBe(size);
    }
    expect(all.length).toBeGreaterThanOrEqual(3);
    const paged: string[] = [];
    let after = "";
    do {
      const page = await storage.page(after, 2);
      expect(page.hashes.length).toBeLessThanOrEqual(2);
      paged.push(...page.hashes);
      after = page.next;
    } while (after !== "");
    expect(paged).toEqual([...all].sort());
    client.close();
  });

  test("removed, twice without harm", async () => {
    const upload = place.file(randomBytes(100));
    await storage.store(upload, EXPECTED);
    const remove = storage.removal();
    expect([await remove(upload.sha256), await remove(upload.sha256)]).toEqual([true, true]);
    expect(await storage.size(upload.sha256)).toBeUndefined();
    expect(await storage.read(upload.sha256, { start: 0, end: 99 })).toBeUndefined();
  });

  test("a removal that was decided long ago is refused by the store", async () => {
    const upload = place.file(randomBytes(100));
    await storage.store(upload, EXPECTED);
    const client = s3Client(place.options);
    const late = client.text({
      method: "DELETE",
      key: `blobs/${upload.sha256}`,
      at_ms: MACHINE.clock.now() - 16 * 60_000,
    });
    await expect(late).rejects.toMatchObject({ code: "RequestTimeTooSkewed" });
    expect(await place.other().size(upload.sha256)).toBe(100);
    client.close();
  });

  test("a bucket as the name of a host", async () => {
    const { options } = place;
    const port = new URL(options.endpoint).port;
    const named = place.other({ style: "host", endpoint: `http://s3.test:${port}` });
    const upload = place.file(randomBytes(100));
    await named.store(upload, EXPECTED);
    expect((await contentOf(storage, upload)).length).toBe(100);
    expect(LOOPBACK).toHaveLength(1);
  });

  test("a prefix is a place of its own", async () => {
    const inside = place.other({ prefix: "other/place/" }, { mark: "another" });
    await inside.claim();
    const upload = place.file(randomBytes(100));
    await inside.store(upload, EXPECTED);
    expect(await place.other().size(upload.sha256)).toBeUndefined();
    expect((await contentOf(inside, upload)).length).toBe(100);
  });

  test.each([
    ["another bucket", { bucket: "none-of-ours" }, "the store has no bucket none-of-ours"],
    ["another key", { access_key: "test:other" }, "HELIOGRAM_FILES_ACCESS_KEY"],
    ["another secret", { secret_key: "wrong" }, "HELIOGRAM_FILES_SECRET_KEY is wrong"],
    ["another region", { region: "eu-west-7" }, "in the region eu-west-7, but in eu-test-1"],
    ["no store", { endpoint: "http://127.0.0.1:9" }, "the connection was refused"],
  ])("%s is told in one sentence", async (_, changed, sentence) => {
    const error = await place
      .other(changed)
      .claim()
      .catch((reason: unknown) => reason as Error);
    expect((error as Error).message).toContain(sentence);
    expect((error as Error).message).not.toContain("wrong-secret");
  });

  test("two services that take a bucket at the same time: one is refused", async () => {
    const services = ["one", "two"].map((mark) => place.other({ prefix: "contested/" }, { mark }));
    const outcomes = await Promise.allSettled(services.map((each) => each.claim()));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = outcomes.find((each) => each.status === "rejected")!;
    expect((refused.reason as Error).message).toContain("the files of another service");
  });

  test("a store that knows no conditions gets its mark nevertheless", async () => {
    place.proxy.once("PUT", /simple\/heliogram/, { kind: "status", status: 501, code: "NotImplemented" });
    await place.other({ prefix: "simple/" }).claim();
    await expect(place.other({ prefix: "simple/" }, { mark: "another" }).claim()).rejects.toThrow("another service");
  });

  test("the token of temporary keys is sent and signed, and it is told when it has expired", async () => {
    const session_token = "the token/of+temporary=keys";
    const temporary = place.other({ session_token });
    place.proxy.seen.length = 0;
    expect(await temporary.size("a".repeat(64))).toBeUndefined();
    const { headers } = place.proxy.seen[0]!;
    expect(headers["x-amz-security-token"]).toBe(session_token);
    expect(headers.authorization).toContain("x-amz-security-token");
    place.proxy.once("GET", /heliogram/, { kind: "status", status: 400, code: "ExpiredToken" });
    const error = await temporary.claim().catch((reason: unknown) => reason as Error);
    expect((error as Error).message).toContain("HELIOGRAM_FILES_SESSION_TOKEN has expired");
    expect((error as Error).message).not.toContain(session_token);
  });

  test("https with the certificate of a private authority, and no other", async () => {
    const proxy = await S3Proxy.before(place.options, { cert: CERTIFICATE, key: KEY });
    const { endpoint } = proxy.through(place.options);
    const upload = place.file(randomBytes(100));
    const trusting = place.other({ endpoint, certificate: CERTIFICATE });
    await trusting.store(upload, EXPECTED);
    expect((await contentOf(trusting, upload)).length).toBe(100);
    expect(proxy.seen.length).toBeGreaterThan(0);
    for (const certificate of [OTHER_CERTIFICATE, ""])
      await expect(place.other({ endpoint, certificate }).claim()).rejects.toThrow("the certificate is not valid");
    await proxy.close();
  });

  test("a clock that is wrong is told with the difference", async () => {
    const { S3Client } = await import("heliogram/media/s3/s3-client.ts");
    const ahead = { ...MACHINE, clock: { ...MACHINE.clock, now: () => Date.now() + 3_600_000 } };
    const { Endpoint } = await import("heliogram/egress/endpoint.ts");
    const requests = new Endpoint({ clock: MACHINE.clock, connections: 1, certificate: "" });
    const client = new S3Client(place.options, ahead, { requests, downloads: requests });
    const error = await client.text({ method: "GET", key: "heliogram" }).catch((reason: unknown) => reason as Error);
    expect((error as Error).message).toMatch(/the clock of this machine is 3(599|600|601) seconds ahead of that/);
    client.close();
  });

  test("a bucket of another service is refused", async () => {
    await storage.claim();
    await expect(place.other({}, { mark: "another" }).claim()).rejects.toThrow("the files of another service");
  });
});
