/** Killing the service while files are sent and deleted loses no file of a message and leaves no unreferenced file. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  storedBlobs,
  advanceUntilRemoved,
  maintenanceRounds,
  sendDocument,
  sha256,
  withFile,
} from "../support/maintenance.ts";
import { call, startProcess } from "../support/own-process.ts";
import { end } from "../support/programs.ts";
import { engineIndependent, startWorld, type Json, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const KILLS = 3;
const PAGE = 200;

describe.each(engineIndependent())("on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    // Times of files come from the system clock and are compared with the clock of the service.
    t = await startWorld(engine, undefined, { start_ms: Date.now() });
  });
  afterAll(() => t.stop());

  /** Sends, replaces and deletes files until the service is gone. */
  async function load(url: string, name: string): Promise<number> {
    const bot = `${url}/bot${t.token("guard_bot")}`;
    const chat_id = t.id("Team");
    const bytes = (n: number, what: string) => new TextEncoder().encode(`${name} ${n} ${what}`);
    let n = 0;
    try {
      for (; ; n++) {
        const { message_id } = await call<Json>(
          `${bot}/sendDocument`,
          withFile({ chat_id, document: bytes(n, "sent") }),
        );
        if (n % 3 === 0) await call(`${bot}/deleteMessage`, { chat_id, message_id });
        if (n % 3 !== 1) continue;
        const media = JSON.stringify({ type: "document", media: "attach://part" });
        await call(`${bot}/editMessageMedia`, withFile({ chat_id, message_id, media, part: bytes(n, "edited") }));
      }
    } catch {
      return n;
    }
  }

  /** The hashes of the bytes that the messages of the chat have, read one by one. */
  async function hashesOfMessages(): Promise<Set<string>> {
    const hashes = new Set<string>();
    const headers = { authorization: `Bearer ${t.accessToken("alice")}` };
    for (let after = 0; ;) {
      const { messages }: Json = await t.as("alice", "getHistory", { chat_id: t.id("Team"), after, limit: PAGE });
      for (const { document } of messages) {
        if (!document) continue;
        const answer = await fetch(`${t.url}/api/file/document/${document.file_id}`, { headers });
        expect(answer.status).toBe(200);
        hashes.add(sha256(new Uint8Array(await answer.arrayBuffer())));
      }
      if (messages.length < PAGE) return hashes;
      after = messages.at(-1).message_id;
    }
  }

  test("killed while files are sent and deleted", { timeout: 120_000 }, async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      await t.restart(async () => {
        const { url, program } = await startProcess({ dir: t.dir, database: t.database });
        const loads = ["a", "b", "c"].map((name) => load(url, `${kill} ${name}`));
        // Some requests have finished by then, and others are still running.
        const before = (await storedBlobs(t)).size;
        await until(async () => (await storedBlobs(t)).size >= before + 20, "20 more files");
        await end(program, "SIGKILL");
        await Promise.all(loads);
      });
    }
    await sendDocument(t, "guard_bot", t.id("Team"), "the last");
    await maintenanceRounds(t, 1);
    await advanceUntilRemoved(t);
    await maintenanceRounds(t, 2);
    const referred = await hashesOfMessages();
    expect([...(await storedBlobs(t))].sort()).toEqual([...referred].sort());
    expect(referred.size).toBeGreaterThan(KILLS * 5);
  });
});
