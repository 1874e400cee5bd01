/** Reads what is needed of a picked file before it is sent: its kind, its dimensions, and a poster frame of a video. */
import type { MediaLimits } from "@heliogram/shared/wire.ts";
import type { Picked } from "../../core/actions/outbox.ts";
import { animatedFormat, PICTURE_HEADER_BYTES } from "../../core/model/media/animated-picture.ts";
import type { PickedFile, PickedKind } from "../../core/model/messages/outgoing.ts";

const PHOTOS = new Set(["image/jpeg", "image/png", "image/webp"]);
const VIDEOS = new Set(["video/mp4", "video/quicktime", "video/webm"]);
const AUDIOS = new Set([
  "audio/mpeg",
  "audio/mp4",
  "audio/x-m4a",
  "audio/flac",
  "audio/ogg",
  "audio/wav",
  "audio/x-wav",
]);
/** The longer side of a video's poster frame, in pixels. */
const POSTER_SIDE = 640;
const POSTER_QUALITY = 0.8;
/** The first frame of a video is often black. */
const POSTER_AT_S = 0.5;

/** A picture that is too large for a photo is sent as a file, and so is an animated PNG. */
export async function kindOfFile(file: File, limits: MediaLimits | undefined): Promise<PickedKind> {
  const { type, size } = file;
  if (type === "image/gif") return "animation";
  if (PHOTOS.has(type)) {
    const animated = await animatedFormatOf(file);
    if (animated === "webp") return "animation";
    return animated === "png" || (limits && size > limits.photo) ? "document" : "photo";
  }
  if (VIDEOS.has(type)) return "video";
  return AUDIOS.has(type) ? "audio" : "document";
}

async function animatedFormatOf(file: File) {
  try {
    return animatedFormat(new Uint8Array(await file.slice(0, PICTURE_HEADER_BYTES).arrayBuffer()));
  } catch {
    // The file is gone, which sending it will tell.
    return undefined;
  }
}

/** @returns the file with its dimensions and duration. A file that the browser cannot read is sent without them. */
export async function readPickedFile(file: File, kind: PickedKind): Promise<Picked> {
  const address = URL.createObjectURL(file);
  const facts = await factsOf(file, kind, address);
  return { kind, name: file.name, size: file.size, mime_type: file.type, address, blob: file, ...facts };
}

/** The same file, to be sent uncompressed. */
export function asPlainFile({ name, size, mime_type, address, blob }: Picked): Picked {
  return { kind: "document", name, size, mime_type, address, blob };
}

type Facts = Pick<PickedFile, "width" | "height" | "duration"> & { readonly poster?: Blob };

async function factsOf(file: File, kind: PickedKind, address: string): Promise<Facts> {
  try {
    if (kind === "photo" || kind === "animation") return await pictureFacts(file);
    return kind === "video" ? await videoFacts(address) : {};
  } catch {
    return {};
  }
}

async function pictureFacts(file: File): Promise<Facts> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
}

async function videoFacts(address: string): Promise<Facts> {
  const video = document.createElement("video");
  video.preload = "auto";
  video.muted = true;
  const loaded = nextEvent(video, "loadeddata");
  video.src = address;
  await loaded;
  const { videoWidth: width, videoHeight: height, duration } = video;
  const length = Number.isFinite(duration) ? { duration } : {};
  const seeked = nextEvent(video, "seeked");
  video.currentTime = Number.isFinite(duration) ? Math.min(POSTER_AT_S, duration / 2) : 0;
  await seeked;
  const poster = await posterOf(video);
  video.removeAttribute("src");
  video.load();
  return { width, height, ...length, ...(poster ? { poster } : {}) };
}

function nextEvent(video: HTMLVideoElement, name: "loadeddata" | "seeked"): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener(name, () => resolve(), { once: true });
    video.addEventListener("error", () => reject(new Error("the browser cannot read this video")), { once: true });
  });
}

function posterOf(video: HTMLVideoElement): Promise<Blob | undefined> {
  const scale = Math.min(1, POSTER_SIDE / Math.max(video.videoWidth, video.videoHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(video.videoWidth * scale));
  canvas.height = Math.max(1, Math.round(video.videoHeight * scale));
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob ?? undefined), "image/jpeg", POSTER_QUALITY);
  });
}
