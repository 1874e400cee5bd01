/** The supervisor with programs that say and do what a process of the service may. */
import { createLog } from "heliogram/operations/log.ts";
import { manualClock } from "heliogram/ports/clock.ts";
import { bind } from "heliogram/supervisor/handle.ts";
import { Supervisor } from "heliogram/supervisor/supervisor.ts";
import { afterEach, expect, test } from "vitest";
import { until } from "../support/until.ts";

/** What a program does: parts of a script. */
const LOADED = (schema = 1) => `process.send({ kind: "loaded", schema: ${schema} });`;
const ON = (kind: string, act: string) => `process.on("message", (m) => { if (m.kind === "${kind}") { ${act} } });`;
const SERVE = ON("begin", `process.send({ kind: "listening" });`);
const RETIRE = ON("retire", "process.exit(0);");
const STOP = `process.on("SIGTERM", () => process.exit(0));`;
const WELL = LOADED() + SERVE + RETIRE + STOP;

const FINAL = 78;

async function start(first: string) {
  const clock = manualClock(0);
  const lines: string[] = [];
  const t = { script: first, ended: undefined as number | undefined, started: 0 };
  const handle = await bind("127.0.0.1", 0);
  const supervisor = new Supervisor({
    program: () => {
      t.started += 1;
      return { command: process.execPath, args: ["-e", t.script], env: process.env };
    },
    socket_fd: handle.fd,
    log: createLog("info", (line) => lines.push(line)),
    final: new Set([FINAL]),
    now_ms: () => clock.elapsed(),
    after: (delay_ms, fire) => clock.after(delay_ms, fire),
    ended: (code) => (t.ended = code),
  });
  const logged = (words: string) => lines.filter((line) => line.includes(words)).length;
  const serving = (times: number) => until(() => logged("a process serves") === times, `process ${times}`);
  return Object.assign(t, { supervisor, clock, logged, serving, close: () => handle.close() });
}

let t: Awaited<ReturnType<typeof start>>;
afterEach(async () => {
  t.supervisor.stop("SIGKILL");
  await until(() => t.ended !== undefined, "the end of all processes");
  t.close();
});

test("a restart replaces the process, and one that comes meanwhile follows it", async () => {
  t = await start(WELL);
  await t.serving(1);
  t.supervisor.restart();
  t.supervisor.restart();
  t.supervisor.restart();
  await t.serving(3);
  expect(t.started).toBe(3);
  t.supervisor.stop("SIGTERM");
  await until(() => t.ended === 0, "the end in order");
});

test("a new program that ends before its turn leaves the running one alone", async () => {
  t = await start(WELL);
  await t.serving(1);
  t.script = "process.exit(78)";
  t.supervisor.restart();
  await until(() => t.logged("the running one goes on"), "the refusal");
  t.script = WELL;
  t.supervisor.restart();
  await t.serving(2);
});

test("so does a program that is older than the store", async () => {
  t = await start(LOADED(5) + SERVE + RETIRE);
  await t.serving(1);
  t.script = LOADED(4) + SERVE + STOP;
  t.supervisor.restart();
  await until(() => t.logged("older than the store"), "the refusal");
  t.script = LOADED(6) + SERVE;
  t.supervisor.restart();
  await t.serving(2);
  expect(t.started).toBe(3);
});

test("a process that does not end in order is killed", async () => {
  t = await start(LOADED() + SERVE);
  await t.serving(1);
  t.supervisor.restart();
  await until(() => t.clock.timers === 1, "the time limit");
  t.clock.advance(89_999);
  expect(t.logged("did not end in order")).toBe(0);
  t.clock.advance(1);
  await t.serving(2);
});

test("a process that ends by itself is started again, later and later, and then no more", async () => {
  t = await start(LOADED() + ON("begin", `process.send({ kind: "listening" }, () => process.exit(3));`));
  const pauses: number[] = [];
  while (t.ended === undefined) {
    await until(() => t.ended !== undefined || t.clock.timers === 1, "a pause");
    const begun_ms = t.clock.elapsed();
    while (t.clock.timers === 1) t.clock.advance(100);
    if (t.ended === undefined) pauses.push(t.clock.elapsed() - begun_ms);
  }
  expect(pauses).toEqual([100, 500, 1000, 2000, 5000, 10_000, 10_000, 10_000, 10_000, 10_000]);
  expect([t.started, t.ended, t.logged("has ended by itself")]).toEqual([11, 3, 11]);
});

test.each([
  ["never served", LOADED() + ON("begin", "process.exit(1);"), 1],
  [
    "an exit code after which a start does not help",
    LOADED() + ON("begin", `process.send({ kind: "listening" }, () => process.exit(${FINAL}));`),
    FINAL,
  ],
])("%s: the supervisor ends with it", async (_what, script, code) => {
  t = await start(script);
  await until(() => t.ended !== undefined, "the end");
  expect([t.ended, t.started]).toEqual([code, 1]);
});
