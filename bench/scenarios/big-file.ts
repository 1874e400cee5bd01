/** A hundred megabytes up and down: how fast, and how much memory it takes. */
import { request } from "node:http";
import { forgetPeak, peakOf, rssOf } from "../load/drive.ts";
import type { Subject } from "../subjects/subject.ts";

const SIZE = 100 * 1024 * 1024;
const PIECE = Buffer.alloc(1024 * 1024, 7);

export interface BigFile {
  readonly up_mb_s: number;
  readonly down_mb_s: number;
  /** How much the service's memory grew at its highest. */
  readonly growth_mb: number;
}

export async function bigFile(subject: Subject): Promise<BigFile> {
  forgetPeak(subject.pid);
  const before = rssOf(subject.pid);
  const started_ms = performance.now();
  const answer = JSON.parse(await upload(subject)) as { ok: boolean; result: { document: { file_id: string } } };
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

function upload({ port, token, chats }: Subject): Promise<string> {
  const head = `--b\r\nContent-Disposition: form-data; name="chat_id"\r\n\r\n${chats[0]}\r\n--b\r\nContent-Disposition: form-data; name="document"; filename="big.bin"\r\n\r\n`;
  return new Promise((resolve, reject) => {
    const req = request(
      {
        port,
        host: "127.0.0.1",
        method: "POST",
        path: `/bot${token}/sendDocument`,
        headers: { "content-type": "multipart/form-data; boundary=b" },
      },
      (res) => {
        let text = "";
        res.on("data", (chunk: Buffer) => (text += chunk.toString()));
        res.on("end", () => resolve(text));
      },
    );
    req.on("error", reject);
    req.write(head);
    let left = SIZE / PIECE.length;
    const more = () => {
      while (left > 0) {
        left -= 1;
        if (!req.write(PIECE)) {
          req.once("drain", more);
          return;
        }
      }
      req.end("\r\n--b--\r\n");
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
