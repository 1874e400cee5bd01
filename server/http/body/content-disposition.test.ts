/** Names and boundaries in every form that clients use. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readBoundary, readDisposition } from "./content-disposition.ts";

describe("content disposition", () => {
  test.each<[string, { name: string; file_name?: string } | undefined]>([
    ['form-data; name="a"', { name: "a" }],
    ["form-data;name=a", { name: "a" }],
    ['FORM-DATA ; NAME = "a" ; FileName="x"', { name: "a", file_name: "x" }],
    ['form-data; filename="x"; name="a"', { name: "a", file_name: "x" }],
    ["form-data; name=a; filename=plain.txt", { name: "a", file_name: "plain.txt" }],
    ['form-data;name="a";filename=a b[1],@x.txt', { name: "a", file_name: "a b[1],@x.txt" }],
    ['form-data;name="a";filename=файл.txt', { name: "a", file_name: "файл.txt" }],
    ['form-data; name="a"; filename="файл.txt"', { name: "a", file_name: "файл.txt" }],
    ['form-data; name="a"; filename="q\\"uote.txt"', { name: "a", file_name: 'q"uote.txt' }],
    ['form-data; name="a"; filename="q%22uote.txt"', { name: "a", file_name: 'q"uote.txt' }],
    ['form-data; name="a%22%0D%0A%41"; filename="x"', { name: 'a"\r\n%41', file_name: "x" }],
    ['form-data; name="a"; filename="two%0D%0Alines.txt"', { name: "a", file_name: "twolines.txt" }],
    ['form-data; name="a"; filename="%D1%84%20b%5B1%5D.txt"', { name: "a", file_name: "ф b[1].txt" }],
    ['form-data; name="a"; filename="100% %zz %ff.txt"', { name: "a", file_name: "100% %zz %ff.txt" }],
    ['form-data; name="a"; filename="semi;colon.txt"', { name: "a", file_name: "semi;colon.txt" }],
    ['form-data; name="a"; filename="x"; filename*=UTF-8\'\'%e2%82%ac.txt', { name: "a", file_name: "€.txt" }],
    ["form-data; name=\"a\"; filename*=utf-8'en'%e2%82%ac.txt", { name: "a", file_name: "€.txt" }],
    ["form-data; name=\"a\"; filename*=utf-8''%ff", { name: "a", file_name: "utf-8''%ff" }],
    ["form-data; name*=utf-8''%C3%9F; filename=x", { name: "ß", file_name: "x" }],
    ['form-data; name="a"; filename="C:\\dir\\x.txt"', { name: "a", file_name: "x.txt" }],
    ['form-data; name="a"; filename="../../etc/passwd"', { name: "a", file_name: "passwd" }],
    ['form-data; name="a"; filename="..%2F..%2Fpasswd"', { name: "a", file_name: "passwd" }],
    ['form-data; name="a"; filename="\u202egpj.exe"', { name: "a", file_name: "gpj.exe" }],
    ['form-data; name="a"; filename=""', { name: "a", file_name: "" }],
    ['form-data; name="a"; filename="never closed', { name: "a", file_name: "never closed" }],
    ['form-data; name="a"; name="b"', { name: "a" }],
    ["form-data", undefined],
    ["form-data; filename=x", undefined],
    ['form-data; name=""', undefined],
    ["", undefined],
  ])("%s", (header, expected) => {
    expect(readDisposition(header)).toEqual(expected);
  });

  test("a long name is cut between characters", () => {
    const { file_name } = readDisposition(`form-data; name="a"; filename="${"😀".repeat(300)}"`)!;
    expect(file_name).toBe("😀".repeat(255));
  });

  test("any header ends in a name or in none", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom("", "form-data; name=a; filename="), (text, start) => {
        const { file_name = "" } = readDisposition(start + text) ?? {};
        expect(file_name).not.toMatch(/[/\\\p{Cc}]/u);
        readBoundary(text);
      }),
      { numRuns: 1000 },
    );
  });

  test("any name comes out of quotes as it went in", () => {
    const UNWRITTEN = /[%/\\\p{Cc}\p{Cf}]/u;
    const plain = fc.string({ unit: "grapheme" }).filter((name) => name === name.trim() && !UNWRITTEN.test(name));
    fc.assert(
      fc.property(plain, (name) => {
        const written = `form-data; name="a"; filename="${name.replaceAll('"', '\\"')}"`;
        expect(readDisposition(written)).toEqual({ name: "a", file_name: name });
      }),
    );
  });
});

describe("boundary", () => {
  const b70 = "b".repeat(70);
  test.each<[string, string | undefined]>([
    ["multipart/form-data; boundary=simple", "simple"],
    ['multipart/form-data; boundary="quoted: with=all; of it"', "quoted: with=all; of it"],
    ["multipart/form-data; charset=utf-8; Boundary=b", "b"],
    ["multipart/form-data;boundary=----WebKitFormBoundary7MA4YWxk;x=y", "----WebKitFormBoundary7MA4YWxk"],
    ["multipart/form-data; boundary=100%22", "100%22"],
    [`multipart/form-data; boundary=${b70}`, b70],
    [`multipart/form-data; boundary=${b70}b`, undefined],
    ["multipart/form-data; boundary=", undefined],
    ['multipart/form-data; boundary=""', undefined],
    ["multipart/form-data", undefined],
  ])("%s", (type, expected) => {
    expect(readBoundary(type)).toBe(expected);
  });
});
