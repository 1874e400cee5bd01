/** Measures worlds of developer mode: making one, setting one back to 10,000 messages, and the memory that dropped ones leave. */
import { rssOf } from "../load/process-usage.ts";
import { quantile } from "../statistics.ts";
import { DEVELOPER, startService } from "../targets/service.ts";
import { sized, type BenchmarkResult, type Benchmark, type BenchmarkOptions } from "./benchmark.ts";

const CONTENT = {
  people: [{ name: "Alice", username: "alice" }],
  bots: [{ name: "Echo", username: "echo_bot", started_by: ["alice"] }],
  chats: [{ title: "Team", creator: "alice", members: ["echo_bot"] }],
};
/** Messages that are sent at a time. */
const CONNECTIONS = 32;
interface Limits {
  readonly new_ms: number;
  readonly restore_ms: number;
  readonly left_mb: number;
}

interface Made {
  readonly world: string;
  readonly bots: readonly { readonly token: string }[];
  readonly chats: readonly { readonly id: number }[];
}

export function worlds(limits: Limits): Benchmark {
  return { name: "worlds", run: (options) => run(limits, options) };
}

async function run(limits: Limits, options: BenchmarkOptions): Promise<BenchmarkResult> {
  // Worlds that are made and dropped before the memory is measured first, and between the two measurements.
  const dropped = sized(options, 1000, 10);
  const messages = sized(options, 10_000, 100);
  const flags = ["--rate-limits", "off", "--no-assistant"];
  const service = await startService({}, flags, DEVELOPER);
  const call = caller(service.port);
  try {
    const make = () => call("/developer/newWorld", { content: CONTENT }) as Promise<Made>;
    const drop = ({ world }: Made) => call("/developer/dropWorld", { world });
    const new_ms: number[] = [];
    for (let n = 0; n < dropped; n++) {
      const began = performance.now();
      const made = await make();
      new_ms.push(performance.now() - began);
      await drop(made);
    }
    const before = rssOf(service.pid);
    for (let n = 0; n < dropped; n++) await drop(await make());
    const left_mb = (rssOf(service.pid) - before) / 1024;
    const restore_ms = await restores(call, await make(), messages, 10 * options.rounds);
    return result(limits, { new_ms, restore_ms, left_mb, dropped, messages });
  } finally {
    await service.stop();
  }
}

type Call = (path: string, params: object) => Promise<unknown>;

function caller(port: number): Call {
  return async (path, params) => {
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(params) };
    const answer = (await (await fetch(`http://127.0.0.1:${port}${path}`, init)).json()) as {
      ok: boolean;
      result: unknown;
    };
    if (!answer.ok) throw new Error(`${path} answered ${JSON.stringify(answer)}`);
    return answer.result;
  };
}

/** Fills a world with messages, saves it, and sets it back. @returns the milliseconds of each time */
async function restores(call: Call, { world, bots, chats }: Made, messages: number, times: number): Promise<number[]> {
  let sent = 0;
  const sender = async () => {
    while (sent++ < messages)
      await call(`/bot${bots[0]!.token}/sendMessage`, { chat_id: chats[0]!.id, text: `message ${sent}` });
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sender));
  await call("/developer/saveSnapshot", { world, snapshot: "full" });
  const restore_ms: number[] = [];
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    await call("/developer/restoreSnapshot", { world, snapshot: "full" });
    restore_ms.push(performance.now() - began);
  }
  return restore_ms;
}

interface Figures {
  readonly new_ms: readonly number[];
  readonly restore_ms: readonly number[];
  readonly left_mb: number;
  readonly dropped: number;
  readonly messages: number;
}

function result({ new_ms, restore_ms, left_mb }: Limits, figures: Figures): BenchmarkResult {
  const made = quantile([...figures.new_ms]);
  const restored = quantile([...figures.restore_ms]);
  const { left_mb: mb, dropped, messages } = figures;
  return {
    table: [
      ["", "median", "worst"],
      ["a new world, ms", made.toFixed(1), Math.max(...figures.new_ms).toFixed(1)],
      [`${messages} messages restored, ms`, restored.toFixed(1), Math.max(...figures.restore_ms).toFixed(1)],
      [`left by ${dropped} worlds, MB`, mb.toFixed(1), ""],
    ],
    notes: ["over HTTP; the memory is that of the process, after a warm-up"],
    errors: [],
    thresholds: [
      { name: `a new world under ${new_ms} ms`, met: made < new_ms, measured: `${made.toFixed(1)} ms` },
      {
        name: `${messages} messages restored under ${restore_ms} ms`,
        met: restored < restore_ms,
        measured: `${restored.toFixed(1)} ms`,
      },
      { name: `${dropped} worlds leave less than ${left_mb} MB`, met: mb < left_mb, measured: `${mb.toFixed(1)} MB` },
    ],
    figures: { new_ms: figures.new_ms, restore_ms: figures.restore_ms, left_mb: mb },
  };
}
