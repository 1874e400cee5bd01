/** Media: turns a finished upload into the media value of a message. */
import type { FileKind } from "@heliogram/shared/files.ts";
import type { Media, Picture } from "../domain/media.ts";
import { portable } from "../domain/text/portable.ts";
import type { BlobStore } from "./blob-store.ts";
import { accepts, fittingKind, shownType } from "./file-kinds.ts";
import { Prober, type ProberOptions } from "./probe.ts";
import type { DrawnPicture, Facts, ProbeAnswer } from "./probe-messages.ts";
import { ProbeError } from "./probe-process.ts";
import { fitsPhoto } from "./picture-sizes.ts";
import { MediaBusy, type FinishedUpload } from "./upload.ts";

/** Properties given by the sender, which complete those of the file itself. */
export interface Hints {
  readonly file_name?: string;
  readonly width?: number;
  readonly height?: number;
  readonly duration?: number;
  readonly title?: string;
  readonly performer?: string;
  readonly waveform?: readonly number[];
  /** An uploaded thumbnail. */
  readonly thumbnail?: FinishedUpload;
}

/** `keep` it as the kind that was asked for, `adapt` the kind, or `refuse` the file. */
export type MisfitPolicy = "keep" | "adapt" | "refuse";

/** A file that is being sent. */
export interface IncomingFile {
  readonly upload: FinishedUpload;
  readonly kind: FileKind;
  readonly hints: Hints;
  /** What to do if another kind fits the file better (`fittingKind`). */
  readonly misfit: MisfitPolicy;
  /** The account whose share of the workers is used, and to which failures of the worker are attributed. */
  readonly account_id: number;
  /** Of a photo: longest side of the sizes that are kept, in pixels; by default, all sizes are. */
  readonly max_side?: number;
}

export type MediaResult = { readonly ok: true; readonly media: Media } | { readonly ok: false; readonly error: string };

const UNSUPPORTED: MediaResult = { ok: false, error: "unsupported file format" };
const ANIMATED_IN_GROUP: MediaResult = { ok: false, error: "an animated picture can't be sent in a group" };
/** The properties of a document that no worker could or may read. */
const PLAIN: ProbeAnswer = { ok: true, facts: { mime_type: "application/octet-stream", format: "" }, pictures: [] };

export class MediaStore {
  readonly blobs: BlobStore;
  readonly #prober: Prober;

  constructor(blobs: BlobStore, workers: ProberOptions) {
    this.blobs = blobs;
    this.#prober = new Prober(workers);
  }

  /**
   * Examines an upload, creates its pictures and stores all of it as blobs. `file` of the result is 0 until the transaction
   * that uses it inserts a row; without a row, maintenance deletes the blobs.
   * @throws MediaBusy, and errors of writing to disk; the upload is removed then
   */
  async examine(incoming: IncomingFile): Promise<MediaResult> {
    const { upload, kind, hints } = incoming;
    try {
      const answer = await this.#probe(incoming);
      if (!answer.ok) return UNSUPPORTED;
      const fitting = incoming.misfit === "keep" ? kind : fittingKind(kind, answer.facts);
      if (!accepts(fitting, answer.facts)) return UNSUPPORTED;
      if (fitting !== kind && incoming.misfit === "refuse") return ANIMATED_IN_GROUP;
      if (fitting !== "photo") {
        // What was said of the other kind, such as the side of a square, is not true of this one.
        const { width: _width, height: _height, ...others } = hints;
        const known = fitting === kind ? hints : others;
        return await this.#file(upload, fitting, answer.facts, answer.pictures, known);
      }
      if (!fitsPhoto(answer.facts)) return { ok: false, error: "PHOTO_INVALID_DIMENSIONS" };
      const sizes = await this.#keepAll(upTo(incoming.max_side, answer.pictures));
      return { ok: true, media: { kind: "photo", file: 0, sizes } };
    } finally {
      // Stored blobs have been moved; this removes what was not stored.
      await this.blobs.drop(upload);
      if (hints.thumbnail) await this.blobs.drop(hints.thumbnail);
    }
  }

  /** Starts a media worker for the first upload. */
  prepare(): void {
    this.#prober.prepare();
  }

  /** Media workers that examine a file, and files that wait for one. */
  get load(): Prober["load"] {
    return this.#prober.load;
  }

  close(): void {
    this.#prober.close();
    this.blobs.close();
  }

  /** Examines the file. A document may be anything, so one that cannot be read is plain bytes. */
  async #probe({ upload, kind, hints, misfit, account_id }: IncomingFile): Promise<ProbeAnswer> {
    const request = {
      path: upload.path,
      kind,
      adapts: misfit !== "keep",
      has_duration: hints.duration !== undefined,
      ...(hints.thumbnail ? { thumbnail: hints.thumbnail.path } : {}),
    };
    try {
      const answer = await this.#prober.probe(account_id, request, upload.size);
      return kind === "document" && !answer.ok ? PLAIN : answer;
    } catch (error) {
      if (error instanceof ProbeError) {
        if (kind !== "document") return { ok: false, error: error.message };
        return error.facts ? { ok: true, facts: error.facts, pictures: [] } : PLAIN;
      }
      if (kind === "document" && error instanceof MediaBusy && error.isBlocked) return PLAIN;
      throw error;
    }
  }

  async #file(
    upload: FinishedUpload,
    kind: Exclude<FileKind, "photo">,
    facts: Facts,
    pictures: readonly DrawnPicture[],
    hints: Hints,
  ): Promise<MediaResult> {
    const [thumbnail] = await this.#keepAll(pictures, upload);
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
      ...(kind === "audio" ? defined("title", hints.title ?? tagOf(facts.title)) : {}),
      ...(kind === "audio" ? defined("performer", hints.performer ?? tagOf(facts.performer)) : {}),
      ...defined("thumbnail", thumbnail),
      ...(kind === "voice" && hints.waveform?.length ? { waveform: hints.waveform } : {}),
    };
    return { ok: true, media };
  }

  /** Stores created pictures, together with other uploads. */
  async #keepAll(pictures: readonly DrawnPicture[], ...beside: FinishedUpload[]): Promise<Picture[]> {
    const made: FinishedUpload[] = [];
    try {
      for (const { bytes } of pictures) made.push(await this.blobs.writeTemporary(bytes));
      await this.blobs.keep(...made, ...beside);
    } finally {
      for (const each of made) await this.blobs.drop(each);
    }
    return made.map(({ sha256, size }, i) => ({
      sha256,
      size,
      width: pictures[i]!.width,
      height: pictures[i]!.height,
    }));
  }
}

/** The pictures whose sides are not longer than `max_side`; the smallest, if all are. */
function upTo(max_side: number | undefined, pictures: readonly DrawnPicture[]): readonly DrawnPicture[] {
  if (max_side === undefined) return pictures;
  const kept = pictures.filter(({ width, height }) => Math.max(width, height) <= max_side);
  return kept.length > 0 ? kept : pictures.slice(0, 1);
}

/** Characters of a title or performer: as many as a sender may give. */
const MAX_TAG = 256;

function tagOf(tag: string | undefined): string | undefined {
  const text = tag === undefined ? "" : portable(tag, MAX_TAG);
  return text === "" ? undefined : text;
}

function defined<K extends string, V>(name: K, value: V | undefined): { [key in K]?: V } {
  return (value === undefined ? {} : { [name]: value }) as { [key in K]?: V };
}
