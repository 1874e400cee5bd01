/** Those who take a big file and give it back. */
import { FILE_BYTES, PIECE } from "../load/file.ts";
import { download, upload } from "../load/transfer.ts";
import { call } from "../scenarios/requests.ts";
import type { Nginx } from "../subjects/nginx.ts";
import type { Subject } from "../subjects/subject.ts";

export interface Carrier {
  readonly name: string;
  readonly pid: number;
  /** Takes the file. @returns the answer */
  up(round: number): Promise<string>;
  /** Where the file can be had, after that answer. */
  find(answer: string): Promise<string>;
  /** Gives the file. @returns how many bytes it has */
  down(path: string): Promise<number>;
}

/** A server that does nothing else. */
export function plain(name: string, { pid, port }: Nginx | Subject): Carrier {
  return {
    name,
    pid,
    up: () => upload(port, "/up", "application/octet-stream", "", ""),
    find: async () => "/file",
    down: (path) => download(port, path),
  };
}

const BOUNDARY = "heliogram-bench";

/** Bytes that make each file one of its own: the service keeps equal files once. */
const MARK_BYTES = 16;

/** `sendDocument` by the bot that sends, and the file's own address. */
export function documents({ name, pid, port, cast }: Subject): Carrier {
  return {
    name,
    pid,
    up(round) {
      const chat = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="chat_id"\r\n\r\n${cast.chats[0]}\r\n`;
      const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="document"; filename="big.bin"\r\n\r\n`;
      const head = chat + file + `round ${round}`.padEnd(MARK_BYTES);
      const type = `multipart/form-data; boundary=${BOUNDARY}`;
      return upload(port, `/bot${cast.sender}/sendDocument`, type, head, `\r\n--${BOUNDARY}--\r\n`);
    },
    async find(answer) {
      const { result } = JSON.parse(answer) as { result: { document: { file_id: string } } };
      const found = await call(port, cast.sender, "getFile", { file_id: result.document.file_id });
      return `/file/bot${cast.sender}/${(found as { file_path: string }).file_path}`;
    },
    down: async (path) => (await download(port, path)) - MARK_BYTES,
  };
}

/** A document so small that it loads what documents need and fills nothing. @throws Error if it is refused */
export async function smallDocument({ port, cast }: Subject): Promise<void> {
  const form = new FormData();
  form.set("chat_id", String(cast.chats[0]));
  form.set("document", new Blob(["small"]), "small.bin");
  const res = await fetch(`http://127.0.0.1:${port}/bot${cast.sender}/sendDocument`, { method: "POST", body: form });
  const text = await res.text();
  if (!res.ok) throw new Error(`a small document was refused: ${text}`);
}

/** The whole file at once. */
export function wholeFile(): Buffer {
  return Buffer.concat(Array.from({ length: FILE_BYTES / PIECE.length }, () => PIECE));
}
