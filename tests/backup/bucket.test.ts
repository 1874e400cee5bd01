/** Backups of a service whose files are in a bucket, restored into another bucket and into a folder. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { CommandFolder, PATIENCE_MS } from "../support/commands.ts";
import { sha256, withFile } from "../support/maintenance.ts";
import { call } from "../support/own-process.ts";
import { objectsIn, takeBucket } from "../support/s3.ts";
import { HAS_S3 } from "../support/s3-store.ts";
import type { Json } from "../support/service.ts";
import type { S3Options } from "heliogram/media/s3/s3-options.ts";
import { environment } from "./served.ts";

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });
const commands = new CommandFolder();
afterAll(() => commands.close());

const HASHES = ["kept in a bucket", "another"].map((text) => `blobs/${sha256(text)}`).toSorted();

function inBucket(bucket: S3Options): Record<string, string> {
  return {
    HELIOGRAM_FILES_URL: `s3://${bucket.bucket}?endpoint=${bucket.endpoint}&region=${bucket.region}`,
    HELIOGRAM_FILES_ACCESS_KEY: bucket.access_key,
    HELIOGRAM_FILES_SECRET_KEY: bucket.secret_key,
  };
}

const listening = (output: string) => /listens on (\S+)\n/.exec(output)?.[1];

describe.skipIf(!HAS_S3)("with a bucket", () => {
  const to = join(commands.dir, "backups");
  const place = (name: string) => environment(join(commands.dir, name), "sqlite");

  test("the files of the bucket are in the backup", async () => {
    const bucket = await takeBucket();
    const env = { ...place("data"), ...inBucket(bucket) };
    const { found: url, stop } = await commands.start(["serve"], env, listening);
    const { code } = await commands.run(["person", "create", "alice"], env, "password 1\n");
    expect(code).toBe(0);
    const { access_token } = await call<Json>(`${url}/api/signIn`, { username: "alice", password: "password 1" });
    const { chat } = await call<Json>(`${url}/api/createChat`, { title: "Files" }, access_token);
    for (const text of ["kept in a bucket", "another"]) {
      const document = new TextEncoder().encode(text);
      await call(`${url}/api/sendDocument`, withFile({ chat_id: chat.id, document }), access_token);
    }
    const { stdout, stderr } = await commands.run(["backup", to], env);
    expect([stdout, stderr]).toEqual([expect.stringContaining('"copied": 2'), expect.stringContaining("2 files in")]);
    await stop();
    // The backup does not need the bucket any more.
    rmSync(join(commands.dir, "data"), { recursive: true });
  });

  test("it is restored into another bucket, with the mark of the store", async () => {
    const bucket = await takeBucket();
    const env = { ...place("elsewhere"), ...inBucket(bucket) };
    expect((await commands.run(["restore", to], env)).code).toBe(0);
    expect(await objectsIn(bucket)).toEqual(expect.arrayContaining([...HASHES, "heliogram"]));
    const { stop } = await commands.start(["serve"], env, listening);
    await stop();
    // A service without the bucket would not find its files.
    const { stderr } = await commands.run(["serve"], place("elsewhere"));
    expect(stderr).toContain("the files of this service are in a bucket");
  });

  test("it is restored into a folder", async () => {
    const env = place("folder");
    expect((await commands.run(["restore", to], env)).code).toBe(0);
    const { stop } = await commands.start(["serve"], env, listening);
    await stop();
  });

  test("the bucket of another service is refused, and nothing is stored", async () => {
    const bucket = await takeBucket();
    const { stop } = await commands.start(["serve"], { ...place("other"), ...inBucket(bucket) }, listening);
    await stop();
    const { code, stderr } = await commands.run(["restore", to], { ...place("refused"), ...inBucket(bucket) });
    expect([code, stderr]).toEqual([1, expect.stringContaining("was not restored")]);
    expect(await objectsIn(bucket)).toEqual(["heliogram"]);
  });
});
