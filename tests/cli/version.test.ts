/** `heliogram --version` prints the version of the package. */
import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { CommandFolder } from "../support/commands.ts";

const shop = new CommandFolder();
afterAll(() => shop.close());

test("the version", async () => {
  const text = readFileSync(new URL("../../server/package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(text) as { version: string };
  expect(await shop.run(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});
