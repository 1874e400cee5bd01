/** Links that could mislead, by examples, and properties of all. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safeLink } from "../text/segments.ts";
import { addressParts } from "./address-parts.ts";
import { linkDoubt } from "./link-doubt.ts";

describe("a link with the address that it shows", () => {
  test.each([
    "https://example.org",
    "example.org",
    "http://example.org/a_(b)?c=d#e",
    "HTTPS://Example.ORG/Path",
    "bob@example.org",
    "mailto:bob@example.org",
    "+1 (555) 010-20",
    "192.168.0.1:8080",
    "https://пример.рф/путь",
    "https://bücher.example/ä",
    "https://例え.jp",
    "https://東京タワー.jp",
    "https://fa.wikipedia.org/wiki/می‌شود",
    "https://xn--e1afmkfd.xn--p1ai/",
  ])("%s opens without a question", (words) => {
    const address = words.startsWith("+")
      ? "tel:+155501020"
      : words.includes("@")
        ? `mailto:${words.replace(/^mailto:/, "")}`
        : words;
    expect(linkDoubt(words, safeLink(address)!)).toBeUndefined();
  });

  test("may leave out the scheme", () => {
    expect(linkDoubt("example.org/a", "http://example.org/a")).toBeUndefined();
    expect(linkDoubt("example.org/a", "https://example.org/a")).toBeUndefined();
  });

  test.each([
    "https://bank.example@evil.example/login",
    "https://bank.example:pw@evil.example",
    "https://evil.example\\@bank.example",
    "https://evil.example/\u202Emoc.elpmaxe.knab",
    "https://b\u200Bank.example",
    "https://p\u0430ypal.com",
    "https://\u0430\u0440\u0440\u04CF\u0435.com",
    "https://gοοgle.com",
    "https://bank。example",
    "https://𝐛𝐚𝐧𝐤.example",
    "b\u0430nk.example",
  ])("%j asks, because it is not what it looks like", (words) => {
    expect(linkDoubt(words, safeLink(words)!)).toBe("disguised");
  });
});

describe("a link with another text", () => {
  test.each([
    ["our pages", "https://example.org/", "other_words"],
    ["https://bank.example", "https://evil.example/login", "other_address"],
    ["bank.example", "https://evil.example/", "other_address"],
    ["Sign in at bank.example, please", "https://evil.example/", "other_address"],
    ["https://bank.example", "https://bank.example.evil.example/", "other_address"],
    ["bob@bank.example", "mailto:bob@evil.example", "other_address"],
    ["https://example.org/a", "https://example.org/b", "other_words"],
    ["https://example.org", "http://example.org/", "other_words"],
    ["+1 555 010", "tel:+1900000", "other_words"],
    ["", "https://example.org/", "other_words"],
    ["https://b\u0430nk.example", "https://bank.example/", "other_address"],
  ] as const)("%j to %s is %s", (words, href, doubt) => {
    expect(linkDoubt(words, href)).toBe(doubt);
  });

  test("leads to this service without a question, except where it names another", () => {
    const own = ["https://chat.example"];
    expect(linkDoubt("Join us", "https://chat.example/join/x", own)).toBeUndefined();
    expect(linkDoubt("https://bank.example", "https://chat.example/join/x", own)).toBe("other_address");
  });
});

const label = fc.string({ unit: fc.constantFrom(..."abcxyz09"), minLength: 1, maxLength: 8 }).map((name) => `a${name}`);
const host = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => [...labels, "example"].join("."));
const path = fc.string({ unit: fc.constantFrom(..."ab/._-~%2?=#&é"), maxLength: 12 }).map((each) => `/${each}`);

test("an address in plain letters never asks, and one of another host always does", () => {
  fc.assert(
    fc.property(host, path, host, (name, rest, other) => {
      const href = safeLink(`https://${name}${rest}`)!;
      expect(linkDoubt(`https://${name}${rest}`, href)).toBeUndefined();
      expect(linkDoubt(href, href)).toBeUndefined();
      fc.pre(other !== name);
      expect(linkDoubt(`https://${other}`, href)).toBe("other_address");
    }),
  );
});

test("whatever the text is, it opens without a question only if a browser would go to the same address", () => {
  const words = fc.oneof(fc.string({ unit: "binary" }), fc.webUrl(), fc.emailAddress());
  fc.assert(
    fc.property(words, fc.webUrl(), (shown, url) => {
      const href = safeLink(url)!;
      if (linkDoubt(shown, href) !== undefined) return;
      const target = safeLink(shown.trim());
      expect(target?.replace("https:", "http:")).toBe(href.replace("https:", "http:"));
    }),
  );
});

test("the parts of an address are the address, and the host is what comes after a user", () => {
  expect(addressParts("https://bank.example@evil.example:81/a?b#c")).toEqual([
    "https://bank.example@",
    "evil.example:81",
    "/a?b#c",
  ]);
  expect(addressParts("mailto:bob@example.org")).toEqual(["mailto:", "bob@example.org", ""]);
  fc.assert(
    fc.property(
      fc.webUrl({ withQueryParameters: true, withFragments: true, authoritySettings: { withUserInfo: true } }),
      (url) => {
        const href = safeLink(url)!;
        const parts = addressParts(href);
        // Without an empty query or fragment.
        expect(parts.join("").replaceAll(/[?#]/g, "")).toBe(href.replaceAll(/[?#]/g, ""));
        expect(new URL(`http://${parts[1]}`).host).toBe(new URL(href).host);
      },
    ),
  );
});
