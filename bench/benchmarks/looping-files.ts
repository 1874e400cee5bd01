/** Measures the latency of a photo while six files of another account occupy the media workers. */
import { inRounds } from "../rounds.ts";
import { quantile } from "../statistics.ts";
import { startService } from "../targets/service.ts";
import type { BenchmarkResult, Benchmark, BenchmarkOptions } from "./benchmark.ts";

/** More than there are workers, so that one account could occupy all of them. */
const FILES = 6;
const ALONE = "nothing else";
const BESIDE = `${FILES} looping files`;

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A FLAC file without a length and without a packet: the library searches for one until it is killed. */
function loopingFile(): Buffer<ArrayBuffer> {
  const info = Buffer.alloc(34);
  info.writeUInt16BE(4096, 0);
  info.writeUInt16BE(4096, 2);
  // 44.1 kHz, one channel, 16 bits, and no number of samples.
  info.writeBigUInt64BE((44_100n << 44n) | (15n << 36n), 10);
  return Buffer.concat([Buffer.from("fLaC"), Buffer.from([0x80, 0, 0, 34]), info, Buffer.alloc(1300)]);
}

/** `ms` is the limit for every photo. */
export function loopingFiles(limit: { readonly ms: number }): Benchmark {
  return { name: "a photo beside looping files", run: (options) => run(limit.ms, options) };
}

async function run(limit_ms: number, { rounds }: BenchmarkOptions): Promise<BenchmarkResult> {
  const cases = [
    { name: ALONE, files: 0 },
    { name: BESIDE, files: FILES },
  ];
  const samples = await inRounds(cases, rounds, ({ files }) => photoBeside(files), { warm: false });
  const rows = [...samples].map(([name, ms]) => [name, quantile(ms).toFixed(0), Math.max(...ms).toFixed(0)]);
  const worst = Math.max(...samples.get(BESIDE)!);
  return {
    table: [["beside", "ms", "worst"], ...rows],
    notes: ["a new service for each sample: the time includes the start of the first worker"],
    errors: [],
    thresholds: [
      {
        name: `always under ${limit_ms} ms beside looping files`,
        met: worst < limit_ms,
        measured: `${worst.toFixed(0)} ms`,
      },
    ],
    figures: { ms: Object.fromEntries(samples) },
  };
}

/** @returns milliseconds from the request to the response */
async function photoBeside(files: number): Promise<number> {
  const bots = [
    { name: "Looping", username: "looping_bot" },
    { name: "Other", username: "other_bot" },
  ];
  const chats = [{ title: "Team", creator: "alice", members: bots.map((bot) => bot.username) }];
  const service = await startService({ people: [{ name: "Alice", username: "alice" }], bots, chats }, []);
  const { startup } = service;
  const send = async (bot: number, method: string, field: string, bytes: Buffer<ArrayBuffer>) => {
    const form = new FormData();
    form.set("chat_id", String(startup.chats[0]!.id));
    form.set(field, new Blob([bytes]), "file");
    const response = await fetch(`${startup.url}/bot${startup.bots[bot]!.token}/${method}`, {
      method: "POST",
      body: form,
    });
    await response.arrayBuffer();
    return response.status;
  };
  const looping = Array.from({ length: files }, () => send(0, "sendAudio", "audio", loopingFile()).catch(() => 0));
  // The photo is sent when all files have been uploaded; their calls have not ended.
  await Promise.race([...looping, new Promise((done) => setTimeout(done, 1000))]);
  const began_ms = performance.now();
  const status = await send(1, "sendPhoto", "photo", Buffer.from(PIXEL));
  const took_ms = performance.now() - began_ms;
  await service.stop();
  await Promise.all(looping);
  if (status !== 200) throw new Error(`sendPhoto returned status ${status}`);
  return took_ms;
}
