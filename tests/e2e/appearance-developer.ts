/** The developer's pages as screens of the walk through all appearances. */
import { develop } from "../developer/developer-calls.ts";
import type { TestService } from "../support/service.ts";
import type { Screens, Viewer } from "./appearance-viewer.ts";

/** A port at which nobody listens. */
const NOBODY = "http://127.0.0.1:9/";

/** What is recorded: a refused call, updates that are not made, failing deliveries, findings, a rule and a snapshot. */
export async function fillDeveloperPages(t: TestService): Promise<void> {
  await t.ok("guard_bot", "setWebhook", { url: NOBODY });
  await t.as("alice", "sendMessage", { chat_id: t.id("guard_bot"), text: "/start" });
  await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "for people alone" });
  await t.bot("echo_bot", "sendMessage", { chat_id: 1, text: "to nobody", pars_mode: "HTML" });
  await develop(t, "addFault", { method: "sendPhoto", bot: "echo_bot", error_code: 500, nth: 3 });
  await develop(t, "saveSnapshot", { snapshot: "filled" });
  for (let after = 0, hasFailed = false; !hasFailed;) {
    const { attempts, revision } = await develop(t, "listWebhookAttempts", { after, timeout: 25 });
    hasFailed = attempts.some(({ error }: { readonly error?: string }) => error !== undefined);
    after = revision;
  }
}

const openLog =
  (path: string) =>
  async ({ screen, page }: Viewer) => {
    await screen.openPath(path);
    await page.locator("[data-entry]").first().waitFor();
  };

const openEntry =
  (path: string) =>
  async ({ screen, page }: Viewer) => {
    await screen.openPath(path);
    await page.locator("[data-entry]").last().click();
    await page.locator("dl").waitFor();
  };

const openForm = async ({ screen, page }: Viewer, path: string) => {
  await screen.openPath(path);
  await page.locator("form").first().waitFor();
};

const beside = (t: TestService, search = "") => `/chat/${t.id("Team")}/developer${search}`;

export const DEVELOPER: Screens = {
  calls: openLog("/developer"),
  "the filters of calls": async (viewer) => {
    await openLog("/developer")(viewer);
    await viewer.page.locator("[aria-expanded=false]").first().click();
  },
  "a call": openEntry("/developer?method=sendMessage"),
  updates: openLog("/developer/updates"),
  "an update": openEntry("/developer/updates"),
  "an update that was not made": openEntry("/developer/updates?missing=true"),
  "attempts of webhooks": openLog("/developer/webhooks"),
  "an attempt of a webhook": openEntry("/developer/webhooks"),
  "mistakes of bots": async ({ screen, page }) => {
    await screen.openPath("/developer/findings");
    await page.getByText("unknown_parameter").waitFor();
  },
  "fault rules": async (viewer) => {
    await openForm(viewer, "/developer/faults");
    await viewer.page.getByText(viewer.say("Rules"), { exact: true }).waitFor();
  },
  "people to be": async ({ screen, page }) => {
    await screen.openPath("/developer/people");
    await page.getByText("@alice").waitFor();
  },
  "the clock": (viewer) => openForm(viewer, "/developer/clock"),
  "worlds and snapshots": async (viewer) => {
    await openForm(viewer, "/developer/worlds");
    await viewer.page.getByText("filled").waitFor();
  },
  "a world that is gone": async ({ screen, page, say }) => {
    await screen.openPath("/developer?world=gone");
    await page.getByRole("link", { name: say("To the main world") }).waitFor();
  },
  "the calls of a chat beside it": async (viewer) => openLog(beside(viewer.t))(viewer),
  "an update beside its chat": async (viewer) => openEntry(beside(viewer.t, "?show=updates"))(viewer),
};
