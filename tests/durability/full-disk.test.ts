/** A full disk ends the service; everything acknowledged before is kept. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OwnDisk } from "../support/own-disk.ts";
import { call, Refused, startProcess } from "../support/own-process.ts";
import { end, ended } from "../support/programs.ts";
import type { Json } from "../support/service.ts";

/** A file size limit of 3000 blocks; the block size of the shell is 512 or 1024 bytes. */
const LIMIT = "ulimit -f 3000";
/** The longest text, so that the redo log grows quickly. */
const PADDING = "😀".repeat(2000);

test(
  "a redo log that cannot be written ends the process, and what it acknowledged is there",
  { timeout: 120_000 },
  async () => {
    const dir = mkdtempSync(join(tmpdir(), "heliogram-full-"));
    const world = { people: [{ name: "Alice", username: "alice" }], chats: [{ title: "Own", creator: "alice" }] };
    const first = await startProcess({ dir, world, before: LIMIT });
    const [chat_id, token] = [first.chats[0]!.id, first.people[0]!.access_token];
    let complaints = "";
    first.program.stderr!.on("data", (chunk: Buffer) => (complaints += chunk.toString()));
    const { message_id } = await call<Json>(`${first.url}/api/sendMessage`, { chat_id, text: "0" }, token);

    let acknowledged = 0;
    const edits = async () => {
      for (;;) {
        const text = `${acknowledged + 1} ${PADDING}`;
        await call(`${first.url}/api/editMessageText`, { chat_id, message_id, text }, token);
        acknowledged += 1;
      }
    };
    const fault: unknown = await edits().catch((error: unknown) => error);
    expect(fault).not.toBeInstanceOf(Refused);
    await ended(first.program);
    expect(first.program.exitCode).toBe(75);
    expect(complaints).toMatch(/the redo log could not be written|EFBIG/);
    expect(complaints).toContain("the disk is full: stopping; everything that was acknowledged is kept");
    expect(acknowledged).toBeGreaterThan(50);

    const second = await startProcess({ dir });
    const history = await call<Json>(`${second.url}/api/getHistory`, { chat_id, limit: 1 }, token);
    // The last edit may have come through whole, though nobody was told.
    expect([acknowledged, acknowledged + 1]).toContain(Number(history.messages[0].text.split(" ")[0]));
    await end(second.program, "SIGTERM");
    rmSync(dir, { recursive: true, force: true });
  },
);

test.runIf(process.getuid?.() === 0)(
  "a service on a full disk ends, does not start while there is no room, and starts with everything when there is",
  { timeout: 240_000 },
  async () => {
    const root = mkdtempSync(join(tmpdir(), "heliogram-full-"));
    const disk = new OwnDisk(join(root, "disk"), {}, 24);
    const dir = disk.folder;
    const world = { people: [{ name: "Alice", username: "alice" }], chats: [{ title: "Own", creator: "alice" }] };
    const first = await startProcess({ dir, world });
    const [chat_id, token] = [first.chats[0]!.id, first.people[0]!.access_token];
    const form = new FormData();
    form.set("chat_id", String(chat_id));
    form.set("document", new Blob(["no room is left beside what messages need"]), "file");
    const upload = await fetch(`${first.url}/api/sendDocument`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    expect([upload.status, upload.headers.get("retry-after")]).toEqual([503, "60"]);

    let acknowledged = 0;
    const { message_id } = await call<Json>(`${first.url}/api/sendMessage`, { chat_id, text: "0" }, token);
    disk.fill();
    const fault: unknown = await (async () => {
      for (;;) {
        const text = `${acknowledged + 1} ${PADDING}`;
        await call(`${first.url}/api/editMessageText`, { chat_id, message_id, text }, token);
        acknowledged += 1;
      }
    })().catch((error: unknown) => error);
    expect(fault).not.toBeInstanceOf(Refused);
    await ended(first.program);
    expect(first.program.exitCode).toBe(75);

    await expect(startProcess({ dir })).rejects.toThrow(/the disk is full|there is no room on the disk/);
    disk.clear();
    const second = await startProcess({ dir });
    const history = await call<Json>(`${second.url}/api/getHistory`, { chat_id, limit: 1 }, token);
    expect([acknowledged, acknowledged + 1]).toContain(Number(history.messages[0].text.split(" ")[0]));
    await end(second.program, "SIGTERM");
    disk.remove();
    rmSync(root, { recursive: true, force: true });
  },
);
