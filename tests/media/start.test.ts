/** The timeout of starting a media worker uses the system clock, not the clock of the service. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { ProbeProcess } from "heliogram/media/probe-process.ts";
import { Prober } from "heliogram/media/probe.ts";
import { manualClock, systemClock } from "heliogram/ports/clock.ts";

const HOUR_MS = 3_600_000;

const dir = mkdtempSync(join(tmpdir(), "heliogram-start-"));
afterAll(() => rmSync(dir, { recursive: true }));

test("a file is processed although the clock is advanced while its worker starts", async () => {
  const path = join(dir, "file");
  writeFileSync(path, "who are you?");
  const clock = manualClock(0);
  const script = new URL("./faulty-worker.ts", import.meta.url);
  const prober = new Prober({ clock, machine: systemClock(), script, workers: 1 });
  const asked = prober.probe(1, { path, kind: "document", adapts: false, has_duration: false }, 12);
  clock.advance(HOUR_MS);
  await expect(asked).resolves.toMatchObject({ ok: true });
  prober.close();
});

test("a worker that was started before examines the first file, and only one is started", async () => {
  const path = join(dir, "beside");
  writeFileSync(path, "who are you?");
  const clock = systemClock();
  const spare: ProbeProcess[] = [];
  const prober = new Prober({ clock, machine: clock, spare });
  prober.prepare();
  prober.prepare();
  await prober.probe(1, { path, kind: "document", adapts: false, has_duration: false }, 12);
  prober.prepare();
  // It leaves what it has.
  prober.close();
  expect(spare).toHaveLength(1);
  for (const each of spare) each.kill();
  prober.prepare();
  expect(spare).toHaveLength(1);
});
