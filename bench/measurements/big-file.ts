/** Measures a hundred megabytes up and down: how fast, at what cost, and how much memory it takes. */
import { FILE_BYTES } from "../load/file.ts";
import { cpuOf, watchPeak, type Growth } from "../load/process-cost.ts";
import { inRounds, ratios } from "../rounds.ts";
import { quantile } from "../statistics.ts";
import { startHeliogram } from "../subjects/heliogram.ts";
import { startNginx } from "../subjects/nginx.ts";
import { startEcho } from "../subjects/script.ts";
import { documents, plain, smallDocument, wholeFile, type Carrier } from "./carriers.ts";
import type { Finding, Measurement, Setting, Verdict } from "./measurement.ts";
import { FLOOR, OWN } from "./rows.ts";

const NGINX = "nginx";

interface Passage {
  readonly up_mb_s: number;
  readonly down_mb_s: number;
  /** Processor time for both ways. */
  readonly cpu_ms: number;
}

export interface FileAims {
  readonly up_of_nginx: number;
  readonly growth_mb: number;
}

export function bigFile(aims: FileAims): Measurement {
  return { name: "sendDocument of 100 MB, up and down", run: (setting) => run(aims, setting) };
}

async function run(aims: FileAims, { rounds }: Setting): Promise<Finding> {
  const [echo, heliogram, nginx] = [await startEcho(), await startHeliogram(), await startNginx(wholeFile())];
  echo.teach({ headers: { "content-length": "2" }, body: "ok" });
  const carriers = [plain(FLOOR, echo), documents(heliogram)];
  if (nginx) carriers.push(plain(NGINX, nginx));
  await smallDocument(heliogram);
  const peaks = carriers.map(({ name, pid }) => [name, watchPeak(pid)] as const);
  const samples = await inRounds(carriers, rounds, passage);
  const growth = new Map(peaks.map(([name, grown]) => [name, grown()]));
  const kept = await heliogram.countRows();
  for (const each of [echo, heliogram, nginx]) await each?.stop();
  const acknowledged = rounds + 2;
  const lacking = nginx ? [] : [`${NGINX} is not installed`];
  return {
    table: tableOf(samples, growth),
    notes: [`acknowledged ${acknowledged}, rows ${kept}, after a kill and recovery`, ...lacking],
    faults: kept === acknowledged ? [] : [`${acknowledged} documents were acknowledged, ${kept} are kept`],
    verdicts: verdicts(aims, samples, mb(growth.get(OWN)!.own)),
    figures: { passages: Object.fromEntries(samples), growth_kib: Object.fromEntries(growth), acknowledged, kept },
  };
}

async function passage({ name, pid, up, find, down }: Carrier, round: number): Promise<Passage> {
  const cpu_us = cpuOf(pid);
  const [answer, up_ms] = await timed(() => up(round));
  const path = await find(answer);
  const [bytes, down_ms] = await timed(() => down(path));
  if (bytes !== FILE_BYTES) throw new Error(`${name} gave ${bytes} bytes`);
  return {
    up_mb_s: FILE_BYTES / 1000 / up_ms,
    down_mb_s: FILE_BYTES / 1000 / down_ms,
    cpu_ms: (cpuOf(pid) - cpu_us) / 1000,
  };
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const from_ms = performance.now();
  return [await work(), performance.now() - from_ms];
}

type Samples = ReadonlyMap<string, readonly Passage[]>;

function share(samples: Samples, name: string, by: string, of: (passage: Passage) => number): number | undefined {
  const floor = samples.get(by);
  return floor && quantile(ratios(samples.get(name)!, floor, of));
}

function mb(kib: number): number {
  return kib / 1024;
}

function tableOf(samples: Samples, growth: ReadonlyMap<string, Growth>): string[][] {
  const rows = [...samples].map(([name, passages]) => {
    const middle = (of: (passage: Passage) => number) => quantile(passages.map(of)).toFixed(0);
    const by = (floor: string, of: (passage: Passage) => number) => share(samples, name, floor, of)?.toFixed(2) ?? "";
    const ways = [(passage: Passage) => passage.up_mb_s, (passage: Passage) => passage.down_mb_s];
    const speeds = ways.flatMap((way) => [middle(way), by(FLOOR, way), by(NGINX, way)]);
    const { own, family } = growth.get(name)!;
    const grown = [own, family].map((kib) => mb(kib).toFixed(0));
    return [name, ...speeds, middle((passage) => passage.cpu_ms), ...grown];
  });
  const way = ["F", NGINX];
  return [["", "up MB/s", ...way, "down MB/s", ...way, "CPU ms", "RSS growth MB", "with children"], ...rows];
}

function verdicts(aims: FileAims, samples: Samples, growth_mb: number): Verdict[] {
  const up = share(samples, OWN, NGINX, (passage) => passage.up_mb_s);
  const memory = { what: `memory grows by less than ${aims.growth_mb} MB`, reached: growth_mb < aims.growth_mb };
  const found: Verdict[] = [{ ...memory, figure: `${growth_mb.toFixed(0)} MB at most` }];
  if (up === undefined) return found;
  const speed = { what: `up at least ${aims.up_of_nginx} of ${NGINX}`, reached: up >= aims.up_of_nginx };
  return [{ ...speed, figure: up.toFixed(2) }, ...found];
}
