/** The fast path responds to any bytes like `node:http`, and leaves the connection in the same state. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { LONG_RUN } from "../../support/long-run.ts";
import { startWorld, type TestService } from "../../support/service.ts";
import { differences, withoutChance } from "./difference.ts";
import { Wire } from "./wire.ts";

const CASES = Number(process.env.CASES ?? (LONG_RUN ? 3000 : 1000));
const SEED = Number(process.env.SEED ?? 1);

let own: TestService;
let node: TestService;
beforeAll(async () => {
  own = await startWorld("memory", undefined, { http_reader: "own" });
  node = await startWorld("memory", undefined, { http_reader: "node" });
});
afterAll(() => Promise.all([own.stop(), node.stop()]));

test(`${CASES} connections, seed ${SEED}`, { timeout: 60_000 + CASES * 40 }, async () => {
  const { found, statuses } = await differences(own, node, CASES, SEED);
  expect(found).toEqual([]);
  // The comparison covers more than errors.
  for (const status of ["100", "200", "400", "401", "404", "405"])
    expect([status, statuses[status]! > CASES / 60]).toEqual([status, true]);
  expect([...own.log, ...node.log].filter((line) => line.includes("unexpected error"))).toEqual([]);
});

test("too many messages: the same 429, with Retry-After", async () => {
  const said: string[] = [];
  for (const http_reader of ["own", "node"] as const) {
    const t = await startWorld("memory", undefined, { http_reader, rate_limits: "telegram" });
    const body = JSON.stringify({ chat_id: t.id("Team"), text: "again" });
    const head = `POST /bot${t.token("guard_bot")}/sendMessage HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}`;
    const wire = new Wire(t.url);
    wire.send(`${head}\r\n\r\n${body}`.repeat(40));
    wire.halfClose();
    said.push(withoutChance(await wire.end()));
    await t.stop();
  }
  expect(said[0]).toContain("Retry-After: ");
  expect(said[0]).toBe(said[1]);
});
