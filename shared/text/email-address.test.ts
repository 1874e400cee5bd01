/** What is an e-mail address. The values are tdlib's (`test/message_entities.cpp`, Boost Software License 1.0). */
import { expect, test } from "vitest";
import { isEmailAddress } from "./email-address.ts";

const MAILBOXES = {
  good: [
    "a.a.a.a.a.a.a.a.a.a.a",
    "a+a+a+a+a+a+a+a+a+a+a",
    "+.+.+.+.+._",
    "aozAQZ0-5-9_+-aozAQZ0-5-9_.aozAQZ0-5-9_.-._.+-",
    "a.a.a",
    "a.a.abcdefghijklmnopqrstuvwxyz012345678",
    "a.abcdefghijklmnopqrstuvwxyz.a",
    "a..a",
    "abcdefghijklmnopqrstuvwxyz.a.a",
    ".a.a",
  ],
  bad: [
    "",
    "a.a.a.a.a.a.a.a.a.a.a.a",
    "+.+.+.+.+.+",
    "*.a.a",
    "a.*.a",
    "a.a.*",
    "a.a.",
    "a.a.abcdefghijklmnopqrstuvwxyz0123456789",
    "a.abcdefghijklmnopqrstuvwxyz0.a",
    "abcdefghijklmnopqrstuvwxyz0.a.a",
  ],
};
const HOSTS = {
  good: [
    "a.a.a.a.a.a.ab",
    "a.a.a.a.a.a.abcdef",
    "a.a.a.a.a.a.aboyz",
    "a.a.a.a.a.a.ABOYZ",
    "a.a.a.a.a.a.AbOyZ",
    "abcdefghijklmnopqrstuvwxyz0123.ab",
    "ab0cd.ab_d.aA-sd.0.9.0-9.ABOYZ",
    "A.Z.aA-sd.a.z.0-9.ABOYZ",
  ],
  bad: [
    "",
    ".",
    "abc",
    "localhost",
    "a.a.a.a.a.a.a.ab",
    ".......",
    "a.a.a.a.a.a+ab",
    "a+a.a.a.a.a.ab",
    "a.a.a.a.a.a.a",
    "a.a.a.a.a.a.abcdefghi",
    "a.a.a.a.a.a.ab0yz",
    "a.a.a.a.a.a.ab-yz",
    "a.a.a.a.a.a.ab_yz",
    "a.a.a.a.a.a.ab*yz",
    ".ab",
    ".a.ab",
    "a..ab",
    "a.a.a..a.ab",
    ".a.a.a.a.ab",
    "abcdefghijklmnopqrstuvwxyz01234.ab",
    "ab0cd.abd.aA*sd.0.9.0-9.ABOYZ",
    "-b0cd.ab_d.aA-sd.0.9.0-9.ABOYZ",
    "ab0c-.ab_d.aA-sd.0.9.0-9.ABOYZ",
    "ab0cd.ab_d.aA-sd.-.9.0-9.ABOYZ",
    "_b0cd.ab_d.aA-sd.0.9.0-9.ABOYZ",
    "ab0c_.ab_d.aA-sd.0.9.0-9.ABOYZ",
    "ab0cd.ab_d.aA-sd.0.9.0-_.ABOYZ",
    "_.ab_d.aA-sd.0.9.0-9.ABOYZ",
    "ab0cd.ab_d.aA-sd.0.9._.ABOYZ",
  ],
};

test.each([
  "security@telegram.org",
  "A@a.a.a.ab",
  "A@a.ab",
  "Test@aa.aa.aa.aa",
  "Test@test.abd",
  "a.bc@d.ef",
  "test@test.software",
])("%s is one", (text) => {
  expect(isEmailAddress(text)).toBe(true);
});

test.each(["telegram.org", "security.telegram.org", "", "@", "test.abd", "a.ab"])("%j is none", (text) => {
  expect(isEmailAddress(text)).toBe(false);
});

test("a mailbox and a host make one if both are good", () => {
  for (const [mailboxes, isGoodMailbox] of [[MAILBOXES.good, true] as const, [MAILBOXES.bad, false] as const]) {
    for (const [hosts, isGoodHost] of [[HOSTS.good, true] as const, [HOSTS.bad, false] as const]) {
      for (const mailbox of mailboxes) {
        for (const host of hosts) {
          const text = `${mailbox}@${host}`;
          expect([text, isEmailAddress(text)]).toEqual([text, isGoodMailbox && isGoodHost]);
          expect([text, isEmailAddress(mailbox + host)]).toEqual([text, false]);
        }
      }
    }
  }
});
