/** What the build makes of the client: small enough, whole in every language, and nothing from elsewhere. */
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

  test("scripts name no other hosts than these, of which none is asked for anything", () => {
    const named = new Set<string>();
    for (const name of readdirSync(DIST, { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".js")) continue;
      const script = readFileSync(join(DIST, name), "utf8");
      for (const [, host] of script.matchAll(/https?:\/\/([a-z0-9][a-z0-9.-]*)/gi)) named.add(host!);
    }
    expect([...named].sort()).toEqual(
      [
        // Where errors of the library are explained: words.
        "base-ui.com",
        // What the router takes a page without an origin to be at.
        "localhost",
        "react.dev",
        // Names of kinds of XML.
        "www.w3.org",
        // A link, for whoever follows it, from a place to its map.
        "www.openstreetmap.org",
      ].sort(),
    );
  });

  test("no page or style names another host to load from", () => {
    for (const name of readdirSync(DIST, { recursive: true, encoding: "utf8" })) {
      if (!/\.(html|css)$/.test(name)) continue;
      expect([name, readFileSync(join(DIST, name), "utf8")]).toEqual([
        name,
        expect.not.stringMatching(/(?:src|href|url)[=(]["']?(?:https?:)?\/\//),
      ]);
    }
  });

  test("a second look finds it fresh, at once", () => {
    const output = execFileSync(process.execPath, [join(WEB, "build/ensure.ts")], { encoding: "utf8", stdio: "pipe" });
    expect(output).toBe("");
  });

  test("the catalogs hold the messages of the sources: “npm run messages” gathers them", () => {
    const lingui = join(WEB, "../node_modules/.bin/lingui");
    const output = execFileSync(process.execPath, [lingui, "check", "sync"], {
      cwd: WEB,
      // It takes a run under vitest for a test of its own.
      env: { PATH: process.env.PATH },
      encoding: "utf8",
      stdio: "pipe",
    });
    expect(output).toContain("PASS");
  });
});
