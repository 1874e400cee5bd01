/** Uploads and downloads 100 MB: speed, processor time and memory. */
import { FILE_BYTES } from "../load/big-file.ts";
import { cpuOf, trackPeakMemory, type MemoryGrowth } from "../load/process-usage.ts";
import { inRounds, ratios } from "../rounds.ts";
import { quantile } from "../statistics.ts";
import { takeBucket } from "../../tests/support/s3.ts";
import { HAS_S3 } from "../../tests/support/s3-store.ts";
import { startHeliogram, WITH_BUCKET } from "../targets/heliogram.ts";
import { startNginx } from "../targets/nginx.ts";
import { startEcho } from "../targets/forked-targets.ts";
import { documentTransfer, plainTransfer, sendSmallDocument, wholeFile, type FileTransfer } from "./file-transfers.ts";
import type { BenchmarkResult, Benchmark, BenchmarkOptions, ThresholdResult } from "./benchmark.ts";
import { BASELINE, SERVICE } from "./summary-rows.ts";

const NGINX = "nginx";

interface TransferSample {
  readonly up_mb_s: number;
  readonly down_mb_s: number;
  /** Processor time for upload and download together. */
  readonly cpu_ms: number;
}

export interface FileThresholds {
  readonly up_of_nginx: number;
  readonly down_of_nginx: number;
  readonly growth_mb: number;
  /** With the files in a bucket: three parts are sent at a time, each over a connection with buffers of its own. */
  readonly growth_with_bucket_mb: number;
}

export function bigFile(thresholds: FileThresholds): Benchmark {
  return { name: "sendDocument of 100 MB, up and down", run: (options) => run(thresholds, options) };
}

async function run(thresholds: FileThresholds, { rounds }: BenchmarkOptions): Promise<BenchmarkResult> {
  const [echo, heliogram, nginx] = [await startEcho(), await startHeliogram(), await startNginx(wholeFile())];
  echo.setResponse({ headers: { "content-length": "2" }, body: "ok" });
  const transfers = [plainTransfer(BASELINE, echo), documentTransfer(heliogram)];
  const inBucket = HAS_S3 ? await startHeliogram({ bucket: await takeBucket() }) : undefined;
  if (inBucket) {
    await sendSmallDocument(inBucket);
    transfers.push(documentTransfer(inBucket));
  }
  if (nginx) transfers.push(plainTransfer(NGINX, nginx));
  await sendSmallDocument(heliogram);
  const peaks = transfers.map(({ name, pid }) => [name, trackPeakMemory(pid)] as const);
  const samples = await inRounds(transfers, rounds, sample);
  const growth = new Map(peaks.map(([name, growthOf]) => [name, growthOf()]));
  const stored = await heliogram.countRows();
  for (const each of [echo, heliogram, inBucket, nginx]) await each?.stop();
  const acknowledged = rounds + 2;
  const missing = [...(nginx ? [] : [`${NGINX} is not installed`]), ...(inBucket ? [] : ["there is no S3 store"])];
  return {
    table: tableOf(samples, growth),
    notes: [`acknowledged ${acknowledged}, rows ${stored}, after a kill and recovery`, ...missing],
    errors: stored === acknowledged ? [] : [`${acknowledged} documents were acknowledged, ${stored} are stored`],
    thresholds: thresholdResults(thresholds, samples, growth),
    figures: { samples: Object.fromEntries(samples), growth_kib: Object.fromEntries(growth), acknowledged, stored },
  };
}

async function sample({ name, pid, up, find, down }: FileTransfer, round: number): Promise<TransferSample> {
  const cpu_us = cpuOf(pid);
  const [answer, up_ms] = await timed(() => up(round));
  const path = await find(answer);
  const [bytes, down_ms] = await timed(() => down(path));
  if (bytes !== FILE_BYTES) throw new Error(`${name} served ${bytes} bytes`);
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

type Samples = ReadonlyMap<string, readonly TransferSample[]>;

function share(samples: Samples, name: string, by: string, of: (sample: TransferSample) => number): number | undefined {
  const baseline = samples.get(by);
  return baseline && quantile(ratios(samples.get(name)!, baseline, of));
}

function mb(kib: number): number {
  return kib / 1024;
}

function tableOf(samples: Samples, growth: ReadonlyMap<string, MemoryGrowth>): string[][] {
  const rows = [...samples].map(([name, taken]) => {
    const median = (of: (sample: TransferSample) => number) => quantile(taken.map(of)).toFixed(0);
    const by = (baseline: string, of: (sample: TransferSample) => number) =>
      share(samples, name, baseline, of)?.toFixed(2) ?? "";
    const ways = [(sample: TransferSample) => sample.up_mb_s, (sample: TransferSample) => sample.down_mb_s];
    const speeds = ways.flatMap((way) => [median(way), by(BASELINE, way), by(NGINX, way)]);
    const { own, tree } = growth.get(name)!;
    const memory = [own, tree].map((kib) => mb(kib).toFixed(0));
    return [name, ...speeds, median((sample) => sample.cpu_ms), ...memory];
  });
  const way = ["ratio", NGINX];
  return [["", "up MB/s", ...way, "down MB/s", ...way, "CPU ms", "RSS growth MB", "with children"], ...rows];
}

function thresholdResults(
  limits: FileThresholds,
  samples: Samples,
  growth: ReadonlyMap<string, MemoryGrowth>,
): ThresholdResult[] {
  const results = [memoryResult(SERVICE, limits.growth_mb, growth.get(SERVICE)!)];
  const inBucket = growth.get(WITH_BUCKET);
  if (inBucket) results.push(memoryResult(WITH_BUCKET, limits.growth_with_bucket_mb, inBucket));
  const up = share(samples, SERVICE, NGINX, (sample) => sample.up_mb_s);
  const down = share(samples, SERVICE, NGINX, (sample) => sample.down_mb_s);
  if (up === undefined || down === undefined) return results;
  const speed = (way: string, least: number, measured: number) => ({
    name: `${way} at least ${least} of ${NGINX}`,
    met: measured >= least,
    measured: measured.toFixed(2),
  });
  return [speed("up", limits.up_of_nginx, up), speed("down", limits.down_of_nginx, down), ...results];
}

function memoryResult(target: string, limit_mb: number, { own }: MemoryGrowth): ThresholdResult {
  const name = `memory of ${target} grows by less than ${limit_mb} MB`;
  return { name, met: mb(own) < limit_mb, measured: `${mb(own).toFixed(0)} MB at most` };
}
