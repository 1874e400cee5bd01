/** A media worker in an endless loop ends when the service is killed. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFlac } from "../support/looping-media.ts";
import { end, said } from "../support/programs.ts";
import { until } from "../support/until.ts";

const WORKER = new URL("../../server/media/probe-worker.ts", import.meta.url).pathname;
/** Starts a worker on a file without a time limit. @returns its process id */
const SERVICE = `
  const { fork } = require("node:child_process");
  const [worker, path] = process.argv.slice(1);
  const child = fork(worker, { serialization: "advanced", execArgv: [] });
  child.once("message", () => {
    child.send({ path, kind: "audio", adapts: false, has_duration: false }, () => process.stdout.write(child.pid + "\\n"));
  });
`;

/** CPU time of a process in clock ticks of Linux (1/100 s). */
function used(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

// How long a process has run is known where there is /proc.
test.runIf(existsSync("/proc/self/stat"))("a worker without its service", async () => {
  const dir = mkdtempSync(join(tmpdir(), "heliogram-orphan-"));
  const file = join(dir, "file");
  writeFileSync(file, emptyFlac());
  const service = spawn(process.execPath, ["-e", SERVICE, WORKER, file], { stdio: ["ignore", "pipe", "pipe"] });
  const pid = Number(await said(service, (output) => (output.endsWith("\n") ? output : undefined)));
  const before = used(pid);
  // A regular small file takes less.
  await until(() => used(pid) >= before + 50, "processor time of the worker");
  await end(service, "SIGKILL");
  const isThere = () => existsSync(`/proc/${pid}`);
  try {
    expect(await until(() => !isThere(), "the end of the worker")).toBe(true);
  } finally {
    if (isThere()) process.kill(pid, "SIGKILL");
    rmSync(dir, { recursive: true, force: true });
  }
});
