/** The files of an archive: each once, under a name that no browser executes. */
import { filesOf, type Message } from "../domain/messages.ts";
import type { Media } from "../domain/media.ts";
import type { BlobStorage } from "../media/blob-storage.ts";
import { bytesOf, extensionOf, type Bytes } from "../present/file-path.ts";
import { FIRST_SIZE } from "../present/media.ts";
import { tarHeader, tarPadding } from "./tar.ts";

export type BlobReader = Pick<BlobStorage, "read">;

/** What an export reads from a file of a message. */
export interface ArchivedFile {
  readonly name: string;
  readonly bytes: Bytes;
}

/** The main bytes of a file, and the name that it has in archives. Its own extension could be that of a program or a page. */
export function archivedFile(media: Media): ArchivedFile {
  const variant = media.kind === "photo" ? FIRST_SIZE + media.sizes.length - 1 : 0;
  const bytes = bytesOf(media, variant)!;
  return { name: `files/${media.file}.${extensionOf(bytes.mime_type) ?? "bin"}`, bytes };
}

/** Adds files to an archive, each once. */
export class ArchiveFiles {
  readonly #blobs: BlobReader;
  readonly #at: number;
  readonly #added = new Set<number>();
  readonly #missing: string[] = [];

  constructor(blobs: BlobReader, at: number) {
    this.#blobs = blobs;
    this.#at = at;
  }

  /** Names of files whose bytes are gone: they were removed while the archive was written. */
  get missing(): readonly string[] {
    return this.#missing;
  }

  /** The files of messages. */
  async *addAllOf(messages: readonly Pick<Message, "content">[]): AsyncGenerator<Uint8Array> {
    for (const { content } of messages) for (const media of filesOf(content)) yield* this.add(media);
  }

  /** The entry of a file, unless the archive has it. */
  async *add(media: Media): AsyncGenerator<Uint8Array> {
    if (this.#added.has(media.file)) return;
    this.#added.add(media.file);
    const { name, bytes } = archivedFile(media);
    const { sha256, size } = bytes;
    const content = size === 0 ? undefined : await this.#blobs.read(sha256, { start: 0, end: size - 1 });
    if (!content) {
      this.#missing.push(name);
      return;
    }
    yield tarHeader({ name, size, at: this.#at });
    try {
      // A chunk is valid until the next one only.
      for await (const chunk of content) yield Buffer.from(chunk);
    } finally {
      content.destroy();
    }
    yield tarPadding(size);
  }
}
