/** The text of a body: codings, encodings by header, mark and `<meta>`, and bodies that are cut or broken. */
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeBody, PageText } from "./page-text.ts";

function textOf(bytes: Buffer, content_type: string, part = bytes.length || 1): string {
  let text = "";
  const page = new PageText(content_type, (more) => {
    text += more;
    return true;
  });
  for (let i = 0; i < bytes.length; i += part) page.write(bytes.subarray(i, i + part));
  page.end();
  return text;
}

describe("the encoding of a page", () => {
  const utf8 = Buffer.from("<p>é");
  const latin = Buffer.from("<p>\u00e9", "latin1");
  const cyrillic = (head: string) => Buffer.concat([Buffer.from(head), Buffer.from([0xef, 0xf0, 0xe8])]);
  test.each<[string, Buffer, string, string]>([
    ["UTF-8 without a word about it", utf8, "text/html", "<p>é"],
    ["that of the header", latin, 'text/html; charset="ISO-8859-1"', "<p>é"],
    ["that of a meta", cyrillic("<meta charset=windows-1251>"), "text/html", "<meta charset=windows-1251>при"],
    [
      "that of an older meta",
      cyrillic('<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">'),
      "text/html",
      '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">при',
    ],
    [
      "that of the header before that of a meta",
      Buffer.from("<meta charset=utf-16le>é"),
      "text/html;charset=utf-8",
      "<meta charset=utf-16le>é",
    ],
    [
      "UTF-8 where a meta says UTF-16",
      Buffer.from("<meta charset=utf-16le>é"),
      "text/html",
      "<meta charset=utf-16le>é",
    ],
    ["UTF-8 where a name is unknown", utf8, "text/html; charset=none", "<p>é"],
    ["that of a mark before all", Buffer.from("\ufeff<p>é", "utf16le"), "text/html; charset=windows-1251", "<p>é"],
    ["a replacement for what is wrong", Buffer.from([0x61, 0xff, 0x62]), "text/html", "a\ufffdb"],
    ["nothing", Buffer.alloc(0), "text/html", ""],
  ])("%s", (_what, bytes, type, text) => {
    expect(textOf(bytes, type)).toBe(text);
    for (const part of [1, 3]) expect(textOf(bytes, type, part)).toBe(text);
  });

  test("any bytes and any header give well-formed text", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 3000 }),
        fc.string(),
        fc.integer({ min: 1, max: 2000 }),
        (bytes, charset, part) => {
          expect(textOf(Buffer.from(bytes), `text/html; charset=${charset}`, part).isWellFormed()).toBe(true);
        },
      ),
    );
  });
});

async function decoded(
  coding: string,
  bytes: Buffer,
  { part = bytes.length || 1, max = Infinity } = {},
): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  const decoder = decodeBody(coding, (more) => {
    parts.push(more);
    return (size += more.length) < max;
  })!;
  try {
    for (let i = 0; i < bytes.length; i += part) if (!(await decoder.write(bytes.subarray(i, i + part)))) break;
    await decoder.end();
    return Buffer.concat(parts).toString();
  } finally {
    decoder.close();
  }
}

describe("the coding of a body", () => {
  const text = "Hello ".repeat(10_000);
  test.each([
    ["", Buffer.from(text)],
    ["identity", Buffer.from(text)],
    ["gzip", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["br", brotliCompressSync(text)],
  ])("%s is undone, however it arrives", async (coding, bytes) => {
    expect(await decoded(coding, bytes)).toBe(text);
    expect(await decoded(coding, bytes, { part: 13 })).toBe(text);
  });

  test("another coding is none", () => {
    expect(decodeBody("compress", () => true)).toBeUndefined();
  });

  test("a body that is cut or broken gives what was there before", async () => {
    const bytes = gzipSync(text);
    expect(text.startsWith(await decoded("gzip", bytes.subarray(0, bytes.length - 20)))).toBe(true);
    expect(await decoded("gzip", Buffer.from("not gzip at all"))).toBe("");
    expect(await decoded("deflate", Buffer.from("not deflate at all"))).toBe("");
  });

  test("a bomb ends with the part that is one too many", async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    expect((await decoded("gzip", bomb, { max: 100_000 })).length).toBeLessThan(200_000);
  });
});
