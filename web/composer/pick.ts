/** What a picked file is, and how large it will be shown: found out before it is sent. */
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
/** The service takes photos up to this. */
const MOST_PHOTO_BYTES = 10 * 1024 * 1024;

export function kindOfFile({ type, size }: File): PickedKind {
  if (PHOTOS.has(type) && size <= MOST_PHOTO_BYTES) return "photo";
  if (VIDEOS.has(type)) return "video";
  return AUDIOS.has(type) ? "audio" : "document";
}

/** @returns the file with what can be known of it; what cannot be read is sent all the same */
export async function pick(file: File, kind: PickedKind): Promise<PickedFile & { readonly blob: Blob }> {
  const address = URL.createObjectURL(file);
  const facts = kind === "photo" ? await pictureFacts(file) : kind === "video" ? await videoFacts(address) : {};
  return { kind, name: file.name, size: file.size, mime_type: file.type, address, blob: file, ...facts };
}

type Facts = Pick<PickedFile, "width" | "height" | "duration">;

async function pictureFacts(file: File): Promise<Facts> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    return {};
  }
}

function videoFacts(address: string): Promise<Facts> {
  return new Promise((resolve) => {
    const video = document.createElement("video");
    video.preload = "metadata";
    video.addEventListener("loadedmetadata", () => {
      const { videoWidth: width, videoHeight: height, duration } = video;
      resolve(Number.isFinite(duration) ? { width, height, duration } : { width, height });
    });
    video.addEventListener("error", () => resolve({}));
    video.src = address;
  });
}
