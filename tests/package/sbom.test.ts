/** The bill of materials has every package of a bundle, and everything that npm installs beside it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT } from "../../tools/release/project.ts";
import { sbomOf } from "../../tools/release/sbom.ts";
import type { Json } from "../support/service.ts";

const SUBJECT = { name: "heliogram", version: "1.2.3", license: "MIT", description: "A service" };
const FILES = ["zod/index.js", "@base-ui/react/index.js", "zod/v4/index.js"].map((path) =>
  join(PROJECT, "node_modules", path),
);
const OWN = [join(PROJECT, "server/main.ts"), "\0rolldown/runtime.js"];

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(join(PROJECT, "node_modules", name, "package.json"), "utf8")).version;

test("each package is named once, with its version, licence, checksum and place", () => {
  const sbom = JSON.parse(sbomOf(SUBJECT, [...FILES, ...OWN], ["sharp"])) as Json;
  const byName = new Map<string, Json>(
    sbom.components.map((each: Json) => [each.group === undefined ? each.name : `${each.group}/${each.name}`, each]),
  );
  expect(byName.size).toBe(sbom.components.length);
  const placeOf = (name: string) => byName.get(name)?.properties[0].value;
  expect(byName.get("zod")).toMatchObject({
    type: "library",
    version: versionOf("zod"),
    purl: `pkg:npm/zod@${versionOf("zod")}`,
    licenses: [{ license: { id: "MIT" } }],
    hashes: [{ alg: "SHA-512", content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  });
  expect(["zod", "@base-ui/react", "sharp", "@img/sharp-linux-x64", "detect-libc"].map(placeOf)).toEqual([
    "bundled",
    "bundled",
    "installed",
    "installed",
    "installed",
  ]);
  expect(byName.get("@base-ui/react")!.purl).toBe(`pkg:npm/%40base-ui/react@${versionOf("@base-ui/react")}`);
  const refs = new Set(sbom.components.map((each: Json) => each["bom-ref"]));
  expect(new Set(sbom.dependencies[0].dependsOn)).toEqual(refs);
  expect(sbom).toMatchObject({
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    metadata: { component: { version: "1.2.3" } },
  });
});

test("the same packages give the same file, and others another one", () => {
  const one = sbomOf(SUBJECT, FILES, ["sharp"]);
  expect(sbomOf(SUBJECT, FILES.toReversed(), ["sharp"])).toBe(one);
  const serialOf = (text: string) => JSON.parse(text).serialNumber;
  expect(serialOf(one)).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(serialOf(sbomOf(SUBJECT, FILES.slice(1, 2), ["sharp"]))).not.toBe(serialOf(one));
});

test("a package without an entry in the lock is an error", () => {
  const unknown = join(PROJECT, "node_modules/unknown/index.js");
  expect(() => sbomOf(SUBJECT, [unknown], [])).toThrow("package-lock.json does not have node_modules/unknown");
});
