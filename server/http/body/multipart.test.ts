/** The multipart parser, with bodies split into pieces of every size. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MultipartParser } from "./multipart.ts";
import { BodyError } from "./body-error.ts";

interface Part {
  readonly headers: Record<string, string>;
  readonly content: string;
}

interface Parsed {
  readonly parts: Part[];
  readonly fault: string | undefined;
}

/** Parses a body in pieces of these sizes, and the rest at once. Bytes are compared as Latin-1 text. */
function parse(body: Buffer | string, cuts: readonly number[] = [], boundary = "bound"): Parsed {
  const bytes = Buffer.from(body as string);
  const parts: Part[] = [];
  let headers: Record<string, string> = {};
  let pieces: Buffer[] = [];
  const parser = new MultipartParser(boundary, {
    begin(found) {
      headers = Object.fromEntries(found);
      pieces = [];
    },
    data: (piece) => pieces.push(piece),
    end: () => parts.push({ headers, content: Buffer.concat(pieces).toString("latin1") }),
  });
  try {
    let at = 0;
    for (const cut of cuts) {
      parser.push(bytes.subarray(at, at + cut));
      at += cut;
    }
    parser.push(bytes.subarray(at));
    parser.finish();
  } catch (error) {
    if (error instanceof BodyError) return { parts, fault: error.message };
    throw error;
  }
  return { parts, fault: undefined };
}

const contentsOf = (body: Buffer | string, cuts?: number[]) => parse(body, cuts).parts.map((part) => part.content);
const part = (content: string, header = 'Content-Disposition: form-data; name="a"') =>
  `--bound\r\n${header}\r\n\r\n${content}\r\n`;

describe("bodies that are whole", () => {
  test.each([
    ["one part", `${part("x")}--bound--\r\n`, ["x"]],
    ["no line end after the end", `${part("x")}--bound--`, ["x"]],
    ["more after the end", `${part("x")}--bound--\r\nand more\r\n--bound\r\n`, ["x"]],
    ["something before the first part", `hello\r\n\r\n${part("x")}--bound--`, ["x"]],
    ["an empty line before the first part", `\r\n${part("x")}--bound--`, ["x"]],
    ["no part", "--bound--\r\n", []],
    ["empty parts", `${part("")}${part("")}--bound--`, ["", ""]],
    ["blanks after the delimiter", `--bound \t\r\nA: b\r\n\r\nx\r\n--bound--`, ["x"]],
    ["many blanks after the delimiter", `--bound${" ".repeat(64)}\r\n\r\nx\r\n--bound--`, ["x"]],
    ["a part without a header", "--bound\r\n\r\nx\r\n--bound--", ["x"]],
    [
      "almost delimiters",
      `${part("-bound\r\n-bound\r--bound\n--bound\r\n--boun")}--bound--`,
      ["-bound\r\n-bound\r--bound\n--bound\r\n--boun"],
    ],
    ["line ends at both ends", `${part("\r\n\r\n")}--bound--`, ["\r\n\r\n"]],
  ])("%s", (_name, body, contents) => {
    expect(parse(body).fault).toBeUndefined();
    expect(contentsOf(body)).toEqual(contents);
    // The same body in pieces of one byte, and split at every position.
    expect(
      contentsOf(
        body,
        Array.from(body, () => 1),
      ),
    ).toEqual(contents);
    for (let at = 1; at < body.length; at++) expect(contentsOf(body, [at])).toEqual(contents);
  });

  test("headers have lower-case names and no blanks around them", () => {
    const { parts } = parse(`${part("x", "CONTENT-type :  text/plain  \r\nX-Other:a:b\r\nno header")}--bound--`);
    expect(parts[0]?.headers).toEqual({ "content-type": "text/plain", "x-other": "a:b" });
  });

  test("a boundary is bytes, whatever they are", () => {
    const body = Buffer.from("--\xe4\xfc\r\n\r\nx\r\n--\xe4\xfc--", "latin1");
    expect(parse(body, [], "\xe4\xfc")).toEqual({ parts: [{ headers: {}, content: "x" }], fault: undefined });
  });
});

