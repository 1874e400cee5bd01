/** Multipart bodies: fields into parameters, files into uploads, with every limit kept on the way. */
import type { Readable } from "node:stream";
import type { Upload, UploadSink } from "../../media/upload.ts";
import { readDisposition } from "./content-disposition.ts";
import { MultipartParser, type PartHandler } from "./multipart.ts";
import { BodyFault, type BodyLimits, type RawCall } from "./raw-call.ts";
import { eachChunk } from "./source.ts";

interface OpenFile {
  readonly upload: Upload | null;
  readonly field: string;
  readonly file_name: string;
  readonly content_type: string | undefined;
  readonly limit: number;
  size: number;
}

/** Reads a multipart body into `call`. On any fault nothing of it is kept. @throws BodyFault */
export async function readMultipart(
  source: Readable,
  boundary: string,
  limits: BodyLimits,
  sink: UploadSink | null,
  call: RawCall,
): Promise<void> {
  const parts = new Parts(limits, sink, call);
  const parser = new MultipartParser(boundary, parts);
  try {
    await eachChunk(source, async (chunk) => {
      parser.push(chunk);
      await parts.settle();
    });
    parser.finish();
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
  #file: OpenFile | undefined;
  #field: { name: string; pieces: Buffer[] } | undefined;
  #field_bytes = 0;
  #files = 0;
  #full = false;
  #finishing: Promise<void>[] = [];

  constructor(limits: BodyLimits, sink: UploadSink | null, call: RawCall) {
    this.#limits = limits;
    this.#sink = sink;
    this.#call = call;
  }

  begin(headers: ReadonlyMap<string, string>): void {
    const disposition = readDisposition(headers.get("content-disposition") ?? "");
    if (!disposition) throw new BodyFault(400, "a part of the multipart body has no name");
    const { name, file_name } = disposition;
    if (file_name === undefined) {
      this.#field = { name, pieces: [] };
      return;
    }
    this.#files += 1;
    if (this.#files > this.#limits.files) {
      throw new BodyFault(400, `too many files: at most ${this.#limits.files} are allowed`);
    }
    const content_type = headers.get("content-type");
    const info = { field: name, file_name, ...(content_type === undefined ? {} : { content_type }) };
    const upload = this.#sink?.open(info) ?? null;
    if (upload) this.#uploads.push(upload);
    // A method that takes no files lets one pass unread, within the limit of all other fields.
    const limit = upload ? this.#limits.file_bytes(name) : this.#limits.field_bytes;
    this.#file = { upload, field: name, file_name, content_type, limit, size: 0 };
  }

  data(piece: Buffer): void {
    if (this.#file) {
      this.#file.size += piece.length;
      if (this.#file.size > this.#file.limit) throw new BodyFault(413, "file is too big");
      if (this.#file.upload && !this.#file.upload.write(piece)) this.#full = true;
      return;
    }
    this.#field_bytes += piece.length;
    if (this.#field_bytes > this.#limits.field_bytes) throw new BodyFault(413, "the parameters are too long");
    this.#field!.pieces.push(Buffer.from(piece));
  }

  end(): void {
    const { params } = this.#call;
    if (this.#field) {
      const { name, pieces } = this.#field;
      if (!params.has(name)) params.set(name, textOf(Buffer.concat(pieces)));
      this.#field = undefined;
    } else if (this.#file) {
      this.#finishing.push(this.#finish(this.#file));
      this.#file = undefined;
    }
  }

  /** Waits until what came so far has found its place. */
  async settle(): Promise<void> {
    if (this.#full) {
      this.#full = false;
      await this.#file?.upload?.drained();
    }
    if (this.#finishing.length === 0) return;
    const finishing = this.#finishing;
    this.#finishing = [];
    await Promise.all(finishing);
  }

  async abort(): Promise<void> {
    await Promise.allSettled(this.#finishing);
    await Promise.allSettled(this.#uploads.map((upload) => upload.abort()));
    this.#call.files.clear();
  }

  async #finish(file: OpenFile): Promise<void> {
    if (!file.upload) return;
    const upload = await file.upload.finish();
    const { field, file_name, content_type } = file;
    const named = { field, file_name, ...(content_type === undefined ? {} : { content_type }) };
    if (!this.#call.files.has(field)) this.#call.files.set(field, { ...named, upload });
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new BodyFault(400, "a part of the multipart body is not valid UTF-8");
  }
}
