/** Unexpected errors: a part of the service fails, and the caller gets 500 with a trace id (behaviour.md §1). */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { enginesInTurn, startWorld, type Answer, type Json, type TestService } from "../support/service.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const TRACEPARENT = { traceparent: `00-${TRACE}-b7ad6b7169203331-01` };

/** An error as a driver may throw it: a message, and further properties. */
function broken(secret: string): Error {
  const error = new Error(`the disk is on fire at /bot${secret}/sendMessage`, { cause: new Error(secret) });
  return Object.assign(error, { query: `select '${secret}'`, parameters: [secret] });
}

describe.each(enginesInTurn())("an error on %s", (engine) => {
  describe.each(["own", "node"] as const)("through the reader %s", (http_reader) => {
    let t: TestService;
    let token: string;
    /** The number of lines in the log before the test. */
    let before: number;
    beforeAll(async () => {
      t = await startWorld(engine, undefined, { http_reader });
      token = t.token("guard_bot");
    });
    beforeEach(() => (before = t.log.length));
    afterEach(() => vi.restoreAllMocks());
    afterAll(() => t.stop());

    /** The only error in the log of the test. */
    function logged(): Json {
      const lines = t.log
        .slice(before)
        .map((line) => JSON.parse(line))
        .filter(({ level }) => level >= 50);
      expect(lines).toHaveLength(1);
      return lines[0];
    }

    function expectFault(answer: Answer, secret: string): void {
      const trace_id = answer.headers.get("x-trace-id");
      expect(trace_id).toMatch(/^[0-9a-f]{32}$/);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([500, "application/json"]);
      expect(answer.body).toEqual({ ok: false, error_code: 500, description: "Internal Server Error", trace_id });
      expect(logged()).toMatchObject({
        trace_id,
        msg: "unexpected error",
        err: {
          message: expect.stringMatching(/^the disk is on fire at \/\S*\[secret\]\/sendMessage/),
          stack: expect.stringContaining("unexpected-errors.test.ts"),
        },
      });
      expect(t.log.join("\n")).not.toContain(secret);
      expect(t.log.join("\n")).not.toContain(secret.split(":").at(-1));
    }

    const send = (headers: Record<string, string> = {}) =>
      t.post(`/bot${token}/sendMessage`, { chat_id: t.id("Team"), text: "x" }, headers);

    test("in a write transaction", async () => {
      vi.spyOn(t.service.db, "write").mockRejectedValueOnce(broken(token));
      expectFault(await send(), token);
      expect((await t.fetch("/metrics")).body).toMatch(/heliogram_requests_total\{[^}]*status="500"[^}]*\} 1\n/);
      expect((await send()).status).toBe(200);
    });

    test("under the caller's trace id", async () => {
      vi.spyOn(t.service.db, "write").mockRejectedValueOnce(broken(token));
      expectFault(await send(TRACEPARENT), token);
      expect(logged().trace_id).toBe(TRACE);
    });

    test("before authentication", async () => {
      vi.spyOn(t.service.db, "read").mockRejectedValueOnce(broken(token));
      expectFault(await t.fetch(`/bot${token}/getMe`), token);
      expect((await t.fetch(`/bot${token}/getMe`)).status).toBe(200);
    });

    test("in a read transaction of a file download", async () => {
      vi.spyOn(t.service.db, "read").mockRejectedValueOnce(broken(token));
      expectFault(await t.fetch(`/file/bot${token}/photos/x.jpg`), token);
    });

    test("in media: no upload stays on disk", async () => {
      vi.spyOn(t.service.deps.media, "examine").mockRejectedValueOnce(broken(token));
      const form = new FormData();
      form.set("chat_id", String(t.id("Team")));
      form.set("document", new File(["bytes"], "a.txt"));
      const upload = () => t.post(`/bot${token}/sendDocument`, form);
      expectFault(await upload(), token);
      expect(readdirSync(join(t.dir, "media", "tmp"))).toEqual([]);
      expect((await upload()).status).toBe(200);
    });

    test("of a person's call", async () => {
      const secret = t.accessToken("bob");
      vi.spyOn(t.service.db, "write").mockRejectedValueOnce(broken(secret));
      expectFault(await t.person("bob", "sendMessage", { chat_id: t.id("Team"), text: "x" }), secret);
    });

    test("of a long poll", async () => {
      vi.spyOn(t.service.deps.updates, "take").mockRejectedValueOnce(broken(token));
      expectFault(await t.bot("guard_bot", "getUpdates", { timeout: 1 }), token);
      expect((await t.bot("guard_bot", "getUpdates")).status).toBe(200);
    });
  });
});
