/** Lets a service under test do its maintenance, by the clock of the test, and looks at the files that it has. */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { findMeta } from "heliogram/store/counters.ts";
import type { Json, TestService } from "./service.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Goes on until maintenance has been done so many times, from beginning to end. */
export async function rounds(t: TestService, count: number): Promise<void> {
  const noted = () => t.service.db.read((tx) => findMeta(tx, "retention_clock"));
  // Each round begins with a note. One more begins when the last has ended.
  for (let round = 0; round <= count; round++) {
    const before = await noted();
    while ((await noted()) === before) {
      t.clock.advance(MINUTE_MS);
      await t.fetch("/healthz");
    }
  }
}

/** Lets so many hours go by, with maintenance at their end. */
export async function pass(t: TestService, hours: number): Promise<void> {
  // Small jumps: whatever waits for a moment of the clock finds it.
  for (let hour = 0; hour < hours; hour++) {
    t.clock.advance(HOUR_MS);
    await t.fetch("/healthz");
  }
  await rounds(t, 1);
}

/** Enough for a file that nothing refers to any more to be removed, and no less. */
export async function passUntilRemoved(t: TestService): Promise<void> {
  await rounds(t, 1);
  await pass(t, 24);
  await rounds(t, 2);
}

export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The hashes of all blobs on disk. */
export function blobsOnDisk(t: TestService): Set<string> {
  const path = join(t.dir, "media", "blobs");
  const found = new Set<string>();
  for (const folder of readdirSync(path)) for (const name of readdirSync(join(path, folder))) found.add(folder + name);
  return found;
}

/** What calls a method with a file. */
export function withFile(fields: Readonly<Record<string, string | number | Uint8Array<ArrayBuffer>>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Uint8Array) form.set(name, new Blob([value]), "file");
    else form.set(name, String(value));
  }
  return form;
}

/** Sends a document by a bot. */
export async function sendDocument(t: TestService, bot: string, chat_id: number, content: string): Promise<Json> {
  return t.ok(bot, "sendDocument", withFile({ chat_id, document: new TextEncoder().encode(content) }));
}
