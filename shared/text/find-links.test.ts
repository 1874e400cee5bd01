/** Which addresses are found in a text: tdlib's test vectors, our own cases, and properties. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findLinks } from "./find-links.ts";
import { DEVIATIONS, TDLIB_LINKS } from "../../tests/support/tdlib-links.ts";
import { threadCpu_ms } from "../../tests/support/cpu-time.ts";

/** What is found, e-mail addresses with `@` before them. */
function found(text: string): string[] {
  return findLinks(text).map(({ type, offset, length }) => {
    const address = text.slice(offset, offset + length);
    return type === "email" ? `@${address}` : address;
  });
}

test.each(TDLIB_LINKS.map(([text, ...links]) => ({ text, links })))("tdlib: $text", ({ text, links }) => {
  expect(found(text)).toEqual(links);
});

describe.each(DEVIATIONS)("other than in tdlib: $why", ({ rows }) => {
  test.each(rows)("$tdlib.0", ({ tdlib: [text, ...theirs], here }) => {
    expect(found(text)).toEqual(here);
    expect(theirs).not.toEqual(here);
  });
});

test.each<[string, ...string[]]>([
  ["https://user:pw@example.com/", "https://user:pw@example.com/"],
  ["https://example.com@evil.example/login", "https://example.com@evil.example/login"],
  ["go to example.com:8080/path now", "example.com:8080/path"],
  ["192.168.0.1:8080", "192.168.0.1:8080"],
  ["http://my_app.example.com", "http://my_app.example.com"],
  ["=https://a.example/x", "https://a.example/x"],
  ["|https://a.example/x|https://b.example|", "https://a.example/x|https://b.example"],
  ["| https://a.example/x | https://b.example |", "https://a.example/x", "https://b.example"],
  ["смотриhttps://a.example/", "https://a.example/"],
  ["看https://a.example/", "https://a.example/"],
  ["🎉https://a.example/", "https://a.example/"],
  ["🎉example.com", "🎉example.com"],
  ["(http://localhost:8080/x)", "http://localhost:8080/x"],
  ["see http://wiki.", "http://wiki"],
  ["http://wiki:70000/x", "http://wiki"],
  ["http://2130706433/"],
  // The host of an address is never taken for its user name, or its user name for the host.
  ["https://user:pw@localhost/"],
  ["https://user@localhost/"],
  ["https://example:80@evil/"],
  ["Done.https://a.example/", "https://a.example/"],
  ["E-mail:bob@b.example", "@bob@b.example"],
  ["MailTo:bob@b.example", "@bob@b.example"],
  ["index.ts and README, version 1.2"],
  ["//host.example/x"],
])("%j", (text, ...links) => {
  expect(found(text)).toEqual(links);
});

const pieces = fc.constantFrom(
  ...".:/@?#&=|()[]-_ \n",
  "a",
  "com",
  "a.com",
  "http://",
  "https://",
  "ftp://",
  "mailto:",
  "localhost",
  "ü",
  "я",
  "😀",
  "127.0.0.1",
  ":8080",
);

test("whatever the text is, what is found is inside of it and apart from each other", () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const text = parts.join("");
      let end = 0;
      for (const { offset, length } of findLinks(text)) {
        expect(offset).toBeGreaterThanOrEqual(end);
        expect(length).toBeGreaterThan(0);
        end = offset + length;
        expect(text.slice(offset, end)).not.toMatch(/\s/);
      }
      expect(end).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: 2000 },
  );
});

test("an address among words is found as it is alone", () => {
  const host = fc.stringMatching(/^[a-z]([a-z0-9-]{0,10}[a-z0-9])?(\.[a-z]{2,8}){1,3}$/);
  const path = fc.stringMatching(/^(\/[a-z0-9_~%-]{0,8}){0,3}$/);
  fc.assert(
    fc.property(fc.constantFrom("http://", "HTTPS://", "ftp://"), host, path, (scheme, name, rest) => {
      const address = `${scheme}${name}${rest}`;
      for (const text of [address, `see ${address} there`, `(${address})`, `«${address}», ok`, `да${address}`]) {
        expect(found(text)).toEqual([address]);
      }
    }),
    { numRuns: 300 },
  );
});

test("a text of any pieces, over and over, takes linear time", () => {
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 4 }), (parts) => {
      const text = parts.join("").repeat(40_000 / parts.join("").length);
      const started_ms = threadCpu_ms();
      findLinks(text);
      // Quadratic reading of 40,000 characters takes several seconds.
      expect(threadCpu_ms() - started_ms).toBeLessThan(1500);
    }),
    { numRuns: 60 },
  );
});
