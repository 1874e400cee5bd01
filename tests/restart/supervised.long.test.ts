/** 200,000 requests over twenty restarts, and over an upgrade of the program on disk: nobody notices. */
import { mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { checkOut, currentBuild, hasCommit } from "../../bench/comparison/build.ts";
import { giveBackDatabase, takeDatabase } from "../support/databases.ts";
import { engines } from "../support/service.ts";
import { expectUnnoticed, report, restartUnderTraffic } from "./restarts.ts";
import { SupervisedService, WITH_TLS } from "./supervised-service.ts";

const RESTARTS = 20;
const REQUESTS = 200_000;

let service: SupervisedService;
let database: string | undefined;
afterEach(async () => {
  await service.stop();
  if (database !== undefined) await giveBackDatabase(database);
  database = undefined;
});

test.each(engines())("on %s, nobody notices restarts", { timeout: 900_000 }, async (engine) => {
  if (engine === "postgres") database = await takeDatabase();
  service = await SupervisedService.start({ database: database ?? engine, settings: WITH_TLS });
  const noticed = await restartUnderTraffic(service, { restarts: RESTARTS, each: REQUESTS / (RESTARTS + 1) });
  const away_ms = service.logged("a process serves").map((line) => line.away_ms);
  report(`${engine}, without a process for ${away_ms.slice(1).join(", ")} ms`, noticed);
  expectUnnoticed(noticed);
  expect(noticed.requests).toBeGreaterThanOrEqual(REQUESTS);
});

/** The commit before this one, or this one where a checkout has no more. */
const BEFORE = hasCommit("HEAD~1:server/supervisor") ? "HEAD~1" : "HEAD";

test("nobody notices an upgrade at the same path", { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "heliogram-upgrade-"));
  const place = join(folder, "program");
  const lead = (main: string) => {
    symlinkSync(dirname(main), join(folder, "next"));
    renameSync(join(folder, "next"), place);
  };
  const old = checkOut(BEFORE);
  lead(old.main);
  service = await SupervisedService.start({ args: [join(place, "heliogram.js"), "serve", "--supervised"] });
  const noticed = await restartUnderTraffic(service, {
    restarts: 2,
    each: REQUESTS / 20,
    before: () => lead(currentBuild().main),
  });
  old.remove();
  rmSync(folder, { recursive: true });
  report("upgrade", noticed);
  expectUnnoticed(noticed);
});
