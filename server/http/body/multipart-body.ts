/** Reads multipart bodies: fields into parameters, files into uploads, within the limits. */
import type { Readable } from "node:stream";
import type { Upload, UploadInfo, UploadSink } from "../../media/upload.ts";
import { readDisposition } from "./content-disposition.ts";
import { MultipartParser, type PartHandler } from "./multipart.ts";
import { BodyError, holdBody, refuseUnportable, type BodyLimits, type DecodedCall } from "./body-error.ts";
import { forEachChunk } from "./body-stream.ts";

interface OpenFile {
  readonly info: UploadInfo;
  /** Absent for a file that is not stored. */
  readonly upload: Upload | undefined;
  size: number;
}

/**
 * Reads a multipart body into `call`. The first of two parts of one name counts. After an error no file is kept.
 * @throws BodyError, and what the sink throws
 */
export async function readMultipart(
  source: Readable,
  boundary: string,
  limits: BodyLimits,
  sink: UploadSink | null,
  call: DecodedCall,
): Promise<void> {
  const parts = new Parts(limits, sink, call);
  const parser = new MultipartParser(boundary, parts);
  let empty = true;
  try {
    await forEachChunk(source, (chunk) => {
      empty = false;
      parser.push(chunk);
      return parts.settle();
    });
    if (!empty) parser.finish();
  } catch (error) {
    await parts.abort();
    throw error;
  }
}

class Parts implements PartHandler {
  readonly #limits: BodyLimits;
  readonly #sink: UploadSink | null;
  readonly #call: DecodedCall;
  readonly #uploads: Upload[] = [];
  /** Names of file parts so far, so that no name is stored twice. */
  readonly #fileNames = new Set<string>();
  #file: OpenFile | undefined;
  #field: { name: string; pieces: Buffer[] } | undefined;
  #field_bytes = 0;
  #files = 0;
  #files_bytes = 0;
  #skipped_bytes = 0;
  /** An upload whose buffer is full. */
  #full: Upload | undefined;
  #finishing: Promise<void>[] = [];

  constructor(limits: BodyLimits, sink: UploadSink | null, call: DecodedCall) {
    this.#limits = limits;
    this.#sink = sink;
    this.#call = call;
  }

  begin(headers: ReadonlyMap<string, string>): void {
    const disposition = readDisposition(headers.get("content-disposition") ?? "");
    if (!disposition) throw new BodyError(400, "a part of the multipart body has no name");
    const { name, file_name } = disposition;
    if (file_name === undefined) {
      this.#count(name.length);
      this.#field = { name, pieces: [] };
    } else {
      this.#open(name, file_name, headers.get("content-type"));
    }
  }

  data(piece: Buffer): void {
    if (this.#field) {
      this.#count(piece.length);
      // A copy, because a slice would keep the whole chunk in memory.
      this.#field.pieces.push(Buffer.from(piece));
      return;
    }
    const { upload } = this.#file!;
    if (upload) this.#write(this.#file!, upload, piece);
    else {
      this.#skipped_bytes += piece.length;
      if (this.#skipped_bytes > this.#limits.skipped_bytes) throw new BodyError(413, "the body is too long");
    }
  }

  end(): void {
    if (this.#field) {
      const { name, pieces } = this.#field;
      const { params } = this.#call;
      if (!params.has(name)) params.set(name, textOf(Buffer.concat(pieces)));
      this.#field = undefined;
    } else if (this.#file) {
      this.#finishing.push(this.#finish(this.#file));
      this.#file = undefined;
    }
  }

  /** Waits for full uploads and for those that are being finished. @returns `undefined` if there are none */
  settle(): Promise<void> | undefined {
    const full = this.#full;
    this.#full = undefined;
    // An upload that has ended is awaited in `#finishing`.
    const isFull = full !== undefined && full === this.#file?.upload;
    return isFull || this.#finishing.length > 0 ? this.#settle(isFull ? full : undefined) : undefined;
  }

  async #settle(full: Upload | undefined): Promise<void> {
    await full?.drained();
    await Promise.all(this.#finishing);
    this.#finishing = [];
  }

  async abort(): Promise<void> {
    await Promise.allSettled(this.#finishing);
    await Promise.allSettled(this.#uploads.map((upload) => upload.abort()));
    this.#call.files.clear();
  }

  #write(file: OpenFile, upload: Upload, piece: Buffer): void {
    file.size += piece.length;
    if (file.size > this.#limits.file_bytes(file.info.field)) throw new BodyError(413, "file is too big");
    this.#files_bytes += piece.length;
    if (this.#files_bytes > this.#limits.files_bytes) throw new BodyError(413, "the files are too big together");
    if (!upload.write(piece)) this.#full = upload;
  }

  /** Fields are kept in memory, so their names and values have one limit together. */
  #count(bytes: number): void {
    this.#field_bytes += bytes;
    if (this.#field_bytes > this.#limits.field_bytes) throw new BodyError(413, "the parameters are too long");
    holdBody(this.#limits, this.#field_bytes);
  }

  #open(field: string, file_name: string, content_type: string | undefined): void {
    const info = {
      field,
      ...(file_name === "" ? {} : { file_name }),
      ...(content_type === undefined ? {} : { content_type }),
    };
    this.#file = { info, upload: this.#fileNames.has(field) ? undefined : this.#store(info), size: 0 };
  }

  /** @returns `undefined` where the method takes no files: the part is read and ignored, as unknown parameters are. */
  #store(info: UploadInfo): Upload | undefined {
    if (!this.#sink) return undefined;
    this.#files += 1;
    if (this.#files > this.#limits.files) {
      throw new BodyError(400, `too many files: at most ${this.#limits.files} are allowed`);
    }
    this.#fileNames.add(info.field);
    const upload = this.#sink.open(info);
    this.#uploads.push(upload);
    return upload;
  }

  async #finish({ info, upload, size }: OpenFile): Promise<void> {
    if (!upload) return;
    // An empty file input of a form.
    if (size === 0 && info.file_name === undefined) await upload.abort();
    else this.#call.files.set(info.field, { ...info, upload: await upload.finish() });
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function textOf(bytes: Buffer): string {
  const text = decode(bytes);
  refuseUnportable(text);
  return text;
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new BodyError(400, "a part of the multipart body is not valid UTF-8");
  }
}
