/** Media: from a finished upload to a value that a message can hold. */
import { createReadStream } from "node:fs";
import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { FileKind, Media, Picture } from "../domain/media.ts";
import type { Clock } from "../ports/clock.ts";
import { DiskBlobs } from "./disk.ts";
import { accepts, shownType } from "./kinds.ts";
import { Prober, ProbeFault } from "./probe.ts";
import type { Facts, ProbeRequest, WrittenPicture } from "./probe-messages.ts";
import type { FinishedUpload } from "./upload.ts";

/** Longest sides of a photo's sizes, in pixels (behaviour.md §5). */
const PHOTO_SIDES = [90, 320, 800, 1280];
const THUMBNAIL_SIDE = 320;
/** Width and height of a photo together, and how much longer one may be than the other. */
const MAX_SIDES = 10_000;
const MAX_RATIO = 20;

/** What the sender says of a file; it fills in what the file itself does not tell. */
export interface Hints {
  readonly file_name?: string;
  readonly width?: number;
  readonly height?: number;
  readonly duration?: number;
  readonly title?: string;
  readonly performer?: string;
  readonly waveform?: readonly number[];
  /** An uploaded picture to show in the file's place. */
  readonly thumbnail?: FinishedUpload;
}

export type Examined = { readonly ok: true; readonly media: Media } | { readonly ok: false; readonly error: string };

const UNSUPPORTED: Examined = { ok: false, error: "unsupported file format" };

export class MediaStore {
  readonly blobs: DiskBlobs;
  readonly #prober: Prober;

  /** `worker` is the script that looks into files, unless it is the usual one. */
  constructor(blobs: DiskBlobs, clock: Clock, worker?: URL) {
    this.blobs = blobs;
    this.#prober = new Prober(clock, worker);
  }

  /**
   * Looks into an upload, makes its pictures, and keeps all of it on disk. The value's `file` is 0 until the
   * transaction that uses it gives it a row; without one the sweep removes the blobs again.
   */
  async examine(upload: FinishedUpload, kind: FileKind, hints: Hints): Promise<Examined> {
    try {
      const facts = await this.#probe(upload.path, kind);
      if (!facts || !accepts(kind, facts)) {
        await this.#drop(upload, hints);
        return UNSUPPORTED;
      }
      return kind === "photo" ? await this.#photo(upload, facts) : await this.#file(upload, kind, facts, hints);
    } catch (error) {
      await this.#drop(upload, hints);
      if (error instanceof ProbeFault) return UNSUPPORTED;
      throw error;
    }
  }

  close(): void {
    this.#prober.close();
  }

  /** What a file is. A document may be anything, so one that nobody can read is plain bytes. */
  async #probe(path: string, kind: FileKind): Promise<Facts | undefined> {
    const plain: Facts = { mime_type: "application/octet-stream", format: "" };
    try {
      const answer = await this.#prober.ask({ task: "probe", path });
      if (answer.ok) return answer.facts;
      return kind === "document" ? plain : undefined;
    } catch (error) {
      if (kind === "document" && error instanceof ProbeFault) return plain;
      throw error;
    }
  }

  async #photo(upload: FinishedUpload, facts: Facts): Promise<Examined> {
    const { width = 0, height = 0 } = facts;
    const ratio = Math.max(width, height) / Math.max(1, Math.min(width, height));
    if (width + height > MAX_SIDES || ratio > MAX_RATIO) {
      await this.blobs.drop(upload);
      return { ok: false, error: "PHOTO_INVALID_DIMENSIONS" };
    }
    const longest = Math.max(width, height);
    const sides = PHOTO_SIDES.filter((_, i) => i === 0 || PHOTO_SIDES[i - 1]! < longest);
    const sizes = await this.#pictures(upload.path, sides);
    await this.blobs.drop(upload);
    return sizes ? { ok: true, media: { kind: "photo", file: 0, sizes } } : UNSUPPORTED;
  }

  async #file(upload: FinishedUpload, kind: Exclude<FileKind, "photo">, facts: Facts, hints: Hints): Promise<Examined> {
    const thumbnail = await this.#thumbnail(upload, facts, hints.thumbnail);
    await this.blobs.keep(upload);
    const duration = hints.duration ?? (facts.duration === undefined ? undefined : Math.round(facts.duration));
    const media: Media = {
      kind,
      file: 0,
      sha256: upload.sha256,
      size: upload.size,
      mime_type: shownType(kind, facts),
      ...defined("file_name", hints.file_name),
      ...(kind === "document" ? {} : defined("width", hints.width ?? facts.width)),
      ...(kind === "document" ? {} : defined("height", hints.height ?? facts.height)),
      ...(kind === "document" ? {} : defined("duration", duration)),
      ...(kind === "audio" ? defined("title", hints.title ?? facts.title) : {}),
      ...(kind === "audio" ? defined("performer", hints.performer ?? facts.performer) : {}),
      ...defined("thumbnail", thumbnail),
      ...(kind === "voice" && hints.waveform?.length ? { waveform: hints.waveform } : {}),
    };
    return { ok: true, media };
  }

  /** The sender's own picture, or one made of a file that is a picture itself. */
  async #thumbnail(
    upload: FinishedUpload,
    facts: Facts,
    own: FinishedUpload | undefined,
  ): Promise<Picture | undefined> {
    if (own) {
      const made = await this.#pictures(own.path, [THUMBNAIL_SIDE]);
      await this.blobs.drop(own);
      return made?.[0];
    }
    if (!facts.mime_type.startsWith("image/") || facts.width === undefined) return undefined;
    return (await this.#pictures(upload.path, [THUMBNAIL_SIDE]))?.[0];
  }

  /** Pictures of the given longest sides, kept; `undefined` for a file the worker can make nothing of. */
  async #pictures(path: string, sides: readonly number[]): Promise<Picture[] | undefined> {
    const out = sides.map(() => this.blobs.temporaryPath());
    const pictures = await this.#draw({ task: "pictures", path, out, sides });
    if (!pictures) {
      for (const made of out) await this.blobs.dropTemporary(made);
      return undefined;
    }
    const kept: Picture[] = [];
    for (const { path: made, width, height } of pictures) {
      const sha256 = await hashFile(made);
      const { size } = await stat(made);
      await this.blobs.keep({ path: made, sha256, size });
      kept.push({ sha256, size, width, height });
    }
    return kept;
  }

  async #draw(request: ProbeRequest): Promise<readonly WrittenPicture[] | undefined> {
    try {
      const answer = await this.#prober.ask(request);
      return answer.ok ? answer.pictures : undefined;
    } catch (error) {
      if (error instanceof ProbeFault) return undefined;
      throw error;
    }
  }

  async #drop(upload: FinishedUpload, hints: Hints): Promise<void> {
    await this.blobs.drop(upload);
    if (hints.thumbnail) await this.blobs.drop(hints.thumbnail);
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

function defined<K extends string, V>(name: K, value: V | undefined): { [key in K]?: V } {
  return (value === undefined ? {} : { [name]: value }) as { [key in K]?: V };
}
