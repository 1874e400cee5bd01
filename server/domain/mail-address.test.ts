/** The parser of mail addresses. */
import fc from "fast-check";
import { domainToASCII } from "node:url";
import { expect, test } from "vitest";
import { parseMailAddress } from "./mail-address.ts";

const parse = (text: string) => parseMailAddress(text, domainToASCII);

test.each([
  ["Alice@Example.org", "Alice@example.org", "alice@example.org"],
  ["  a.b+c@mail.example.org ", "a.b+c@mail.example.org", "a.b+c@mail.example.org"],
  ["info@bücher.example", "info@xn--bcher-kva.example", "info@xn--bcher-kva.example"],
  ["o'hara@example.org", "o'hara@example.org", "o'hara@example.org"],
])("%s is accepted", (text, address, folded) => {
  expect(parse(text)).toEqual({ address, folded });
});

test.each([
  "",
  "alice",
  "@example.org",
  "a@b",
  "a@@b.org",
  "a@b@c.org",
  '"a b"@c.org',
  '"a@evil.org"@c.org',
  "a@c.org>,<b@evil.org",
  "a@c.org\r\nBcc: b@evil.org",
  "a@c.org, b@d.org",
  "a(comment)@c.org",
  "a@[10.0.0.1]",
  "a@10.0.0.1",
  ".a@c.org",
  "a..b@c.org",
  "ä@c.org",
  "a@-c.org",
  "a@c.org.",
  "a@exa%6dple.org",
  `${"a".repeat(65)}@c.org`,
  `a@${"b".repeat(64)}.org`,
  `a@${"b.".repeat(126)}org`,
])("%j is refused", (text) => {
  expect(parse(text)).toBeUndefined();
});

test("what is accepted is one line of ASCII with one @, and is accepted again as it is", () => {
  const local = fc.stringMatching(/^[a-zA-Z0-9.+"<>@ -]{1,20}$/);
  const host = fc.oneof(fc.domain(), fc.string({ unit: "grapheme", maxLength: 20 }));
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.tuple(local, host).map((parts) => parts.join("@")),
  );
  fc.assert(
    fc.property(text, (given) => {
      const found = parse(given);
      if (!found) return;
      expect(found.address).toMatch(/^[!-?A-~]+@[a-z0-9.-]+$/);
      expect(parse(found.address)).toEqual(found);
      expect(found.folded).toBe(found.address.toLowerCase());
    }),
  );
});
