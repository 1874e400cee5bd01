/** The media worker process. It runs nothing else, because a malicious file may make it loop or crash. */
import { openAsBlob } from "node:fs";
import { setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { fileTypeFromFile } from "file-type";
import {
  BlobSource,
  FLAC,
  Input,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
  type InputFormat,
  type InputTrack,
} from "mediabunny";
import sharp, { type Sharp } from "sharp";
import { acceptsType } from "./file-kinds.ts";
import type { DrawnPicture, Facts, ProbeAnswer, ProbeRequest, WorkerMessage } from "./probe-messages.ts";
import { sidesFor, THUMBNAIL_SIDE } from "./picture-sizes.ts";

/** Largest picture that is decoded, as width times height: decoded size does not depend on the size of the file. */
const MAX_PIXELS = 50_000_000;
const IMAGES = new Set(["image/jpeg", "image/png", "image/webp", "image/gif"]);
/** Formats that are tried. The library also supports playlists, which refer to other files and are excluded. */
const TRACK_FORMATS: InputFormat[] = [MP4, QTFF, MATROSKA, WEBM, WAVE, OGG, FLAC, MP3];
/** The nice value of a worker: requests have priority. */
const NICE = 5;

setPriority(NICE);
new Worker(new URL("./probe-watchdog.ts", import.meta.url), { workerData: { service_pid: process.ppid } }).unref();
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegFile",
    "VipsForeignLoadPngFile",
    "VipsForeignLoadWebpFile",
    "VipsForeignLoadNsgifFile",
  ],
});

process.on("message", (request: ProbeRequest) => {
  void answer(request).then((outcome) => tell({ is: "answer", answer: outcome }));
});
tell({ is: "ready" });

function tell(message: WorkerMessage): void {
  process.send!(message);
}

async function answer(request: ProbeRequest): Promise<ProbeAnswer> {
  try {
    const facts = await probe(request);
    tell({ is: "facts", facts });
    return { ok: true, facts, pictures: await pictures(request, facts) };
  } catch (error) {
    return { ok: false, error: (error as Error).message };
  }
}

async function probe(request: ProbeRequest): Promise<Facts> {
  const { path, kind } = request;
  const type = await fileTypeFromFile(path);
  const facts: Facts = { mime_type: bareType(type?.mime ?? "application/octet-stream"), format: type?.ext ?? "" };
  if (!acceptsType(kind, facts.mime_type)) return facts;
  if (IMAGES.has(facts.mime_type)) return { ...facts, ...(await imageFacts(path)) };
  // Documents have neither dimensions nor duration.
  return kind === "document" ? facts : { ...facts, ...(await trackFacts(request)) };
}

/** Removes the codec that some container types include; codecs are read from the tracks. */
function bareType(mime: string): string {
  return mime.split(";", 1)[0]!;
}

/** Orientations 5 to 8 swap width and height. */
async function imageFacts(path: string): Promise<Partial<Facts>> {
  const { width, height, orientation } = await sharp(path, { limitInputPixels: MAX_PIXELS }).metadata();
  return (orientation ?? 1) >= 5 ? { width: height, height: width } : { width, height };
}

async function trackFacts({ path, kind, has_duration }: ProbeRequest): Promise<Partial<Facts>> {
  const input = new Input({ formats: TRACK_FORMATS, source: new BlobSource(await openAsBlob(path)) });
  try {
    const video = await input.getPrimaryVideoTrack();
    const audio = await input.getPrimaryAudioTrack();
    const tags = kind === "audio" ? await input.getMetadataTags().catch(() => undefined) : undefined;
    const shown = [video, audio].filter((track) => track !== null);
    return {
      ...(has_duration ? {} : { duration: await durationOf(input, shown) }),
      has_video: video !== null,
      has_audio: audio !== null,
      ...(video ? { width: video.displayWidth, height: video.displayHeight } : {}),
      ...(audio?.codec ? { audio_codec: audio.codec } : {}),
      ...(tags?.title ? { title: tags.title } : {}),
      ...(tags?.artist ? { performer: tags.artist } : {}),
    };
  } finally {
    input.dispose();
  }
}

/** The duration from the header; the packets are read only if the header has none. */
async function durationOf(input: Input, tracks: InputTrack[]): Promise<number> {
  const duration = (await input.getDurationFromMetadata(tracks)) ?? (await input.computeDuration(tracks));
  return Number.isFinite(duration) ? duration : 0;
}

/** The sizes of a photo, or a thumbnail: from the picture given by the sender, or from the file if it is a picture. */
async function pictures({ path, kind, thumbnail }: ProbeRequest, facts: Facts): Promise<DrawnPicture[]> {
  if (kind !== "photo" && thumbnail !== undefined) return draw(thumbnail, [THUMBNAIL_SIDE]).catch(() => []);
  if (!IMAGES.has(facts.mime_type) || facts.width === undefined) return [];
  const sides = sidesFor(kind, facts);
  if (sides.length === 0) return [];
  const drawing = draw(path, sides);
  return kind === "photo" ? drawing : drawing.catch(() => []);
}

/**
 * Creates one JPEG for each longest side: upright, without metadata, transparency on white. The original is decoded
 * once, for the largest, from which the others are made.
 */
async function draw(path: string, sides: readonly number[]): Promise<DrawnPicture[]> {
  const largest = Math.max(...sides);
  const { data, info } = await fitted(sharp(path, { limitInputPixels: MAX_PIXELS, failOn: "error" }).rotate(), largest)
    .flatten({ background: "#ffffff" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const drawn: DrawnPicture[] = [];
  for (const side of sides) {
    const picture = fitted(sharp(data, { raw: { width, height, channels } }), side);
    const made = await picture
      .jpeg({ quality: side <= 90 ? 70 : 85, mozjpeg: false })
      .toBuffer({ resolveWithObject: true });
    drawn.push({ bytes: made.data, width: made.info.width, height: made.info.height });
  }
  return drawn;
}

function fitted(picture: Sharp, side: number): Sharp {
  return picture.resize({ width: side, height: side, fit: "inside", withoutEnlargement: true });
}
