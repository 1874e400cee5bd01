/** Blobs in an S3 bucket, which several nodes may share. */
import { unlink } from "node:fs/promises";
import type { Readable } from "node:stream";
import { Endpoint } from "../../egress/endpoint.ts";
import type { ResolveName } from "../../egress/lookup.ts";
import { ignoreMissing } from "../blob-files.ts";
import type { BlobPage, BlobStorage, Range, Removal, StoredBlob } from "../blob-storage.ts";
import { FilesUnavailable, type FinishedUpload } from "../upload.ts";
import { removeAbandoned } from "./s3-abandoned.ts";
import { S3Client, type S3Watch } from "./s3-client.ts";
import { openDownload } from "./s3-download.ts";
import { S3Error } from "./s3-error.ts";
import { claimBucket } from "./s3-mark.ts";
import type { S3Machine, S3Options } from "./s3-options.ts";
import { PART_BYTES, uploadFile } from "./s3-upload.ts";
import { elements, text } from "./s3-xml.ts";

/** Connections for requests. Further requests wait. */
const REQUEST_CONNECTIONS = 32;
/** As many as the service has downloads at once: a slow reader holds one, and must not hold up others. */
const DOWNLOAD_CONNECTIONS = 1000;
/** Sizes that are remembered. They cannot change, because a blob is named by its content. */
const MAX_SIZES = 10_000;
/** The most names of one page. */
const NAMES_PER_PAGE = 1000;

export interface S3StorageOptions {
  readonly machine: S3Machine;
  /** Identifies the service that the bucket or the prefix belongs to; `undefined` to use it without a check. */
  readonly mark: string | undefined;
  /** By default the resolver of the system. */
  readonly resolve?: ResolveName | undefined;
  readonly watch?: S3Watch | undefined;
  /** Called with a sentence about what the store cannot do, once. */
  readonly warn?: ((sentence: string) => void) | undefined;
  /** The most names in one response; by default 1000. */
  readonly page_size?: number | undefined;
}

export class S3Storage implements BlobStorage {
  readonly movesUploads = false;
  readonly part_bytes = PART_BYTES;
  readonly #client: S3Client;
  readonly #prefix: string;
  readonly #mark: string | undefined;
  readonly #place: string;
  readonly #sizes = new Map<string, number>();
  readonly #warn: (sentence: string) => void;
  readonly #page_size: number;
  #claimed: Promise<void> | undefined;
  /** Whether the store has refused to list abandoned uploads since it last did. */
  #hasRefusedList = false;

  constructor(
    options: S3Options,
    { machine, mark, resolve, watch, warn, page_size = NAMES_PER_PAGE }: S3StorageOptions,
  ) {
    const { certificate, prefix } = options;
    const endpoint = (connections: number) => new Endpoint({ clock: machine.clock, connections, certificate, resolve });
    const connections = { requests: endpoint(REQUEST_CONNECTIONS), downloads: endpoint(DOWNLOAD_CONNECTIONS) };
    this.#client = new S3Client(options, machine, connections, watch);
    this.#warn = warn ?? (() => {});
    this.#page_size = page_size;
    this.#prefix = `${prefix}blobs/`;
    this.#mark = mark;
    this.#place = prefix;
  }

