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
  type AttachedImage,
  type InputFormat,
  type InputTrack,
} from "mediabunny";
import sharp, { type Sharp } from "sharp";
import { acceptsType, fittingKind } from "./file-kinds.ts";
import type { DrawnPicture, Facts, ProbeAnswer, ProbeRequest, WorkerMessage } from "./probe-messages.ts";
import { sidesFor, THUMBNAIL_SIDE } from "./picture-sizes.ts";

/** Largest picture that is decoded, as width times height: decoded size does not depend on the size of the file. */
const MAX_PIXELS = 50_000_000;
const IMAGES = new Set(["image/jpeg", "image/png", "image/webp", "image/gif"]);
/** Videos whose cover is read. In Matroska it is among attachments of any size, all of which would be read. */
const COVERED_VIDEOS = new Set(["video/mp4", "video/quicktime", "video/x-m4v"]);
/** The largest picture within a file that becomes its thumbnail: as large as a photo. */
const MAX_COVER_BYTES = 10 * 1024 * 1024;
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
    // Of covers.
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
  ],
});

process.on("message", (request: ProbeRequest) => {
  void answer(request).then((outcome) => post({ is: "answer", answer: outcome }));
});
post({ is: "ready" });

function post(message: WorkerMessage): void {
  process.send!(message);
}

async function answer(request: ProbeRequest): Promise<ProbeAnswer> {
  try {
    const { facts, cover } = await probe(request);
    post({ is: "facts", facts });
    return { ok: true, facts, pictures: await pictures(request, facts, cover) };
  } catch (error) {
    return { ok: false, error: (error as Error).message };
  }
}

interface Probed {
  readonly facts: Facts;
  /** A picture within the file, such as the cover of a record. */
  readonly cover?: Uint8Array | undefined;
}

async function probe(request: ProbeRequest): Promise<Probed> {
  const { path, kind } = request;
  const type = await fileTypeFromFile(path);
  const facts: Facts = { mime_type: bareType(type?.mime ?? "application/octet-stream"), format: type?.ext ?? "" };
  if (!acceptsType(kind, facts.mime_type)) return { facts };
  if (IMAGES.has(facts.mime_type)) return { facts: { ...facts, ...(await imageFacts(path)) } };
  // Documents have neither dimensions nor duration.
  if (kind === "document") return { facts };
  const { cover, ...tracks } = await trackFacts(request, facts.mime_type);
  return { facts: { ...facts, ...tracks }, cover };
}

/** Removes the codec that some container types include; codecs are read from the tracks. */
function bareType(mime: string): string {
  return mime.split(";", 1)[0]!;
}

/** Orientations 5 to 8 swap width and height. */
async function imageFacts(path: string): Promise<Partial<Facts>> {
  const metadata = await sharp(path, { limitInputPixels: MAX_PIXELS }).metadata();
  const { width, height, orientation = 1, pages = 1, delay = [] } = metadata;
  const size = orientation >= 5 ? { width: height, height: width } : { width, height };
  if (pages <= 1) return size;
  return { ...size, is_animated: true, duration: delay.reduce((sum, each_ms) => sum + each_ms, 0) / 1000 };
}

async function trackFacts({ path, kind, has_duration, thumbnail }: ProbeRequest, mime_type: string) {
  const input = new Input({ formats: TRACK_FORMATS, source: new BlobSource(await openAsBlob(path)) });
  try {
    const video = await input.getPrimaryVideoTrack();
    const audio = await input.getPrimaryAudioTrack();
    const hasTags = kind === "audio" || COVERED_VIDEOS.has(mime_type);
    const tags = hasTags ? await input.getMetadataTags().catch(() => undefined) : undefined;
    const shown = [video, audio].filter((track) => track !== null);
    return {
      ...(has_duration ? {} : { duration: await durationOf(input, shown) }),
      has_video: video !== null,
      has_audio: audio !== null,
      ...(video ? { width: video.displayWidth, height: video.displayHeight } : {}),
      ...(audio?.codec ? { audio_codec: audio.codec } : {}),
      ...(tags?.title ? { title: tags.title } : {}),
      ...(tags?.artist ? { performer: tags.artist } : {}),
      cover: thumbnail === undefined ? coverOf(tags?.images) : undefined,
    };
  } finally {
    input.dispose();
  }
}

/** The front of a record, or another picture of it. */
function coverOf(images: readonly AttachedImage[] = []): Uint8Array | undefined {
  const cover = images.find(({ kind }) => kind === "coverFront") ?? images[0];
  return cover && cover.data.length <= MAX_COVER_BYTES ? cover.data : undefined;
}

/** The duration from the header; the packets are read only if the header has none. */
async function durationOf(input: Input, tracks: InputTrack[]): Promise<number> {
  const duration = (await input.getDurationFromMetadata(tracks)) ?? (await input.computeDuration(tracks));
  return Number.isFinite(duration) ? duration : 0;
}

/**
 * The sizes of a photo, or a thumbnail: from the picture given by the sender, from the file if it is a picture, or from
 * a picture within the file.
 */
async function pictures(request: ProbeRequest, facts: Facts, cover: Uint8Array | undefined): Promise<DrawnPicture[]> {
  const { path, thumbnail, adapts } = request;
  const kind = adapts ? fittingKind(request.kind, facts) : request.kind;
  if (kind !== "photo" && thumbnail !== undefined) return draw(thumbnail, [THUMBNAIL_SIDE]).catch(() => []);
  if (cover) return draw(cover, [THUMBNAIL_SIDE]).catch(() => []);
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
async function draw(picture: string | Uint8Array, sides: readonly number[]): Promise<DrawnPicture[]> {
  const largest = Math.max(...sides);
  const { data, info } = await fitted(
    sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: "error" }).rotate(),
    largest,
  )
    .flatten({ background: "#ffffff" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const drawn: DrawnPicture[] = [];
  for (const side of sides) {
    const smaller = fitted(sharp(data, { raw: { width, height, channels } }), side);
    const made = await smaller
      .jpeg({ quality: side <= 90 ? 70 : 85, mozjpeg: false })
      .toBuffer({ resolveWithObject: true });
    drawn.push({ bytes: made.data, width: made.info.width, height: made.info.height });
  }
  return drawn;
}

function fitted(picture: Sharp, side: number): Sharp {
  return picture.resize({ width: side, height: side, fit: "inside", withoutEnlargement: true });
}
