/** A media worker that loops ends when the service is killed, which it does not hear of (ARCHITECTURE.md, Media). */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFlac } from "../kit/looping.ts";
import { end, said } from "../kit/programs.ts";

const WORKER = new URL("../../server/media/probe-worker.ts", import.meta.url).pathname;
/** Starts a worker, gives it a file without any time limit, and says which process it is. */
const SERVICE = `
  const { fork } = require("node:child_process");
  const [worker, path] = process.argv.slice(1);
  const child = fork(worker, { serialization: "advanced", execArgv: [] });
  child.once("message", () => {
    child.send({ path, kind: "audio", has_duration: false }, () => process.stdout.write(child.pid + "\\n"));
  });
`;

/** Processor time of a process in hundredths of a second, as Linux counts it. */
function used(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

// How long a process has run is known where there is /proc.
test.runIf(existsSync("/proc/self/stat"))("a worker without its service", { timeout: 60_000 }, async () => {
  const dir = mkdtempSync(join(tmpdir(), "heliogram-orphan-"));
  const file = join(dir, "file");
  writeFileSync(file, emptyFlac());
  const service = spawn(process.execPath, ["-e", SERVICE, WORKER, file], { stdio: ["ignore", "pipe", "pipe"] });
  const pid = Number(await said(service, (output) => (output.endsWith("\n") ? output : undefined)));
  const before = used(pid);
  // Nothing in so small a file takes that long.
  while (used(pid) < before + 50) await new Promise(setImmediate);
  await end(service, "SIGKILL");
  const isThere = () => existsSync(`/proc/${pid}`);
  const until_ms = performance.now() + 30_000;
  while (isThere() && performance.now() < until_ms) await new Promise(setImmediate);
  const wasThere = isThere();
  if (wasThere) process.kill(pid, "SIGKILL");
  rmSync(dir, { recursive: true, force: true });
  expect(wasThere).toBe(false);
});
