/** The guide to mail: its settings are valid, and a service sends by them. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { MAILS_PER_HOUR } from "heliogram/domain/mail.ts";
import { mailFrom } from "heliogram/runtime/settings-options.ts";
import { checkMail } from "heliogram/runtime/doctor/mail.ts";
import { loadSettings } from "heliogram/settings/load.ts";
import { guideText } from "./guide-text.ts";
import { CERTIFICATE, OTHER_CERTIFICATE } from "../support/certificate.ts";
import { startWorld } from "../support/service.ts";
import { MailServer, silentPort } from "../support/mail-server.ts";

/** What the shell makes of the settings in the guide. */
const variables = (): Record<string, string> => {
  const [, script] = /```sh\n(export HELIOGRAM_[\s\S]*?)```/.exec(guideText("mail.md"))!;
  const { PATH } = process.env;
  const environment = execFileSync("sh", ["-ec", `${script}env`], { env: { PATH }, encoding: "utf8" });
  return Object.fromEntries(
    Array.from(environment.matchAll(/^(HELIOGRAM_\w+)=(.*)$/gm), ([, name, value]) => [name, value]),
  );
};

const settingsOf = (env: Record<string, string>) => {
  const loaded = loadSettings(env, () => "");
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.settings;
};

test("the settings of the guide are complete", () => {
  expect(mailFrom(settingsOf(variables()))).toMatchObject({
    smtp: {
      host: "mail.example.org",
      credentials: { user: "chat@example.org" },
      from: { name: "Chat", address: "chat@example.org" },
      greeting_host: "chat.example.org",
    },
    public_url: "https://chat.example.org",
  });
});

test.each(["HELIOGRAM_PUBLIC_URL", "HELIOGRAM_SMTP_FROM"])("without %s, it says what is missing", (name) => {
  const { [name]: _, ...rest } = variables();
  expect(() => mailFrom(settingsOf(rest))).toThrow(name);
});

test("the table of the guide has every kind of mail", () => {
  const [table] = /\| Mail [\s\S]*?\n\n/.exec(guideText("mail.md"))!;
  expect(table.trim().split("\n").slice(2)).toHaveLength(Object.keys(MAILS_PER_HOUR).length);
});

test("the guide has the limits of mails an hour", () => {
  const [, usual, invitations] = /each can cause (\d+) mails of a kind an hour, but (\d+) invitations/.exec(
    guideText("mail.md"),
  )!;
  const { invitation, ...others } = MAILS_PER_HOUR;
  expect(new Set(Object.values(others))).toEqual(new Set([Number(usual)]));
  expect(invitation).toBe(Number(invitations));
});

test("a service with the settings of the guide mails what the guide says, with links of its public address", async () => {
  const server = await MailServer.start();
  const address = `chat:pass%20word%3A1@127.0.0.1:${server.port}`;
  const more = { HELIOGRAM_SMTP_URL: `smtp://${address}`, HELIOGRAM_SMTP_CERTIFICATE: CERTIFICATE };
  const people = ["alice", "bob"].map((username) => ({ name: username, username, owner: username === "alice" }));
  const mail = mailFrom(settingsOf({ ...variables(), ...more }));
  const t = await startWorld("memory", { people, bots: [], chats: [] }, { mail });
  const linkTo = async (to: string, count = 1) => {
    t.canary.remember(await server.codeTo(to, count));
    return /https:\S+/.exec((await server.mailTo(to, count)).parsed.text!)![0];
  };
  await t.as("bob", "setMailAddress", { address: "bob@example.org" });
  const confirmation = await linkTo("bob@example.org");
  expect(confirmation).toMatch(/^https:\/\/chat\.example\.org\/mail\//);
  await t.post("/api/confirmMailAddress", { code: confirmation.split("/").at(-1) });
  await t.post("/api/requestPasswordReset", { name: "bob@example.org" });
  expect(await linkTo("bob@example.org", 2)).toMatch(/^https:\/\/chat\.example\.org\/reset\//);
  await t.as("alice", "inviteByMail", { addresses: ["dora@example.org"] });
  expect(await linkTo("dora@example.org")).toMatch(/^https:\/\/chat\.example\.org\/invite\//);
  await t.stop();
  await server.stop();
});

test("the doctor says whether the server takes mail, and where it stops otherwise", async () => {
  const server = await MailServer.start();
  const env = (address: string) => ({
    ...variables(),
    HELIOGRAM_SMTP_URL: `smtp://${address}@127.0.0.1:${server.port}`,
    HELIOGRAM_SMTP_CERTIFICATE: CERTIFICATE,
  });
  expect(await checkMail(settingsOf(env("chat:pass%20word%3A1")))).toMatchObject([{ check: "mail", level: "ok" }]);
  const [wrong] = await checkMail(settingsOf(env("chat:not-the-password")));
  expect(wrong).toMatchObject({ level: "problem", message: expect.stringContaining("(sign-in): 535") });
  expect(JSON.stringify(wrong)).not.toContain("not-the-password");
  const found = (more: Record<string, string>) => checkMail(settingsOf({ ...env("chat:pass%20word%3A1"), ...more }));
  expect(await found({ HELIOGRAM_SMTP_URL: `smtps://127.0.0.1:${server.port}` })).toMatchObject([
    {
      message: expect.stringContaining("(encryption): the server answers in clear"),
      advice: expect.stringContaining("smtp://"),
    },
  ]);
  expect(await found({ HELIOGRAM_SMTP_CERTIFICATE: OTHER_CERTIFICATE })).toMatchObject([
    { message: expect.stringMatching(/\(encryption\): self-signed certificate$/) },
  ]);
  await server.stop();
  expect(await found({})).toMatchObject([{ level: "problem", message: expect.stringContaining("(connection)") }]);
  const silent = await silentPort();
  expect(await found({ HELIOGRAM_SMTP_URL: `smtp://127.0.0.1:${silent.port}?timeout_s=1` })).toMatchObject([
    { message: expect.stringContaining("(connection)"), advice: expect.stringContaining("smtps://") },
  ]);
  silent.close();
});
