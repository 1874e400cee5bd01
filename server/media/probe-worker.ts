/** The process that looks into media. It may hang or crash on a hostile file: nothing else lives in it. */
import { openAsBlob } from "node:fs";
import { fileTypeFromFile } from "file-type";
import { ALL_FORMATS, BlobSource, Input } from "mediabunny";
import sharp from "sharp";
import type { Facts, ProbeAnswer, ProbeRequest, WrittenPicture } from "./probe-messages.ts";

/** Width times height: beyond, a picture is a bomb. */
const MAX_PIXELS = 50_000_000;
const IMAGES = new Set(["image/jpeg", "image/png", "image/webp", "image/gif"]);

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
  void answer(request).then((outcome) => process.send!(outcome));
});

async function answer(request: ProbeRequest): Promise<ProbeAnswer> {
  try {
    if (request.task === "probe") return { ok: true, facts: await probe(request.path) };
    return { ok: true, pictures: await pictures(request.path, request.out, request.sides) };
  } catch (error) {
    return { ok: false, error: (error as Error).message };
  }
}

async function probe(path: string): Promise<Facts> {
  const type = await fileTypeFromFile(path);
  const facts: Facts = { mime_type: bareType(type?.mime ?? "application/octet-stream"), format: type?.ext ?? "" };
  if (IMAGES.has(facts.mime_type)) return { ...facts, ...(await imageFacts(path)) };
  if (/^(video|audio)\//.test(facts.mime_type) || facts.mime_type === "application/ogg") {
    return { ...facts, ...(await trackFacts(path)) };
  }
  return facts;
}

/** Of some containers the codec is told as well, which the tracks say for themselves. */
function bareType(mime: string): string {
  return mime.split(";", 1)[0]!;
}

/** Orientations 5 to 8 lie on their side. */
async function imageFacts(path: string): Promise<Partial<Facts>> {
  const { width, height, orientation } = await sharp(path, { limitInputPixels: MAX_PIXELS }).metadata();
  return (orientation ?? 1) >= 5 ? { width: height, height: width } : { width, height };
}

async function trackFacts(path: string): Promise<Partial<Facts>> {
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(await openAsBlob(path)) });
  try {
    const video = await input.getPrimaryVideoTrack();
    const audio = await input.getPrimaryAudioTrack();
    const duration = await input.computeDuration();
    const tags = await input.getMetadataTags().catch(() => undefined);
    return {
      duration: Number.isFinite(duration) ? duration : 0,
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

/** One JPEG for each longest side, upright, without metadata, on white where the original is transparent. */
async function pictures(path: string, out: readonly string[], sides: readonly number[]): Promise<WrittenPicture[]> {
  const written: WrittenPicture[] = [];
  for (const [i, side] of sides.entries()) {
    const { width, height } = await sharp(path, { limitInputPixels: MAX_PIXELS, failOn: "error" })
      .rotate()
      .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: side <= 90 ? 70 : 85, mozjpeg: false })
      .toFile(out[i]!);
    written.push({ path: out[i]!, width, height });
  }
  return written;
}
