/** The comparison of the two readers finds a fault when there is one: planted here, in ours. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startWorld, type TestService } from "../../kit/service.ts";
import { differences } from "./difference.ts";

type Reader = typeof import("heliogram/http/quick/request.ts");

const planted = vi.hoisted(() => ({ blind: /^never$/g }));

vi.mock("heliogram/http/quick/request.ts", async (original) => {
  const { readQuickRequest } = await original<Reader>();
  const fault: Reader = {
    // What the reader must not see is overwritten, so that everything stays in its place.
    readQuickRequest(bytes, at) {
      const text = bytes.toString("latin1").replaceAll(planted.blind, (seen) => seen.replaceAll(/[^\r]/g, "x"));
      return readQuickRequest(Buffer.from(text, "latin1"), at);
    },
  };
  return fault;
});

let own: TestService;
let node: TestService;
beforeAll(async () => {
  own = await startWorld("memory", undefined, { http_reader: "own" });
  node = await startWorld("memory", undefined, { http_reader: "node" });
});
afterAll(() => Promise.all([own.stop(), node.stop()]));

test.each([
  ["accepts two Content-Lengths", /Content-Length(?=: \d+\r\n([^\r]+\r\n)*Content-Length:)/gi],
  ["passes over Transfer-Encoding", /Transfer-Encoding(?=:)/gi],
  ["passes over Connection: close", /Connection(?=: close)/gi],
  ["passes over Expect", /Expect(?=:)/g],
  ["takes a bare line feed for a letter", /(?<!\r)\n(?=.)/g],
])("a reader that %s is found out", { timeout: 60_000 }, async (_fault, blind) => {
  planted.blind = blind;
  expect((await differences(own, node, 2000, 1)).found.length).toBeGreaterThan(0);
});

test("a reader without a fault is not", { timeout: 60_000 }, async () => {
  planted.blind = /^never$/g;
  expect((await differences(own, node, 200, 1)).found).toEqual([]);
});
