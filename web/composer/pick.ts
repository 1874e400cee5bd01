/** What a picked file is, and how large it will be shown: found out before it is sent. */
import type { MediaLimits } from "@heliogram/shared/wire.ts";
import type { Picked } from "../actions/outbox.ts";
import type { PickedFile, PickedKind } from "../model/outgoing.ts";

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
/** Longest side of the picture that stands for a film. */
const POSTER_SIDE = 640;
const POSTER_QUALITY = 0.8;
/** The very first picture of a film is often black. */
const POSTER_AT_S = 0.5;

/** A picture that is too large to be sent as one goes as a file. */
export function kindOfFile({ type, size }: File, limits: MediaLimits | undefined): PickedKind {
  if (type === "image/gif") return "animation";
  if (PHOTOS.has(type)) return limits && size > limits.photo ? "document" : "photo";
  if (VIDEOS.has(type)) return "video";
  return AUDIOS.has(type) ? "audio" : "document";
}

/** @returns the file with what can be known of it; what cannot be read is sent all the same */
export async function pick(file: File, kind: PickedKind): Promise<Picked> {
  const address = URL.createObjectURL(file);
  const facts = await factsOf(file, kind, address);
  return { kind, name: file.name, size: file.size, mime_type: file.type, address, blob: file, ...facts };
}

/** The same file as nothing but bytes. */
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
  const there = happens(video, "loadeddata");
  video.src = address;
  await there;
  const { videoWidth: width, videoHeight: height, duration } = video;
  const lasting = Number.isFinite(duration) ? { duration } : {};
  const sought = happens(video, "seeked");
  video.currentTime = Number.isFinite(duration) ? Math.min(POSTER_AT_S, duration / 2) : 0;
  await sought;
  const poster = await posterOf(video);
  video.removeAttribute("src");
  video.load();
  return { width, height, ...lasting, ...(poster ? { poster } : {}) };
}

function happens(video: HTMLVideoElement, name: "loadeddata" | "seeked"): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener(name, () => resolve(), { once: true });
    video.addEventListener("error", () => reject(new Error("the browser cannot read this film")), { once: true });
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