describe("bodies that are not", () => {
  const whole = `${part("first")}${part("second")}--bound--`;

  test("a body that is cut anywhere is a fault", () => {
    for (let at = 0; at < whole.length; at++) {
      const words = at < "--bound".length ? "the boundary does not occur" : "was cut short";
      expect([at, parse(whole.slice(0, at)).fault]).toEqual([at, expect.stringContaining(words)]);
    }
    expect(parse(whole).fault).toBeUndefined();
  });

  test.each<[string, string | Buffer, string]>([
    ["another boundary", whole.replaceAll("bound", "other"), "the boundary does not occur"],
    ["a longer boundary", whole.replaceAll("bound", "bounded"), "broken delimiter"],
    ["too many blanks", `--bound${" ".repeat(65)}\r\n\r\nx\r\n--bound--`, "broken delimiter"],
    ["a delimiter that does not end", `--bound${" ".repeat(100)}`, "broken delimiter"],
    ["bare line feeds", whole.replaceAll("\r\n", "\n"), "broken delimiter"],
    ["a header without end", `--bound\r\nA: ${"x".repeat(20_000)}`, "header of a part is too long"],
    ["a header that is too long", part("x", `A: ${"x".repeat(20_000)}`), "header of a part is too long"],
    ["a header that is no UTF-8", Buffer.from(part("x", "A: \xff"), "latin1"), "not valid UTF-8"],
    ["too many parts", `${part("").repeat(1001)}--bound--`, "too many parts: at most 1000"],
    ["too much before the first part", `${"x".repeat(70_000)}\r\n${whole}`, "too much outside its parts"],
    ["too much after the last part", `${whole}${"x".repeat(70_000)}`, "too much outside its parts"],
  ])("%s", (_name, body, words) => {
    expect(parse(body).fault).toContain(words);
    expect(
      parse(
        body,
        Array.from({ length: 300 }, () => 7),
      ).fault,
    ).toContain(words);
  });
});

/** Contents that resemble delimiters but contain none. */
const content = fc
  .array(fc.oneof(fc.constantFrom("\r", "\n", "\r\n", "--", "-", "bound", "\r\n--boun", "\r\n\r\n"), fc.string()), {
    maxLength: 12,
  })
  .map((pieces) => pieces.join(""))
  .filter((text) => !text.includes("\r\n--bound") && !text.startsWith("--bound"));

test("however a body is cut, the same parts come out", () => {
  fc.assert(
    fc.property(fc.array(content, { maxLength: 5 }), fc.array(fc.integer({ min: 1, max: 60 })), (contents, cuts) => {
      const body = Buffer.from(`${contents.map((each) => part(each)).join("")}--bound--`);
      const expected = contents.map((each) => Buffer.from(each).toString("latin1"));
      expect(parse(body, cuts)).toEqual({
        parts: expected.map((each) => expect.objectContaining({ content: each })),
        fault: undefined,
      });
    }),
    { numRuns: 1000 },
  );
});

test("whatever comes, how it is cut does not matter", () => {
  const noise = fc
    .array(
      fc.oneof(
        fc.constantFrom("--bound", "\r\n", "--", "--bound--", 'Content-Disposition: form-data; name="a"', "\r\n\r\n"),
        fc.string({ maxLength: 5 }),
      ),
    )
    .map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(noise, fc.array(fc.integer({ min: 1, max: 30 })), (body, cuts) => {
      expect(parse(body, cuts)).toEqual(parse(body));
    }),
    { numRuns: 1000 },
  );
});

test("nothing of a large part is held back but its tail", () => {
  let held = 0;
  let seen = 0;
  const parser = new MultipartParser("bound", {
    begin: () => {},
    data: (piece) => (seen += piece.length),
    end: () => {},
  });
  parser.push(Buffer.from("--bound\r\n\r\n"));
  const chunk = Buffer.alloc(64 * 1024, "\r\n--boun");
  for (let pushed = chunk.length; pushed < 20e6; pushed += chunk.length) {
    parser.push(chunk);
    held = Math.max(held, pushed - seen);
  }
  expect(held).toBeLessThan(16);
});
