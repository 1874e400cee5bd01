/** Uploads and downloads of a big file, by kind of server. */
import { FILE_BYTES, CHUNK } from "../load/big-file.ts";
import { download, upload } from "../load/transfer.ts";
import { call } from "../scenarios/requests.ts";
import type { Nginx } from "../targets/nginx.ts";
import type { Target } from "../targets/target.ts";

export interface FileTransfer {
  readonly name: string;
  readonly pid: number;
  /** Uploads the file. @returns the response body */
  up(round: number): Promise<string>;
  /** Returns the path for the download. `response` is that of the upload. */
  find(response: string): Promise<string>;
  /** Downloads the file. @returns its size in bytes */
  down(path: string): Promise<number>;
}

/** Transfers with a server that does nothing else. */
export function plainTransfer(name: string, { pid, port }: Nginx | Target): FileTransfer {
  return {
    name,
    pid,
    up: () => upload(port, "/up", "application/octet-stream", "", ""),
    find: async () => "/file",
    down: (path) => download(port, path),
  };
}

const BOUNDARY = "heliogram-bench";

/** Bytes at the beginning that make each file unique: the service stores equal files once. */
const UNIQUE_PREFIX_BYTES = 16;

/** `sendDocument` by the sending bot, and the file's download path. */
export function documentTransfer({ name, pid, port, accounts }: Target): FileTransfer {
  return {
    name,
    pid,
    up(round) {
      const chat = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="chat_id"\r\n\r\n${accounts.chats[0]}\r\n`;
      const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="document"; filename="big.bin"\r\n\r\n`;
      const head = chat + file + `round ${round}`.padEnd(UNIQUE_PREFIX_BYTES);
      const type = `multipart/form-data; boundary=${BOUNDARY}`;
      return upload(port, `/bot${accounts.sender}/sendDocument`, type, head, `\r\n--${BOUNDARY}--\r\n`);
    },
    async find(response) {
      const { result } = JSON.parse(response) as { result: { document: { file_id: string } } };
      const found = await call(port, accounts.sender, "getFile", { file_id: result.document.file_id });
      return `/file/bot${accounts.sender}/${(found as { file_path: string }).file_path}`;
    },
    down: async (path) => (await download(port, path)) - UNIQUE_PREFIX_BYTES,
  };
}

/** Sends a small document, which loads the code for documents and nearly no data. @throws Error if the call fails */
export async function sendSmallDocument({ port, accounts }: Target): Promise<void> {
  const form = new FormData();
  form.set("chat_id", String(accounts.chats[0]));
  form.set("document", new Blob(["small"]), "small.bin");
  const res = await fetch(`http://127.0.0.1:${port}/bot${accounts.sender}/sendDocument`, {
    method: "POST",
    body: form,
  });
  const text = await res.text();
  if (!res.ok) throw new Error(`sending a small document failed: ${text}`);
}

/** The contents of the big file. */
export function wholeFile(): Buffer {
  return Buffer.concat(Array.from({ length: FILE_BYTES / CHUNK.length }, () => CHUNK));
}
