/** Downloads: progress, completion, cancellation and retry. */
import { beforeEach, describe, expect, test } from "vitest";
import { inside, settle, type Inside } from "../../../tests/support/web-client.ts";
import { Downloads } from "./downloads.ts";

const FILE = { file_id: "f1", path: "/api/file/document/f1", name: "a.txt" };

describe("a download", () => {
  let t: Inside;
  let downloads: Downloads;
  const state = () => t.store.getState().downloads.f1;

  beforeEach(() => {
    t = inside();
    downloads = new Downloads(t);
  });

  test("runs once, shows its progress, and saves the file under its name", async () => {
    void downloads.start(FILE);
    void downloads.start(FILE);
    const { params, options, answer } = t.service.next()!;
    expect(params).toEqual({ path: FILE.path });
    expect(t.service.next()).toBeUndefined();
    options.onProgress!(0.4);
    expect(state()).toEqual({ share: 0.4 });
    answer(new Blob(["x"]));
    await settle();
    expect([state(), t.saved]).toEqual([undefined, ["a.txt"]]);
  });

  test("that was cancelled is forgotten and can be started again", async () => {
    void downloads.start(FILE);
    const first = t.service.next()!;
    downloads.cancel("f1");
    await settle();
    expect(first.options.signal!.aborted).toBe(true);
    expect([state(), t.saved]).toEqual([undefined, []]);
    void downloads.start(FILE);
    expect(t.service.next()).toBeDefined();
  });

  test("that fails is marked as failed until it is retried", async () => {
    void downloads.start(FILE);
    t.service.next()!.refuse(new Error("gone"));
    await settle();
    expect(state()).toBe("failed");
    void downloads.start(FILE);
    expect(state()).toEqual({ share: 0 });
  });
});
