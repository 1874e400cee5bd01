/** The pages about mail as screens of the walk through all appearances. */
import { keepLanguage } from "heliogram/app/accounts/profile.ts";
import { digestEndPath } from "heliogram/app/mail/mail-digests.ts";
import { saveMailClaim } from "heliogram/store/queries/mail/mail-addresses.ts";
import { UNREACHABLE_MAIL } from "../matrix/mail.ts";
import { confirmAddress } from "../support/mailed-service.ts";
import type { TestService } from "../support/service.ts";
import type { OpenScreen, Screens, Viewer } from "./appearance-viewer.ts";

/** A claim that does not expire while the pages are walked, in Unix seconds. */
const FAR_S = 4_000_000_000;

export const WITH_MAIL = { mail: UNREACHABLE_MAIL };

export async function fillMailPages(t: TestService): Promise<void> {
  await confirmAddress(t, "alice", "alice@example.org");
  const { db, hashes } = t.service;
  const address = "alice.with.a.longer.name@mail.department.example.org";
  const claim = { person_id: t.id("alice"), address, expires_at: FAR_S };
  await db.write((tx) => saveMailClaim(tx, claim, hashes.of("a code that nobody uses")));
}

const inviteByMail = async ({ screen, page, say }: Viewer) => {
  await screen.openPath("/owner/invitations");
  await page
    .getByRole("button", { name: say("Invite people"), exact: true })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(say("How they are invited")).selectOption("mail");
  const addresses = ["dora.with.a.longer.name@mail.department.example.org", "alice@example.org"];
  await dialog.getByLabel(say("Mail addresses")).fill(addresses.join("\n"));
  return dialog;
};

export const MAIL_OF_OWNER: Screens = {
  "a mail address and the mails to it": async ({ screen, page, say }) => {
    await screen.openPath("/settings");
    await page.getByLabel(say("Mails about mentions that you have not read")).scrollIntoViewIfNeeded();
  },
  "the dialog of invitations by mail": inviteByMail,
  "what has become of invitations by mail": async (viewer) => {
    const { say } = viewer;
    const dialog = await inviteByMail(viewer);
    await dialog.getByRole("button", { name: say("Send the invitations") }).click();
    await dialog.getByText(say("Has an account")).waitFor();
  },
};

/** The page behind the link in a digest of the owner. It is none of the client's, so it is loaded. */
const openDigestEnd = async ({ t, page }: Viewer) => {
  const language = await page.evaluate(() => navigator.language);
  await t.service.db.write((tx) => keepLanguage(tx, t.id("alice"), language));
  await page.goto(digestEndPath(t.service.deps.seal, t.id("alice")));
  await page.getByRole("button").waitFor();
};

const openForgotten: OpenScreen = async ({ screen, page, say }) => {
  await screen.openPath("/reset");
  await page.getByLabel(say("User name or mail address")).fill("nobody");
  await page.keyboard.press("Enter");
  await page.getByText(say("Look into your mailbox")).waitFor();
};

export const MAIL_OF_GUEST: Screens = {
  "a mail with a link to a new password": openForgotten,
  "the link in a mail about mentions": openDigestEnd,
  "the end of mails about mentions": async (viewer) => {
    await openDigestEnd(viewer);
    await viewer.page.getByRole("button").press("Enter");
    await viewer.page.getByRole("link").waitFor();
  },
  "a broken link in a mail about mentions": async ({ page }) => {
    await page.goto("/unsubscribe/abc");
    await page.getByRole("link").waitFor();
  },
};
