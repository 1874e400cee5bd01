/** The built client: small enough, translated completely, and without references to other hosts. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";

const WEB = join(import.meta.dirname, "../../web");
const DIST = join(WEB, "dist");
const MOST_BYTES = 250_000;

describe("the built client", () => {
  beforeAll(() => {
    execFileSync(process.execPath, [join(WEB, "build/ensure.ts")], { stdio: ["ignore", "ignore", "inherit"] });
  });

  test("the scripts of the first screen are under 250 kB", () => {
    const page = readFileSync(join(DIST, "index.html"), "utf8");
    const first = new Set([...page.matchAll(/\/(assets\/[\w.-]+\.js)/g)].map(([, path]) => path!));
    expect(first.size).toBeGreaterThan(0);
    const bytes = [...first].reduce((sum, path) => sum + gzipSync(readFileSync(join(DIST, path))).length, 0);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });

  test("dialogs and menus, and the detection of links, are not among them", () => {
    const page = readFileSync(join(DIST, "index.html"), "utf8");
    const scripts = readdirSync(join(DIST, "assets")).filter((name) => name.endsWith(".js"));
    const containing = (text: string) =>
      scripts.filter((name) => readFileSync(join(DIST, "assets", name), "utf8").includes(text));
    // Marks of the library of overlays, and of the list of top-level domains.
    for (const mark of ["data-base-ui-inert", "vermögensberatung"]) {
      const names = containing(mark);
      expect(names, mark).not.toEqual([]);
      expect(names.filter((name) => page.includes(name), mark)).toEqual([]);
    }
  });

  test("scripts name only these other hosts, and request none of them", () => {
    const named = new Set<string>();
    for (const name of readdirSync(DIST, { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".js")) continue;
      const script = readFileSync(join(DIST, name), "utf8");
      for (const [, host] of script.matchAll(/https?:\/\/([a-z0-9][a-z0-9.-]*)/gi)) named.add(host!);
    }
    expect([...named].sort()).toEqual(
      [
        // Explanations of the libraries' errors: text only.
        "base-ui.com",
        "simplewebauthn.dev",
        // Explanations of the highlighter's warnings: text only.
        "github.com",
        // Stands for the client's own origin where a path is resolved.
        "client.invalid",
        // The router's base for a page without an origin.
        "localhost",
        "react.dev",
        // XML namespaces.
        "www.w3.org",
        // A link from a location to its map.
        "www.openstreetmap.org",
      ].sort(),
    );
  });

  test("no page or stylesheet loads from another host", () => {
    for (const name of readdirSync(DIST, { recursive: true, encoding: "utf8" })) {
      if (!/\.(html|css)$/.test(name)) continue;
      expect([name, readFileSync(join(DIST, name), "utf8")]).toEqual([
        name,
        expect.not.stringMatching(/(?:src|href|url)[=(]["']?(?:https?:)?\/\//),
      ]);
    }
  });

  test("a second request is answered with 304", () => {
    const output = execFileSync(process.execPath, [join(WEB, "build/ensure.ts")], { encoding: "utf8", stdio: "pipe" });
    expect(output).toBe("");
  });

  test("the catalogs hold the messages of the sources: “npm run messages” gathers them", () => {
    const lingui = join(WEB, "../node_modules/.bin/lingui");
    const output = execFileSync(process.execPath, [lingui, "check", "sync", "--clean", "--workers", "1"], {
      cwd: WEB,
      // Under vitest's own environment the command would take itself for a test.
      env: { PATH: process.env.PATH },
      encoding: "utf8",
      stdio: "pipe",
    });
    expect(output).toContain("PASS");
  });
});
