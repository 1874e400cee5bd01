/** However often the service is killed while files come and go, no file of a message is lost, and none is left over. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blobsOnDisk, passUntilRemoved, rounds, sendDocument, sha256, withFile } from "../kit/maintenance.ts";
import { call, startProcess } from "../kit/own-process.ts";
import { end } from "../kit/programs.ts";
import { engines, startWorld, type Json, type TestService } from "../kit/service.ts";

const KILLS = 3;
const PAGE = 200;

describe.each(engines())("on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    // Files on disk have the machine's own time, and are compared with the clock.
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

  test("killed while files come and go", { timeout: 120_000 }, async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      await t.restart(async () => {
        const { url, program } = await startProcess({ dir: t.dir, database: t.database });
        const loads = ["a", "b", "c"].map((name) => load(url, `${kill} ${name}`));
        // Long enough for some to have come through, and short enough for the others to be under way.
        const before = blobsOnDisk(t).size;
        while (blobsOnDisk(t).size < before + 20) await fetch(`${url}/healthz`);
        await end(program, "SIGKILL");
        await Promise.all(loads);
      });
    }
    await sendDocument(t, "guard_bot", t.id("Team"), "the last");
    await rounds(t, 1);
    await passUntilRemoved(t);
    await rounds(t, 2);
    const referred = await hashesOfMessages();
    expect([...blobsOnDisk(t)].sort()).toEqual([...referred].sort());
    expect(referred.size).toBeGreaterThan(KILLS * 5);
  });
});
