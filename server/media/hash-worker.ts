/** The thread that hashes files while they are being written. It reads what has been written, which is still in memory. */
import { closeSync, openSync, readSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import type { HashAnswer, HashRequest } from "./hash-messages.ts";
import { PartHashes, type Hashes } from "./part-hashes.ts";

const READ_BYTES = 256 * 1024;

interface HashedFile {
  readonly fd: number;
  readonly hashes: PartHashes;
  bytes: number;
}

const files = new Map<number, HashedFile>();
const buffer = Buffer.alloc(READ_BYTES);

parentPort!.on("message", (request: HashRequest) => {
  try {
    handle(request);
  } catch (error) {
    drop(request.id);
    if (request.is === "last") answer(request.id, undefined, (error as Error).message);
  }
});

function handle({ id, path, part_bytes, end, is }: HashRequest): void {
  if (is === "drop") return drop(id);
  const file = files.get(id) ?? open(id, path, part_bytes);
  while (file.bytes < end) {
    const length = readSync(file.fd, buffer, 0, Math.min(READ_BYTES, end - file.bytes), file.bytes);
    if (length === 0) throw new Error("the file is shorter than what was written to it");
    file.hashes.update(buffer.subarray(0, length));
    file.bytes += length;
  }
  if (is === "more") return;
  drop(id);
  answer(id, file.hashes.digest());
}

function open(id: number, path: string, part_bytes: number): HashedFile {
  const file = { fd: openSync(path, "r"), hashes: new PartHashes(part_bytes), bytes: 0 };
  files.set(id, file);
  return file;
}

function drop(id: number): void {
  const file = files.get(id);
  if (file) closeSync(file.fd);
  files.delete(id);
}

function answer(id: number, hashes: Hashes | undefined, reason = ""): void {
  parentPort!.postMessage({ id, hashes, reason } satisfies HashAnswer);
}
