/** Long responses of the user API are compressed for clients that accept gzip. */
import { request } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compressor } from "heliogram/http/compression.ts";
import type { ApiResponse } from "heliogram/methods/engine/api-response.ts";
import { startWorld, type TestService } from "../support/service.ts";

interface Raw {
  readonly encoding: string | undefined;
  readonly length: number;
  readonly bytes: Buffer;
}

describe("long responses", () => {
  let t: TestService;
  let team: number;
  beforeAll(async () => {
    t = await startWorld("memory");
    team = t.id("Team");
    const text = "So much is said, and said again. ".repeat(100);
    // Besides the service message of the group's creation.
    for (let i = 0; i < 10; i++) await t.as("bob", "sendMessage", { chat_id: team, text });
  });
  afterAll(() => t.stop());

  /** A call whose response is not decompressed. */
  function ask(path: string, params: object, accept: string | undefined): Promise<Raw> {
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer ${t.accessToken("bob")}`,
      ...(accept === undefined ? {} : { "accept-encoding": accept }),
    };
    return new Promise((resolve, reject) => {
      const req = request(`${t.url}${path}`, { method: "POST", headers }, (res) => {
        const chunks: Buffer[] = [];
        res.on("data", (chunk: Buffer) => chunks.push(chunk));
        res.on("end", () => {
          const bytes = Buffer.concat(chunks);
          resolve({ encoding: res.headers["content-encoding"], length: Number(res.headers["content-length"]), bytes });
        });
      });
      req.once("error", reject);
      req.end(JSON.stringify(params));
    });
  }

  const history = (accept: string | undefined) => ask("/api/getHistory", { chat_id: team }, accept);

  test.each(["gzip", "gzip, deflate, br", "br;q=1.0, GZIP;q=0.8", "deflate,gzip;q=0.001"])(
    "come as gzip to who accepts “%s”",
    async (accept) => {
      const plain = await history(undefined);
      const { encoding, length, bytes } = await history(accept);
      expect([encoding, length]).toEqual(["gzip", bytes.length]);
      expect(bytes.length).toBeLessThan(plain.bytes.length / 5);
      expect(gunzipSync(bytes).equals(plain.bytes)).toBe(true);
    },
  );

  test.each([undefined, "", "br", "gzip;q=0", "gzip;q=0.000", "x-gzip", "identity"])(
    "come as they are to who accepts “%s”",
    async (accept) => {
      const { encoding, length, bytes } = await history(accept);
      expect([encoding, length]).toEqual([undefined, bytes.length]);
      expect(JSON.parse(bytes.toString()).result.messages).toHaveLength(11);
    },
  );

  test("short responses and responses to bots are not compressed", async () => {
    expect((await ask("/api/getProfile", {}, "gzip")).encoding).toBeUndefined();
    const token = t.token("guard_bot");
    const updates = await ask(`/bot${token}/getUpdates`, {}, "gzip");
    expect([updates.encoding, updates.bytes.length > 30_000]).toEqual([undefined, true]);
  });
});

test("responses to one address that wait for compression do not cost another's", async () => {
  const compress = compressor(({ headers: { from = "" } }) => ({ address: from, network: from, user_agent: "" }));
  const body = "x".repeat(32 * 1024);
  const ask = (from: string) =>
    compress({ headers: { from, "accept-encoding": "gzip" } } as never, { status: 200, body } as ApiResponse);
  const order: string[] = [];
  const many = Array.from({ length: 20 }, () => ask("10.1.1.1").then(({ gzip }) => void (gzip && order.push("one"))));
  const other = ask("10.2.2.2").then(({ gzip }) => void (gzip && order.push("other")));
  await Promise.all([...many, other]);
  expect(order).toHaveLength(18);
  expect(order.indexOf("other")).toBeLessThan(3);
});
