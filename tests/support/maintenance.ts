/** Runs the maintenance of a tested service by the clock of the test, and lists its files. */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { objectsIn } from "./s3.ts";
import type { Json, TestService } from "./service.ts";
import { until } from "./until.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Each step starts a round of maintenance, which costs more than the step. */
const STEP_HOURS = 6;

/** Time between rounds of maintenance. */
const ROUND_MS = 10 * MINUTE_MS;

/** A service, and the clock by which it goes. */
type Advanceable = Pick<TestService, "clock" | "fetch">;

/**
 * Advances the clock until this many complete rounds of maintenance have run. While a round runs, the clock stands: on a busy
 * machine a round would otherwise take hours of this clock.
 */
export async function maintenanceRounds(t: Advanceable, count: number): Promise<void> {
  await untilLeased(t);
  // One that is running when this begins does not count.
  for (let round = 0; round <= count; round++) {
    const before = await endedRounds(t);
    t.clock.advance(ROUND_MS);
    await until(async () => (await endedRounds(t)) !== before, "the end of a round of maintenance");
  }
}

async function endedRounds(t: Advanceable): Promise<string | undefined> {
  return /^heliogram_maintenance_rounds_total (\d+)$/m.exec(await metricsOf(t))?.[1];
}

/**
 * Resolves when this node does the jobs of maintenance. A node that was killed has their lease until this one has read its
 * heartbeat for some seconds.
 */
async function untilLeased(t: Advanceable): Promise<void> {
  await until(async () => {
    const metrics = await metricsOf(t);
    const isOneOfMany = /^heliogram_nodes /m.test(metrics);
    if (!isOneOfMany || /^heliogram_leases_held\{kind="maintenance"\} 1$/m.test(metrics)) return true;
    t.clock.advance(500);
    await t.fetch("/readyz");
    return false;
  }, "the lease of maintenance");
}

async function metricsOf(t: Advanceable): Promise<string> {
  return String((await t.fetch("/metrics")).body);
}

/** Advances the clock by this many hours and runs maintenance. */
export async function advanceHours(t: Advanceable, hours: number): Promise<void> {
  // In steps, so that timers which are set again after something has been awaited fire several times.
  for (let left = hours; left > 0; left -= STEP_HOURS) {
    t.clock.advance(Math.min(left, STEP_HOURS) * HOUR_MS);
    await t.fetch("/healthz");
  }
  await maintenanceRounds(t, 1);
}

/** The shortest time after which an unreferenced file is deleted. */
export async function advanceUntilRemoved(t: Advanceable): Promise<void> {
  await maintenanceRounds(t, 1);
  await advanceHours(t, 24);
  await maintenanceRounds(t, 2);
}

export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The hashes of all blobs, in the folder or in the bucket of a service. */
export async function storedBlobs(t: TestService): Promise<Set<string>> {
  const found = new Set<string>();
  if (t.files) {
    for (const name of await objectsIn(t.files)) if (name.startsWith("blobs/")) found.add(name.slice("blobs/".length));
    return found;
  }
  const path = join(t.dir, "media", "blobs");
  for (const folder of readdirSync(path)) for (const name of readdirSync(join(path, folder))) found.add(folder + name);
  return found;
}

/** A function that calls a method with a file. */
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
