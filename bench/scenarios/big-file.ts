/** A hundred megabytes up and down: how fast, and how much memory it takes. */
import { request } from "node:http";
import { forgetPeak, peakOf, rssOf } from "../load/drive.ts";
import type { Subject } from "../subjects/subject.ts";

const SIZE = 100 * 1024 * 1024;
const PIECE = Buffer.alloc(1024 * 1024, 7);

/** Bytes of the file. */
export const BIG = SIZE;

export interface Speed {
  readonly up_mb_s: number;
  readonly down_mb_s: number;
}

/** The same bytes through a server that only takes and gives them. */
export async function plainFile(port: number): Promise<Speed> {
  const started_ms = performance.now();
  await upload(port, "/up", "application/octet-stream", "", "");
  const between_ms = performance.now();
  const size = await download(`http://127.0.0.1:${port}/big.bin`);
  if (size !== SIZE) throw new Error(`${size} bytes came back`);
  return { up_mb_s: 100_000 / (between_ms - started_ms), down_mb_s: 100_000 / (performance.now() - between_ms) };
}

export interface BigFile extends Speed {
  /** How much the service's memory grew at its highest. */
  readonly growth_mb: number;
}

export async function bigFile(subject: Subject): Promise<BigFile> {
  forgetPeak(subject.pid);
  const before = rssOf(subject.pid);
  const started_ms = performance.now();
  const form = `--b\r\nContent-Disposition: form-data; name="chat_id"\r\n\r\n${subject.chats[0]}\r\n--b\r\nContent-Disposition: form-data; name="document"; filename="big.bin"\r\n\r\n`;
  const path = `/bot${subject.token}/sendDocument`;
  const text = await upload(subject.port, path, "multipart/form-data; boundary=b", form, "\r\n--b--\r\n");
  const answer = JSON.parse(text) as { ok: boolean; result: { document: { file_id: string } } };
  if (!answer.ok) throw new Error("the upload was refused");
  const up_ms = performance.now() - started_ms;
  const base = `http://127.0.0.1:${subject.port}`;
  const { file_id } = answer.result.document;
  const found = (await (await fetch(`${base}/bot${subject.token}/getFile?file_id=${file_id}`)).json()) as {
    result: { file_path: string };
  };
  const down_from_ms = performance.now();
  const size = await download(`${base}/file/bot${subject.token}/${found.result.file_path}`);
  if (size !== SIZE) throw new Error(`${size} bytes came back`);
  const down_ms = performance.now() - down_from_ms;
  const growth_mb = (Math.max(peakOf(subject.pid), rssOf(subject.pid)) - before) / 1024;
  return { up_mb_s: 100_000 / up_ms, down_mb_s: 100_000 / down_ms, growth_mb };
}

function upload(port: number, path: string, type: string, head: string, tail: string): Promise<string> {
  const length = head.length + SIZE + tail.length;
  const headers = { "content-type": type, "content-length": length };
  return new Promise((resolve, reject) => {
    const req = request({ port, host: "127.0.0.1", method: "POST", path, headers }, (res) => {
      let text = "";
      res.on("data", (chunk: Buffer) => (text += chunk.toString()));
      res.on("end", () => resolve(text));
    });
    req.on("error", reject);
    if (head !== "") req.write(head);
    let left = SIZE / PIECE.length;
    const more = () => {
      while (left > 0) {
        left -= 1;
        if (!req.write(PIECE)) {
          req.once("drain", more);
          return;
        }
      }
      req.end(tail);
    };
    more();
  });
}

function download(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, (res) => {
      let size = 0;
      res.on("data", (chunk: Buffer) => (size += chunk.length));
      res.on("end", () => resolve(size));
    })
      .on("error", reject)
      .end();
  });
}
