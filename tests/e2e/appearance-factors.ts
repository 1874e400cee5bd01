/** The pages about second factors and passkeys as screens of the walk through all appearances. */
import { setFactorRule } from "heliogram/app/accounts/second-factor-rule.ts";
import type { FactorScope } from "@heliogram/shared/second-factor.ts";
import { insertPasskey } from "heliogram/store/queries/accounts/passkeys.ts";
import type { TestService } from "../support/service.ts";
import type { OpenScreen, Screens, Viewer } from "./appearance-viewer.ts";
import { claimCode, showCode } from "./device-code.ts";

/** That of people whose sessions `Screen.signIn` opens. */
const PASSWORD = "correct horse battery";

/** Gives the owner two passkeys: one that a service synchronises, and one of another domain with a long name. */
export async function fillFactorPages(t: TestService): Promise<void> {
  const made = { person_id: t.id("alice"), public_key: "k", user_handle: "u", counter: 0, created_at: 1_767_225_600 };
  const first = { id: 9001, credential_id: "c1", rp_id: "localhost", name: "Laptop", is_synced: true };
  const second = { id: 9002, credential_id: "c2", name: "The security key in the drawer of the desk at home" };
  await t.service.db.write(async (tx) => {
    await insertPasskey(tx, { ...made, ...first, transports: ["internal"] });
    await insertPasskey(tx, { ...made, ...second, rp_id: "old.example.org", transports: [], is_synced: false });
  });
}

async function setRule(t: TestService, required_of: FactorScope): Promise<void> {
  const { db, deps } = t.service;
  await db.write((tx) => setFactorRule(tx, "operator", { required_of }, Math.floor(deps.clock.now() / 1000)));
}

/** Opens a screen while everybody must have a second factor. */
const whileRequired =
  (open: OpenScreen): OpenScreen =>
  async (viewer) => {
    await setRule(viewer.t, "everybody");
    await open(viewer);
    await setRule(viewer.t, "nobody");
  };

async function givePassword({ page, say }: Viewer, username: string): Promise<void> {
  await page.goto("/sign-in");
  await page.getByRole("button", { name: say("Sign in with a passkey") }).waitFor();
  await page.getByLabel(say("User name")).fill(username);
  await page.locator("input[type=password]").fill(PASSWORD);
  await page.getByRole("button", { name: say("Sign in"), exact: true }).click();
}

export const FACTORS_OF_GUEST: Screens = {
  "the second step of a sign-in": async (viewer) => {
    await givePassword(viewer, "alice");
    await viewer.page.getByRole("button", { name: viewer.say("Use a passkey") }).waitFor();
  },
  "setting up a second factor at a sign-in": whileRequired(async (viewer) => {
    const { page, say } = viewer;
    await givePassword(viewer, "carla");
    await page.getByRole("button", { name: say("Add a passkey and sign in") }).waitFor();
    await page.getByRole("img", { name: say("QR code for the authenticator app") }).waitFor();
  }),
};

export const FACTORS_OF_OWNER: Screens = {
  passkeys: async ({ screen, page, say }) => {
    await screen.openPath("/settings");
    await page.getByRole("button", { name: say("Rename: {name}", { name: "Laptop" }) }).scrollIntoViewIfNeeded();
  },
  "removing a passkey": async ({ screen, page, say }) => {
    await screen.openPath("/settings");
    await page.getByRole("button", { name: say("Remove: {name}", { name: "Laptop" }) }).click();
    await page.getByRole("button", { name: say("Cancel") }).scrollIntoViewIfNeeded();
  },
  "a device that waits for a second factor": async (viewer) => {
    await claimCode(viewer.t, await showCode(viewer), "Chrome, Android");
    await viewer.page.getByLabel(viewer.say("Recovery code")).waitFor();
  },
};

/** The last one of its viewer: the page keeps the banner until it is loaded anew. */
export const FACTORS_OF_MEMBER: Screens = {
  "until when a second factor is to be set up": whileRequired(async ({ page }) => {
    // What the page knows of the rule is loaded with it.
    await page.goto("/settings");
    await page.getByRole("note").getByRole("link").waitFor();
  }),
};
