/** `heliogram files copy`: from the data folder to a bucket and back, again and again, beside a service and without. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { PATIENCE_MS, CommandFolder, type Ended } from "../support/commands.ts";
import { sha256 } from "../support/maintenance.ts";
import { objectsIn, takeBucket } from "../support/s3.ts";
import { HAS_S3 } from "../support/s3-store.ts";
import type { Json } from "../support/service.ts";

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });
const commands = new CommandFolder();
afterAll(() => commands.close());

const LARGE = "0123456789".repeat(2_000_000);

describe.skipIf(!HAS_S3)("files copy", () => {
  const dir = join(commands.dir, "data");
  const blobs = join(dir, "media", "blobs");
  const folder = {
    HELIOGRAM_DATA_DIR: dir,
    HELIOGRAM_PORT: "0",
    HELIOGRAM_HOST: "127.0.0.1",
    HELIOGRAM_ASSISTANT: "false",
  };
  let bucketSettings: Record<string, string> = {};
  let contents: () => Promise<string[]>;
  const copy = (to: string): Promise<Ended> => commands.run(["files", "copy", "--to", to], bucketSettings);
  const listening = (output: string) => (output.includes("listens on") ? true : undefined);

  function put(content: string, name = sha256(content)): void {
    mkdirSync(join(blobs, name.slice(0, 2)), { recursive: true });
    writeFileSync(join(blobs, name.slice(0, 2), name.slice(2)), content);
  }

  const inFolder = () =>
    readdirSync(blobs).flatMap((part) => readdirSync(join(blobs, part)).map((name) => part + name));

  test("it asks for what it needs", async () => {
    expect((await commands.run(["files", "copy"], folder)).stderr).toContain("needs --to bucket or --to folder");
    expect((await commands.run(["files", "copy", "--to", "bucket"], folder)).stderr).toContain("HELIOGRAM_FILES_URL");
    const half = { ...folder, HELIOGRAM_FILES_URL: "s3://files" };
    const { code, stderr } = await commands.run(["files", "copy", "--to", "bucket"], half);
    expect([code, stderr]).toEqual([78, expect.stringContaining("set HELIOGRAM_FILES_ACCESS_KEY")]);
  });

  test("beside a running service it copies what there is, and completes nothing", async () => {
    const bucket = await takeBucket();
    contents = async () => (await objectsIn(bucket)).map((name) => name.replace("blobs/", "")).sort();
    bucketSettings = {
      ...folder,
      HELIOGRAM_FILES_URL: `s3://${bucket.bucket}?endpoint=${bucket.endpoint}&region=${bucket.region}`,
      HELIOGRAM_FILES_ACCESS_KEY: bucket.access_key,
      HELIOGRAM_FILES_SECRET_KEY: bucket.secret_key,
    };
    const { stop } = await commands.start(["serve"], folder, listening);
    put("one");
    put(LARGE);
    const { code, stdout, stderr } = await copy("bucket");
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ copied: 2, is_complete: false })]);
    expect(stderr).toContain("stop it, repeat this command");
    expect(await contents()).toEqual([sha256("one"), sha256(LARGE)].sort());
    await stop();
  });

  test("a damaged file is named, and prevents the end; so does nothing else", async () => {
    put("two");
    put("changed", sha256("three"));
    const { code, stdout } = await copy("bucket");
    const answer: Json = JSON.parse(stdout);
    expect([code, answer]).toEqual([
      1,
      { copied: 1, copied_bytes: 3, present: 2, damaged: [sha256("three")], is_complete: false },
    ]);
    expect(await contents()).not.toContain(sha256("three"));
    put("three");
    expect(JSON.parse((await copy("bucket")).stdout)).toMatchObject({ copied: 1, present: 3, is_complete: true });
    expect(await contents()).toContain("heliogram");
  });

  test("then the service starts with the bucket, and not without", async () => {
    expect((await commands.run(["serve"], folder)).stderr).toContain("the files of this service are in a bucket");
    const { stop } = await commands.start(["serve"], bucketSettings, listening);
    await stop();
  });

  test("and back", async () => {
    rmSync(blobs, { recursive: true });
    expect(JSON.parse((await copy("folder")).stdout)).toMatchObject({ copied: 4, present: 0, is_complete: true });
    expect(inFolder().sort()).toEqual(["one", "two", "three", LARGE].map((content) => sha256(content)).sort());
    const name = sha256(LARGE);
    expect(sha256(readFileSync(join(blobs, name.slice(0, 2), name.slice(2))))).toBe(name);
    const { stop } = await commands.start(["serve"], folder, listening);
    await stop();
  });
});
