/** Letters: what others have written does not get out of its place. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { MAIL_LANGUAGES, mailDelay, mailLanguage } from "heliogram/domain/mail.ts";
import { fill, shown } from "heliogram/domain/text/fill.ts";
import { render } from "heliogram/mail/letter.ts";
import { digestLetter } from "heliogram/mail/letters/digest.ts";
import { verificationLetter } from "heliogram/mail/letters/verification.ts";

test("no value begins a line, a header or an element", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.constantFrom(...MAIL_LANGUAGES), (value, language) => {
      const facts = { account: value, service: value, url: "https://chat.example.org/mail/x" };
      const { subject, html } = render(verificationLetter(language, facts), language);
      expect(subject).not.toMatch(/\p{Cc}/u);
      expect(html.match(/<[a-z]/g)).toHaveLength(11);
    }),
  );
  expect(fill("To {name}", { name: "Bob\r\nBcc: evil@example.org" })).toBe("To Bob Bcc: evil@example.org");
  expect(fill("{name}.", { name: "\u202Eevil" })).toBe("\u202Eevil\u202C.");
  expect(fill("{name}", { name: "x".repeat(500) })).toHaveLength(200);
});

test("what is quoted in a digest makes no element and no second quote", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.constantFrom(...MAIL_LANGUAGES), (value, language) => {
      const chats = [{ title: shown(value), count: 5, lines: [{ sender: shown(value), text: shown(value) }] }];
      const urls = { url: "https://chat.example.org/", unsubscribe_url: "https://chat.example.org/unsubscribe/x" };
      const facts = { account: value, service: value, mentions: 6, chat_count: 2, chats, ...urls };
      const { subject, html, text } = render(digestLetter(language, facts), language);
      expect(subject).not.toMatch(/\p{Cc}/u);
      expect(html.match(/<blockquote/g)).toHaveLength(1);
      expect(html.match(/<script|<img/gi)).toBeNull();
      expect(text.match(/^> /gm)).toHaveLength(2);
    }),
  );
});

test("languages are those of the client, and English otherwise", () => {
  expect(["ar", "ar-EG", "AR_sa", "de", "", "arn"].map(mailLanguage)).toEqual(["ar", "ar", "ar", "en", "en", "en"]);
});

test("attempts are later and later, up to an hour and a half", () => {
  expect([1, 2, 3, 20].map((attempts) => mailDelay(attempts, 0))).toEqual([30, 60, 120, 3600]);
  expect(mailDelay(20, 0.999)).toBeLessThanOrEqual(5400);
});
