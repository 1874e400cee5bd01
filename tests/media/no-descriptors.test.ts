/** Without free file descriptors the media worker cannot start: files are refused, and the service keeps running. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const PROBE = new URL("../../server/media/probe.ts", import.meta.url).href;
const CLOCK = new URL("../../server/ports/clock.ts", import.meta.url).href;

const PROGRAM = `
  import { closeSync, openSync } from "node:fs";
  import { Prober } from ${JSON.stringify(PROBE)};
  import { systemClock } from ${JSON.stringify(CLOCK)};
  const prober = new Prober({ clock: systemClock(), machine: systemClock(), workers: 2 });
  const ask = () => prober.probe(1, { path: "/dev/null", kind: "document", adapts: false, has_duration: false }, 0);
  const open = [];
  try { for (;;) open.push(openSync("/dev/null")); } catch {}
  const asked = [1, 2, 3].map(() => ask());
  const outcomes = (await Promise.allSettled(asked)).map(({ reason }) => reason?.message);
  for (const each of open) closeSync(each);
  const { ok } = await ask();
  prober.close();
  console.log(JSON.stringify({ outcomes, ok }));
`;

test("files that wait for the worker are refused, and a later file is processed", async () => {
  const shell = ["-c", 'ulimit -n 64; exec "$0" --input-type=module -e "$1"', process.execPath, PROGRAM];
  const { stdout } = await promisify(execFile)("/bin/sh", shell);
  // The failure is not attributed to the sender, who would be blocked by now otherwise.
  const reason = "the media worker cannot be started";
  expect(JSON.parse(stdout)).toEqual({ outcomes: [reason, reason, reason], ok: true });
});
