/** The comparison of the two readers finds faults that are planted in the fast path. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { TestService } from "../../support/service.ts";
import type * as Reader from "heliogram/http/fast-path/request.ts";
import { differences } from "./difference.ts";

const planted = vi.hoisted(() => ({ blind: /^never$/g }));

vi.mock("heliogram/http/fast-path/request.ts", async (original) => {
  const { readFastPathRequest } = await original<typeof Reader>();
  const fault: typeof Reader = {
    // What the fast path must not see is overwritten with as many characters.
    readFastPathRequest(bytes, at) {
      const text = bytes.toString("latin1").replaceAll(planted.blind, (seen) => seen.replaceAll(/[^\r]/g, "x"));
      return readFastPathRequest(Buffer.from(text, "latin1"), at);
    },
  };
  return fault;
});

let own: TestService;
let node: TestService;
beforeAll(async () => {
  // Test files share their modules: the service is imported anew here, and once more by the next file.
  vi.resetModules();
  const { startWorld } = await import("../../support/service.ts");
  own = await startWorld("memory", undefined, { http_reader: "own" });
  node = await startWorld("memory", undefined, { http_reader: "node" });
});
afterAll(async () => {
  await Promise.all([own.stop(), node.stop()]);
  vi.resetModules();
});

test.each([
  ["accepts two Content-Lengths", /Content-Length(?=: \d+\r\n([^\r]+\r\n)*Content-Length:)/gi],
  ["passes over Transfer-Encoding", /Transfer-Encoding(?=:)/gi],
  ["passes over Connection: close", /Connection(?=: close)/gi],
  ["passes over Expect", /Expect(?=:)/g],
  ["takes a bare line feed for a letter", /(?<!\r)\n(?=.)/g],
])("a reader that %s is found out", async (_fault, blind) => {
  planted.blind = blind;
  expect((await differences(own, node, 2000, 1, 4)).found.length).toBeGreaterThan(0);
});

test("a reader without a planted fault passes", async () => {
  planted.blind = /^never$/g;
  expect((await differences(own, node, 200, 1)).found).toEqual([]);
});
