/** The types of the packages are written, whatever follows from a value, and the compiler reads those of the service. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { writeDeclarations } from "../../tools/release/declarations.ts";
import { PROJECT } from "../../tools/release/project.ts";

const dir = mkdtempSync(join(tmpdir(), "heliogram-types-"));
afterAll(() => rmSync(dir, { recursive: true }));

test("the types of the service compile, and have the fields of a message", () => {
  writeDeclarations(["server/index.ts"], dir);
  const tsc = join(PROJECT, "node_modules/typescript/bin/tsc");
  const flags = ["--ignoreConfig", "--noEmit", "--strict", "--module", "nodenext", "--target", "es2024"];
  const node = ["--types", "node", "--typeRoots", join(PROJECT, "node_modules/@types")];
  execFileSync(process.execPath, [tsc, ...flags, ...node, join(dir, "server/index.d.ts")], { stdio: "pipe" });
  expect(readFileSync(join(dir, "shared/wire/messages.d.ts"), "utf8")).toMatch(/reply_to_message\?: Message;/);
});

test("the types of the test kit are written", () => {
  writeDeclarations(["testkit/index.ts"], dir, ["heliogram", "vitest", "@jest/globals"]);
  expect(readdirSync(join(dir, "testkit"))).toContain("index.d.ts");
});
