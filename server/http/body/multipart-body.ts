/** Reads multipart bodies: fields into parameters, files into uploads, within the limits. */
import type { Readable } from "node:stream";
import type { Upload, UploadInfo, UploadSink } from "../../media/upload.ts";
import { readDisposition } from "./content-disposition.ts";
import { MultipartParser, type PartHandler } from "./multipart.ts";
import { BodyError, type BodyLimits, type RawCall } from "./raw-call.ts";
import { forEachChunk } from "./body-stream.ts";

interface OpenFile {
  readonly info: UploadInfo;
  /** Absent for a file that the method does not take. */
  readonly upload: Upload | undefined;
  readonly limit: number;
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
  call: RawCall,
): Promise<void> {
  const parts = new Parts(limits, sink, call);
  const parser = new MultipartParser(boundary, parts);
  let empty = true;
  try {
    await forEachChunk(source, async (chunk) => {
      empty = false;
      parser.push(chunk);
      await parts.settle();
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
  readonly #call: RawCall;
  readonly #uploads: Upload[] = [];
  /** Names of file parts so far, so that no name is stored twice. */
  readonly #fileNames = new Set<string>();
  #file: OpenFile | undefined;
  #field: { name: string; pieces: Buffer[] } | undefined;
  #field_bytes = 0;
  #files = 0;
  #files_bytes = 0;
  /** An upload whose buffer is full. */
  #full: Upload | undefined;
  #finishing: Promise<void>[] = [];

  constructor(limits: BodyLimits, sink: UploadSink | null, call: RawCall) {
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
    const file = this.#file!;
    file.size += piece.length;
    if (file.size > file.limit) throw new BodyError(413, "file is too big");
    this.#files_bytes += piece.length;
    if (this.#files_bytes > this.#limits.files_bytes) throw new BodyError(413, "the files are too big together");
    if (file.upload && !file.upload.write(piece)) this.#full = file.upload;
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

  /** Waits for full uploads and for those that are being finished. */
  async settle(): Promise<void> {
    const full = this.#full;
    this.#full = undefined;
    // An upload that has ended is awaited in `#finishing`.
    if (full && full === this.#file?.upload) await full.drained();
    if (this.#finishing.length === 0) return;
    await Promise.all(this.#finishing);
    this.#finishing = [];
  }

  async abort(): Promise<void> {
    await Promise.allSettled(this.#finishing);
    await Promise.allSettled(this.#uploads.map((upload) => upload.abort()));
    this.#call.files.clear();
  }

  /** Fields are kept in memory, so their names and values have one limit together. */
  #count(bytes: number): void {
    this.#field_bytes += bytes;
    if (this.#field_bytes > this.#limits.field_bytes) throw new BodyError(413, "the parameters are too long");
  }

  #open(field: string, file_name: string, content_type: string | undefined): void {
    this.#files += 1;
    if (this.#files > this.#limits.files) {
      throw new BodyError(400, `too many files: at most ${this.#limits.files} are allowed`);
    }
    const info = {
      field,
      ...(file_name === "" ? {} : { file_name }),
      ...(content_type === undefined ? {} : { content_type }),
    };
    const upload = this.#fileNames.has(field) ? undefined : this.#sink?.open(info);
    this.#fileNames.add(field);
    if (upload) this.#uploads.push(upload);
    // A file that the method does not take is skipped, within the limit of the fields.
    this.#file = { info, upload, limit: upload ? this.#limits.file_bytes(field) : this.#limits.field_bytes, size: 0 };
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
  try {
    return utf8.decode(bytes);
  } catch {
    throw new BodyError(400, "a part of the multipart body is not valid UTF-8");
  }
}