  /**
   * Checks that the bucket can be used and belongs to this service. Every change of the bucket waits for it.
   * @throws S3Error, BucketTaken, and FilesUnavailable, after which it is checked again
   */
  async claim(): Promise<void> {
    if (this.#mark === undefined) return;
    await (this.#claimed ??= claimBucket(this.#client, this.#place, this.#mark).catch((error: unknown) => {
      this.#claimed = undefined;
      throw error;
    }));
  }

  async store(upload: FinishedUpload, expected: Promise<void>): Promise<void> {
    // Before the bucket is asked: whoever deletes the blob after this sees that it is expected.
    await expected;
    await this.copy(upload);
    await unlink(upload.path).catch(ignoreMissing);
  }

  /** Stores a file as a blob, and leaves the file. @returns whether it was not there already */
  copy(upload: FinishedUpload): Promise<boolean> {
    return available(async () => {
      await this.claim();
      if ((await this.#head(upload.sha256)) === upload.size) return false;
      await uploadFile(this.#client, this.#key(upload.sha256), upload);
      this.#remember(upload.sha256, upload.size);
      return true;
    });
  }

  async size(sha256: string): Promise<number | undefined> {
    return this.#sizes.get(sha256) ?? available(() => this.#sizeOf(sha256));
  }

  read(sha256: string, range: Range): Promise<Readable | undefined> {
    return available(() => openDownload(this.#client, { key: this.#key(sha256), sha256, range }));
  }

  /**
   * All requests of a removal are signed with the time of its begin, so the store refuses them 15 minutes later: a request
   * that was delayed, or a node that was suspended, cannot delete a blob that was stored anew after the claim has expired.
   */
  removal(): Removal {
    const at_ms = this.#client.machine.clock.now();
    return (sha256) =>
      available(async () => {
        this.#sizes.delete(sha256);
        await this.claim();
        await this.#client.text({ method: "DELETE", key: this.#key(sha256), at_ms });
        return true;
      });
  }

  async page(after: string, limit: number): Promise<BlobPage> {
    const { blobs, next } = await this.#list(after, Math.min(limit, this.#page_size));
    return { hashes: blobs.map(({ sha256 }) => sha256), next };
  }

  async *list(): AsyncGenerator<StoredBlob> {
    for (let after: string | undefined; after !== "";) {
      const page: Listed = await this.#list(after ?? "", this.#page_size);
      yield* page.blobs;
      after = page.next;
    }
  }

  async removeAbandoned(signal: AbortSignal): Promise<void> {
    await available(async () => {
      await this.claim();
      const refusal = await removeAbandoned(this.#client, this.#prefix, this.#page_size, signal);
      const isNew = refusal !== undefined && !this.#hasRefusedList;
      this.#hasRefusedList = refusal !== undefined;
      if (isNew)
        this.#warn(`parts of interrupted uploads cannot be listed, and stay in the bucket: ${refusal.message}`);
    });
  }

  close(): void {
    this.#client.close();
  }

  #key(sha256: string): string {
    return `${this.#prefix}${sha256}`;
  }

  async #sizeOf(sha256: string): Promise<number | undefined> {
    const size = await this.#head(sha256);
    // The answer to HEAD does not say whether it is the bucket that is missing. That to a listing does.
    if (size === undefined)
      await this.#client.text({ method: "GET", key: "", query: { "list-type": "2", "max-keys": "1" } });
    return size;
  }

  async #head(sha256: string): Promise<number | undefined> {
    try {
      const { headers } = await this.#client.text({ method: "HEAD", key: this.#key(sha256) });
      const size = Number(headers["content-length"]);
      this.#remember(sha256, size);
      return size;
    } catch (error) {
      if (error instanceof S3Error && error.status === 404) return undefined;
      throw error;
    }
  }

  #remember(sha256: string, size: number): void {
    if (this.#sizes.size >= MAX_SIZES) this.#sizes.delete(this.#sizes.keys().next().value!);
    this.#sizes.set(sha256, size);
  }

  #list(after: string, limit: number): Promise<Listed> {
    return available(async () => {
      const query = {
        "list-type": "2",
        prefix: this.#prefix,
        "max-keys": String(limit),
        ...(after === "" ? {} : { "start-after": this.#key(after) }),
      };
      const { text: xml } = await this.#client.text({ method: "GET", key: "", query });
      const keys = elements(xml, "Contents").map((each) => ({
        sha256: (text(each, "Key") ?? "").slice(this.#prefix.length),
        size: Number(text(each, "Size")),
      }));
      const next = text(xml, "IsTruncated") === "true" ? (keys.at(-1)?.sha256 ?? "") : "";
      // The operator may have put other objects there.
      return { blobs: keys.filter(({ sha256 }) => /^[\da-f]{64}$/.test(sha256)), next };
    });
  }
}

interface Listed {
  readonly blobs: readonly StoredBlob[];
  readonly next: string;
}

/** Any refusal while the service runs is an outage: the operator can mend it, and the caller may come again. */
async function available<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof S3Error ? new FilesUnavailable(error) : error;
  }
}
