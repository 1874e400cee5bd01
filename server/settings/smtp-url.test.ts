/** The address of an SMTP server: what it may be, and what follows from it. */
import { expect, test } from "vitest";
import { SmtpUrl } from "./smtp-url.ts";

const parts = (text: string) => SmtpUrl.parse(text)?.server;

test("a server that asks for a password, and STARTTLS unless it is said otherwise", () => {
  expect(parts("smtp://chat%40example.org:p%3Aw%2F@mail.example.org")).toEqual({
    host: "mail.example.org",
    port: 587,
    is_encrypted: false,
    tls: "required",
    credentials: { user: "chat@example.org", password: "p:w/" },
    connections: 3,
    timeout_s: 20,
  });
});

test("a relay in the own network, and a connection that begins encrypted", () => {
  expect(parts("smtp://[fd00::25]:25/?tls=off&connections=1&timeout_s=5")).toMatchObject({
    host: "fd00::25",
    port: 25,
    tls: "off",
    credentials: undefined,
    connections: 1,
    timeout_s: 5,
  });
  expect(parts("smtps://mail.example.org")).toMatchObject({ port: 465, is_encrypted: true });
});

test.each([
  "smtp://",
  "http://mail.example.org",
  "smtp://user@mail.example.org",
  "smtp://:password@mail.example.org",
  "smtp://user:%E0%A4%A@mail.example.org",
  "smtp://mail.example.org/inbox",
  "smtp://mail.example.org#x",
  "smtp://mail.example.org:0",
  "smtp://mail.example.org:70000",
  "smtp://mail.example.org?tls=maybe",
  "smtps://mail.example.org?tls=off",
  "smtp://mail.example.org?connections=0",
  "smtp://mail.example.org?connections=21",
  "smtp://mail.example.org?timeout_s=301",
  "smtp://mail.example.org?tsl=off",
  "smtp://mail.example.org?tls=off&tls=off",
  "smtp://mail.example.org evil",
  "",
])("%s is refused", (text) => {
  expect(SmtpUrl.parse(text)).toBeUndefined();
});
