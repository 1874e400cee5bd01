/** Media: from a finished upload to a value that a message can hold. */
import type { FileKind, Media, Picture } from "../domain/media.ts";
import { DiskBlobs } from "./disk.ts";
import { accepts, shownType } from "./kinds.ts";
import { Prober, type ProberOptions } from "./probe.ts";
import type { DrawnPicture, Facts, ProbeAnswer } from "./probe-messages.ts";
import { ProbeFault } from "./probe-process.ts";
import { fitsPhoto } from "./sizes.ts";
import { MediaBusy, type FinishedUpload } from "./upload.ts";

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

/** A file on its way into a message. */
export interface Sent {
  readonly upload: FinishedUpload;
  readonly kind: FileKind;
  readonly hints: Hints;
  /** Whose turn it is, and who is held to account for what the file does to a worker. */
  readonly account_id: number;
}

export type Examined = { readonly ok: true; readonly media: Media } | { readonly ok: false; readonly error: string };

const UNSUPPORTED: Examined = { ok: false, error: "unsupported file format" };
/** What is known of a document that no worker could read, or may read. */
const PLAIN: ProbeAnswer = { ok: true, facts: { mime_type: "application/octet-stream", format: "" }, pictures: [] };

export class MediaStore {
  readonly blobs: DiskBlobs;
  readonly #prober: Prober;

  constructor(blobs: DiskBlobs, workers: ProberOptions) {
    this.blobs = blobs;
    this.#prober = new Prober(workers);
  }

  /**
   * Reads an upload, makes its pictures, and keeps all of it on disk. The value's `file` is 0 until the transaction
   * that uses it gives it a row; without one, maintenance removes the blobs again.
   * @throws MediaBusy, and what writing to the disk raises; nothing of the upload is left then
   */
  async examine(sent: Sent): Promise<Examined> {
    const { upload, kind, hints } = sent;
    try {
      const answer = await this.#probe(sent);
      if (!answer.ok || !accepts(kind, answer.facts)) return UNSUPPORTED;
      if (kind !== "photo") return await this.#file(upload, kind, answer.facts, answer.pictures, hints);
      if (!fitsPhoto(answer.facts)) return { ok: false, error: "PHOTO_INVALID_DIMENSIONS" };
      return { ok: true, media: { kind: "photo", file: 0, sizes: await this.#keepAll(answer.pictures) } };
    } finally {
      // What has been kept is in another place by now.
      await this.blobs.drop(upload);
      if (hints.thumbnail) await this.blobs.drop(hints.thumbnail);
    }
  }

  close(): void {
    this.#prober.close();
  }

  /** What a file is. A document may be anything, so one that cannot be read is plain bytes. */
  async #probe({ upload, kind, hints, account_id }: Sent): Promise<ProbeAnswer> {
    const request = {
      path: upload.path,
      kind,
      has_duration: hints.duration !== undefined,
      ...(hints.thumbnail ? { thumbnail: hints.thumbnail.path } : {}),
    };
    try {
      const answer = await this.#prober.ask(account_id, request, upload.size);
      return kind === "document" && !answer.ok ? PLAIN : answer;
    } catch (error) {
      if (error instanceof ProbeFault) {
        if (kind !== "document") return { ok: false, error: error.message };
        return error.facts ? { ok: true, facts: error.facts, pictures: [] } : PLAIN;
      }
      if (kind === "document" && error instanceof MediaBusy && error.isBarred) return PLAIN;
      throw error;
    }
  }

  async #file(
    upload: FinishedUpload,
    kind: Exclude<FileKind, "photo">,
    facts: Facts,
    pictures: readonly DrawnPicture[],
    hints: Hints,
  ): Promise<Examined> {
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
      ...(kind === "audio" ? defined("title", hints.title ?? facts.title) : {}),
      ...(kind === "audio" ? defined("performer", hints.performer ?? facts.performer) : {}),
      ...defined("thumbnail", thumbnail),
      ...(kind === "voice" && hints.waveform?.length ? { waveform: hints.waveform } : {}),
    };
    return { ok: true, media };
  }

  /** Keeps pictures that were made, and a file beside them. */
  async #keepAll(pictures: readonly DrawnPicture[], ...beside: FinishedUpload[]): Promise<Picture[]> {
    const made: FinishedUpload[] = [];
    try {
      for (const { bytes } of pictures) made.push(await this.blobs.stash(bytes));
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

function defined<K extends string, V>(name: K, value: V | undefined): { [key in K]?: V } {
  return (value === undefined ? {} : { [name]: value }) as { [key in K]?: V };
}
