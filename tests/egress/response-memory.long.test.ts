/** Long answers to outgoing requests: what one account may hold of them until they have been used. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Egress, type EgressResponse } from "heliogram/egress/egress.ts";
import { systemClock } from "heliogram/ports/clock.ts";

const MIB = 1024 * 1024;
const BODY = Buffer.alloc(9 * MIB, "x");
let server: Server;
let egress: Egress;
beforeAll(async () => {
  server = createServer((req, res) => void req.resume().on("end", () => res.end(req.url === "/long" ? BODY : "short")));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const rules = { allow_everything: true, allow: [] };
  egress = new Egress({ rules, clock: systemClock(), connections: 10 } as never);
});
afterAll(() => {
  egress.close();
  server.close();
});

const post = (account_id: number, path = "/long"): Promise<EgressResponse> =>
  egress.post(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {}, "", {
    account_id,
    timeout_ms: 20_000,
    max_response_bytes: 10 * MIB,
  });

test("an answer that does not fit beside those in use is dropped; its status counts", async () => {
  const held: EgressResponse[] = [];
  for (let n = 0; n < 7; n += 1) held.push(await post(1));
  expect(held.map(({ body }) => body.length)).toEqual(held.map(() => BODY.length));
  expect(await post(1)).toMatchObject({
    status: 200,
    body: Buffer.alloc(0),
    error: expect.stringContaining("too many"),
  });
  expect((await post(1, "/short")).body.toString()).toBe("short");
  const other = await post(2);
  expect(other.body).toHaveLength(BODY.length);
  held[0]!.release();
  const next = await post(1);
  expect(next.body).toHaveLength(BODY.length);
  for (const each of [...held, other, next]) each.release();
});
