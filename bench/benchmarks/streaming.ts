/** Answers that grow: edits and streamed drafts of 4 kB, before open screens. */
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { openScreens, type Delivery } from "../load/screens.ts";
import { cpuOf, writtenBytesOf } from "../load/process-usage.ts";
import { call, post } from "../scenarios/requests.ts";
import { startService, type Service } from "../targets/service.ts";
import { sized, type Benchmark, type BenchmarkOptions, type BenchmarkResult } from "./benchmark.ts";

interface Limits {
  /** The longest time from a call until its frame has arrived, for 99 of 100 frames. */
  readonly edit_p99_ms: number;
  /** Drafts a second. */
  readonly drafts_per_s: number;
}

/** What took place while it was measured. */
interface Figures extends Delivery {
  readonly calls: number;
  readonly calls_per_s: number;
  readonly cpu_us: number;
  readonly written_bytes: number;
}

const BOTS = 100;
const SCREENS_OF_CHAT = 10;
const EDITS_PER_S = 5;
const EDITING_MS = 10_000;
const DRAFT_CONNECTIONS = 64;
const TEXT_BYTES = 4000;
const WARM_UP_MS = 500;
/** After the last call, frames that are on their way arrive. */
const QUIET_MS = 500;
const WORDS = "What an answer says, as it is written. ".repeat(Math.ceil(TEXT_BYTES / 39));

/** A text that begins with the time, which the screens compare with theirs. */
function textNow(n: number): string {
  return `T${(performance.timeOrigin + performance.now()).toFixed(1)} ${n} ${WORDS}`.slice(0, TEXT_BYTES);
}

export function streaming(limits: Limits): Benchmark {
  return { name: "streaming: edits and drafts", run: (options) => run(limits, options) };
}

async function run(limits: Limits, options: BenchmarkOptions): Promise<BenchmarkResult> {
  const bots = sized(options, BOTS, 10);
  const service = await startService(worldOf(bots), ["--database", "sqlite", "--rate-limits", "off"]);
  const tokens = service.startup.people.map(({ access_token }) => access_token);
  const screens = await openScreens(service.port, tokens);
  const measured = async (work: () => Promise<number>): Promise<Figures> => {
    await screens.delivery();
    const [cpu_us, written, began_ms] = [cpuOf(service.pid), writtenBytesOf(service.pid), performance.now()];
    const calls = await work();
    const seconds = (performance.now() - began_ms) / 1000;
    await sleep(QUIET_MS);
    return {
      ...(await screens.delivery()),
      calls,
      calls_per_s: calls / seconds,
      cpu_us: (cpuOf(service.pid) - cpu_us) / calls,
      written_bytes: (writtenBytesOf(service.pid) - written) / calls,
    };
  };
  // Before there is anything to write.
  const drafts = await measured(() => sendDrafts(service, options));
  const editing = await startEditing(service);
  await editing(sized(options, 1000, 200));
  const edits = await measured(() => editing(sized(options, EDITING_MS, 1000)));
  await screens.close();
  await service.stop();
  const expected = edits.calls * Math.min(SCREENS_OF_CHAT, bots);
  return {
    table: [
      ["", "calls a second", "frames", "p50, ms", "p99, ms", "CPU of a call, µs", "written for a call, bytes"],
      rowOf(`edits: ${bots} bots, ${EDITS_PER_S} a second each, ten screens`, edits),
      rowOf("drafts, one screen each", drafts),
    ],
    notes: [`${edits.frames} of ${expected} edits arrived`],
    errors: drafts.frames === 0 ? ["no draft arrived"] : [],
    thresholds: [
      {
        name: `edits arrive within ${limits.edit_p99_ms} ms (p99)`,
        met: edits.p99_ms <= limits.edit_p99_ms,
        measured: `${edits.p99_ms.toFixed(1)} ms`,
      },
      {
        name: `${limits.drafts_per_s} drafts a second`,
        met: drafts.calls_per_s >= limits.drafts_per_s,
        measured: drafts.calls_per_s.toFixed(0),
      },
      { name: "drafts write nothing", met: drafts.written_bytes < 1, measured: `${drafts.written_bytes.toFixed(2)} B` },
    ],
    figures: { edits, drafts },
  };
}

function rowOf(name: string, { calls_per_s, frames, p50_ms, p99_ms, cpu_us, written_bytes }: Figures): string[] {
  const figures = [calls_per_s, frames, p50_ms, p99_ms, cpu_us, written_bytes];
  return [name, ...figures.map((each) => each.toFixed(each < 100 ? 1 : 0))];
}

/** As many people as bots. Each bot was started by one of them, and has a group of ten. */
function worldOf(count: number): object {
  const each = <T>(make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));
  return {
    people: each((i) => ({ name: `Reader ${i}`, username: `reader${i}` })),
    bots: each((i) => ({ name: `Answer ${i}`, username: `answer${i}_bot`, started_by: [`reader${i}`] })),
    chats: each((i) => {
      const readers = Array.from({ length: Math.min(SCREENS_OF_CHAT, count) }, (_, n) => `reader${(i + n) % count}`);
      return { title: `Group ${i}`, creator: readers[0], members: [...readers.slice(1), `answer${i}_bot`] };
    }),
  };
}

/** Each bot sends a message to its group. @returns a function with which all of them edit theirs at their pace */
async function startEditing({ port, startup }: Service): Promise<(during_ms: number) => Promise<number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: startup.bots.length });
  const places = await Promise.all(
    startup.bots.map(async ({ token }, i) => {
      const chat_id = startup.chats[i]!.id;
      const { message_id } = (await call(port, token, "sendMessage", { chat_id, text: "…" })) as {
        readonly message_id: number;
      };
      return { chat_id, message_id, token };
    }),
  );
  return async (during_ms) => {
    const every_ms = 1000 / EDITS_PER_S;
    const rounds = Math.max(1, Math.round(during_ms / every_ms));
    const counts = await Promise.all(
      places.map(async ({ token, ...place }, i) => {
        await sleep((i * every_ms) / places.length);
        const began_ms = performance.now();
        for (let n = 0; n < rounds; n++) {
          await send(agent, port, token, "editMessageText", { ...place, text: textNow(n) });
          await sleep(Math.max(0, began_ms + (n + 1) * every_ms - performance.now()));
        }
        return rounds;
      }),
    );
    return counts.reduce((sum, each) => sum + each, 0);
  };
}

/** @throws Error if the call fails */
function send(agent: Agent, port: number, token: string, method: string, params: object): Promise<void> {
  const body = JSON.stringify(params);
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const options = { agent, port, host: "127.0.0.1", path: `/bot${token}/${method}`, method: "POST", headers };
    const sent = request(options, (response) => {
      response.resume();
      response.once("end", () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${method} failed: ${response.statusCode}`)),
      );
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

/** As many drafts as the service takes, of all bots to their people. @throws Error if a call fails */
async function sendDrafts(service: Service, { generator, window_ms }: BenchmarkOptions): Promise<number> {
  const { bots, people } = service.startup;
  const requests = [0, 1].flatMap((n) =>
    bots.map(({ token }, i) => {
      const text = `${n} ${WORDS}`.slice(0, TEXT_BYTES);
      return post(`/bot${token}/sendMessageDraft`, { chat_id: people[i]!.id, draft_id: 1, text });
    }),
  );
  const load = { port: service.port, connections: DRAFT_CONNECTIONS, warm_up_ms: WARM_UP_MS, window_ms, requests };
  const { sent, accepted } = await generator.run(load);
  if (accepted !== sent) throw new Error(`${sent - accepted} drafts failed`);
  return sent;
}
