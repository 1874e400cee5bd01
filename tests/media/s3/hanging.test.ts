/** A store that accepts requests and then hangs: everything ends within its deadline, and no connection is left. */
import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { S3Storage } from "heliogram/media/s3/s3-storage.ts";
import { FilesUnavailable } from "heliogram/media/upload.ts";
import { LONG_RUN } from "../../support/long-run.ts";
import { HAS_S3 } from "../../support/s3-store.ts";
import { contentOf, EXPECTED, openPlace, type Place } from "./place.ts";
import { slowMachine, type SlowMachine } from "./slow-machine.ts";
import { until } from "../../support/until.ts";

const MIB = 1024 * 1024;
const BLOB = /\/blobs\//;
/** The time limit of a request without a body. */
const REQUEST_MS = 20_000;
/** That of a request with a body of which nothing more leaves. */
const PART_MS = REQUEST_MS + 8192;
/** The wait before the first repetition. */
const FIRST_WAIT_MS = 75;
/** How long a failed upload waits for its parts to be removed. */
const ABORT_MS = 2000;

describe.skipIf(!HAS_S3)("a store that hangs", () => {
  let place: Place;
  let machine: SlowMachine;
  let storage: S3Storage;
  beforeAll(async () => {
    place = await openPlace();
  });
  beforeEach(async () => {
    place.proxy.fault = () => undefined;
    // Requests of the test before may still wait for a timer, such as one that is to be repeated.
    place.proxy.cut();
    await held(0);
    machine = slowMachine();
    storage = place.other({}, { machine });
    await storage.claim();
  });
  afterAll(() => place.close());

  /** Resolves when so many requests are held. */
  async function held(count: number): Promise<void> {
    const counted = () => {
      if (count === 0) place.proxy.drain();
      return place.proxy.held;
    };
    await expect.poll(counted, { interval: 5 }).toBe(count);
  }

  /** Holds all requests of a method, and expects that what is asked for ends at its deadline and not before. */
  async function expectLate(work: Promise<unknown>, held_count: number, deadline_ms: number): Promise<void> {
    let ended = false;
    const outcome = work.then(
      () => "done",
      (error: unknown) => error,
    );
    void outcome.then(() => (ended = true));
    await held(held_count);
    machine.advance(deadline_ms - 1);
    await new Promise(setImmediate);
    expect(ended).toBe(false);
    machine.advance(1);
    expect(await outcome).toBeInstanceOf(FilesUnavailable);
    await held(0);
  }

  test("while a file is looked for", async () => {
    place.proxy.fault = () => ({ kind: "hold" });
    await expectLate(storage.size("a".repeat(64)), 1, REQUEST_MS);
  });

  test("while a file is sent: it is left, and can be stored afterwards", async () => {
    const upload = place.file(randomBytes(1000));
    place.proxy.fault = ({ method }) => (method === "PUT" ? { kind: "hold" } : undefined);
    await expectLate(storage.store(upload, EXPECTED), 1, REQUEST_MS + 8);
    expect(place.isLeft(upload)).toBe(true);
    expect(await place.other().size(upload.sha256)).toBeUndefined();
    place.proxy.fault = () => undefined;
    await storage.store(upload, EXPECTED);
    expect((await contentOf(place.other(), upload)).length).toBe(1000);
  });

  test.each(LONG_RUN ? [15 * MIB, 20 * MIB] : [20 * MIB])(
    "while %i bytes are sent, of which the store reads no more",
    async (bytes) => {
      const upload = place.file(randomBytes(bytes));
      place.proxy.fault = ({ method }) => (method === "PUT" ? { kind: "hold" } : undefined);
      let outcome: unknown;
      void storage.store(upload, EXPECTED).catch((error: unknown) => (outcome = error));
      await held(Math.ceil(bytes / (16 * MIB)));
      await machine.still();
      const before_ms = machine.elapsed();
      machine.advance(REQUEST_MS - 1);
      await new Promise(setImmediate);
      expect(outcome).toBeUndefined();
      await until(() => {
        machine.advance(1000);
        return outcome;
      }, "the end of the request");
      expect(outcome).toBeInstanceOf(FilesUnavailable);
      // The whole request might take two minutes.
      expect(machine.elapsed() - before_ms).toBeLessThan(2 * PART_MS);
      await held(0);
      expect(place.isLeft(upload)).toBe(true);
      place.proxy.fault = () => undefined;
      await storage.store(upload, EXPECTED);
      expect((await contentOf(place.other(), upload)).length).toBe(bytes);
    },
  );

  test("while parts are sent, and then while they are removed: the caller does not wait for that", async () => {
    const upload = place.file(randomBytes(17 * MIB));
    place.proxy.fault = ({ method }) =>
      method === "GET" || method === "HEAD" || method === "POST" ? undefined : { kind: "hold" };
    const stored = storage.store(upload, EXPECTED).catch((error: unknown) => error);
    await held(2);
    await machine.still();
    machine.advance(PART_MS);
    // The removal of the parts.
    place.proxy.drain();
    await until(() => place.proxy.seen.some(({ method }) => method === "DELETE"), "the removal of the parts");
    await held(1);
    machine.advance(ABORT_MS);
    expect(await stored).toBeInstanceOf(FilesUnavailable);
    // The removal may have been repeated, on another connection and with a deadline of its own.
    const left = () => {
      machine.advance(REQUEST_MS);
      return place.proxy.held;
    };
    await expect.poll(left).toBe(0);
    expect(place.isLeft(upload)).toBe(true);
  });

  test("before a download begins", async () => {
    const upload = place.file(randomBytes(1000));
    await storage.store(upload, EXPECTED);
    place.proxy.fault = ({ method }) => (method === "GET" ? { kind: "hold" } : undefined);
    await expectLate(storage.read(upload.sha256, { start: 0, end: 999 }), 1, REQUEST_MS);
    place.proxy.fault = () => undefined;
    expect((await contentOf(storage, upload)).length).toBe(1000);
  });

  test("in the middle of a download: it goes on where it was", async () => {
    const content = randomBytes(3 * MIB);
    const upload = place.file(content);
    await storage.store(upload, EXPECTED);
    place.proxy.once("GET", BLOB, { kind: "stall", bytes: MIB });
    const read = buffer((await storage.read(upload.sha256, { start: 0, end: upload.size - 1 }))!);
    await held(1);
    await machine.expire(REQUEST_MS);
    await machine.expire(FIRST_WAIT_MS);
    expect((await read).equals(content)).toBe(true);
    await held(0);
  });

  test("in the middle of a download, and in every further one: the reader is told", async () => {
    const upload = place.file(randomBytes(3 * MIB));
    await storage.store(upload, EXPECTED);
    place.proxy.once("GET", BLOB, { kind: "stall", bytes: MIB });
    const stream = (await storage.read(upload.sha256, { start: 0, end: upload.size - 1 }))!;
    const read = buffer(stream).catch((error: unknown) => error);
    await held(1);
    place.proxy.fault = () => ({ kind: "hold" });
    await machine.expire(REQUEST_MS);
    place.proxy.seen.length = 0;
    await machine.expire(FIRST_WAIT_MS);
    await until(() => place.proxy.seen.length, "a request");
    await held(1);
    machine.advance(REQUEST_MS);
    expect(await read).toBeInstanceOf(FilesUnavailable);
    await held(0);
  });

  test("a reader that goes away meanwhile is not waited for", async () => {
    const upload = place.file(randomBytes(3 * MIB));
    await storage.store(upload, EXPECTED);
    place.proxy.once("GET", BLOB, { kind: "stall", bytes: MIB });
    const stream = (await storage.read(upload.sha256, { start: 0, end: upload.size - 1 }))!;
    stream.resume();
    await held(1);
    stream.destroy();
    await held(0);
  });

  test("while blobs are listed", async () => {
    place.proxy.fault = () => ({ kind: "hold" });
    await expectLate(storage.page("", 10), 1, REQUEST_MS);
  });

  test("while a blob is removed: it is in doubt, and asked for once", async () => {
    const upload = place.file(randomBytes(1000));
    await storage.store(upload, EXPECTED);
    place.proxy.fault = ({ method }) => (method === "DELETE" ? { kind: "hold" } : undefined);
    place.proxy.seen.length = 0;
    await expectLate(storage.removal()(upload.sha256), 1, REQUEST_MS);
    expect(place.proxy.seen.filter(({ method }) => method === "DELETE")).toHaveLength(1);
    expect(await place.other().size(upload.sha256)).toBe(1000);
  });
});
