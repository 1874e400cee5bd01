/** Measures how long a photo takes while six files of another account keep the media workers busy without end. */
import { inRounds } from "../rounds.ts";
import { quantile } from "../statistics.ts";
import { startService } from "../subjects/service.ts";
import type { Finding, Measurement, Setting } from "./measurement.ts";

/** More than there are workers, so that those of one account could keep each of them. */
const FILES = 6;
const ALONE = "nothing else";
const BESIDE = `${FILES} looping files`;

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A FLAC file that does not say how long it is, and in which no packet is found: the library looks for one for ever. */
function loopingFile(): Buffer<ArrayBuffer> {
  const info = Buffer.alloc(34);
  info.writeUInt16BE(4096, 0);
  info.writeUInt16BE(4096, 2);
  // 44.1 kHz, one channel, 16 bits, and no number of samples.
  info.writeBigUInt64BE((44_100n << 44n) | (15n << 36n), 10);
  return Buffer.concat([Buffer.from("fLaC"), Buffer.from([0x80, 0, 0, 34]), info, Buffer.alloc(1300)]);
}

/** `ms` is what a photo is to stay below. */
export function loopingFiles(aim: { readonly ms: number }): Measurement {
  return { name: "a photo beside looping files", run: (setting) => run(aim.ms, setting) };
}

async function run(aim_ms: number, { rounds }: Setting): Promise<Finding> {
  const cases = [
    { name: ALONE, files: 0 },
    { name: BESIDE, files: FILES },
  ];
  const samples = await inRounds(cases, rounds, ({ files }) => photoBeside(files), { warm: false });
  const rows = [...samples].map(([name, ms]) => [name, quantile(ms).toFixed(0), Math.max(...ms).toFixed(0)]);
  const worst = Math.max(...samples.get(BESIDE)!);
  return {
    table: [["beside", "ms", "worst"], ...rows],
    notes: ["a fresh service each time: the first worker has to start, too"],
    faults: [],
    verdicts: [
      {
        what: `always under ${aim_ms} ms beside looping files`,
        reached: worst < aim_ms,
        figure: `${worst.toFixed(0)} ms`,
      },
    ],
    figures: { ms: Object.fromEntries(samples) },
  };
}

/** @returns milliseconds from the photo to its answer */
async function photoBeside(files: number): Promise<number> {
  const bots = [
    { name: "Looping", username: "looping_bot" },
    { name: "Other", username: "other_bot" },
  ];
  const chats = [{ title: "Team", creator: "alice", members: bots.map((bot) => bot.username) }];
  const service = await startService({ people: [{ name: "Alice", username: "alice" }], bots, chats }, []);
  const { loaded } = service;
  const send = async (bot: number, method: string, field: string, bytes: Buffer<ArrayBuffer>) => {
    const form = new FormData();
    form.set("chat_id", String(loaded.chats[0]!.id));
    form.set(field, new Blob([bytes]), "file");
    const answer = await fetch(`${loaded.url}/bot${loaded.bots[bot]!.token}/${method}`, { method: "POST", body: form });
    await answer.arrayBuffer();
    return answer.status;
  };
  const looping = Array.from({ length: files }, () => send(0, "sendAudio", "audio", loopingFile()).catch(() => 0));
  // All of them are there before the photo is: each has been read, though none is answered.
  await Promise.race([...looping, new Promise((done) => setTimeout(done, 1000))]);
  const began_ms = performance.now();
  const status = await send(1, "sendPhoto", "photo", Buffer.from(PIXEL));
  const took_ms = performance.now() - began_ms;
  await service.stop();
  await Promise.all(looping);
  if (status !== 200) throw new Error(`the photo was answered with ${status}`);
  return took_ms;
}
