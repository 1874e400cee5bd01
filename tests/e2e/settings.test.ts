/** The settings, and the user's own bots: what they change, their translation, and the violations that axe finds. */
import type { Browser, Page } from "playwright-core";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import type { TestService } from "../support/service.ts";
import {
  CLIPBOARD,
  findChromium,
  leaveBrowser,
  openBrowser,
  recoverAfterFailures,
  Screen,
  startWithClient,
  waitUntilGone,
} from "./browser.ts";

const executable = findChromium();

describe.skipIf(executable === undefined)("settings", () => {
  let browser: Browser;
  let t: TestService;
  let screen: Screen;
  let page: Page;
  beforeAll(async () => {
    t = await startWithClient();
    browser = await openBrowser(executable!);
    screen = await Screen.signIn(browser, t, "alice", { reducedMotion: "reduce", ...CLIPBOARD });
    ({ page } = screen);
    await screen.openPath("/settings");
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });
  recoverAfterFailures(() => [screen]);

  const section = (name: string) =>
    page.locator("section").filter({ has: page.getByRole("heading", { level: 2, name, exact: true }) });

  test("changes of the profile are shown at once", async () => {
    await page.getByLabel("First name").fill("Alicia");
    await page.getByLabel("About you").fill("Reads a lot");
    await section("Profile").getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved").first().waitFor();
    await page.getByText("Alicia", { exact: true }).waitFor();
    expect(await t.as("bob", "getProfile", { user_id: t.id("alice") })).toMatchObject({
      user: { first_name: "Alicia" },
      about: "Reads a lot",
    });
    await page.getByLabel("User name").fill("bob");
    await section("Profile").getByRole("button", { name: "Save" }).click();
    await page.getByText("Somebody else has this user name.").waitFor();
    expect(await screen.violations()).toEqual([]);
  });

  test("an account is deleted with its password, after a confirmation", async () => {
    const carla = await Screen.signIn(browser, t, "carla", { reducedMotion: "reduce" });
    await carla.openPath("/settings");
    const remove = async (password: string) => {
      await carla.page.getByLabel("Your password").fill(password);
      await carla.page.getByRole("button", { name: "Delete my account" }).click();
      const question = carla.page.getByRole("alertdialog", { name: "Delete your account?" });
      await question.waitFor();
      expect(await carla.violations()).toEqual([]);
      await question.getByRole("button", { name: "Delete for good" }).click();
    };
    await remove("wrong horse");
    await carla.page.getByText("The password is wrong.").waitFor();
    await remove("correct horse battery");
    await carla.page.getByRole("heading", { name: "Your account is deleted" }).waitFor();
    await carla.page.waitForURL("**/sign-in");
    await carla.close();
  });

  test("theme and text size are stored, and applied before the first paint", async () => {
    await page.getByText("Dark", { exact: true }).click();
    await page.getByLabel("Text size").selectOption({ label: "Very large" });
    await page.reload();
    await page.getByLabel("First name").waitFor();
    const html = page.locator("html");
    expect(await html.getAttribute("data-theme")).toBe("dark");
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("21.6px");
    expect(await screen.violations()).toEqual([]);
    expect(await widthBeyond(page)).toBe(0);
    await page.getByLabel("Text size").selectOption({ label: "Normal" });
    await page.getByText("System", { exact: true }).click();
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("16px");
  });

  const signIn = (device: string) =>
    t.post("/api/signIn", { username: "alice", password: "correct horse battery", device });

  test("in Arabic the page runs from right to left", async () => {
    await page.getByLabel("Language", { exact: true }).selectOption({ label: "العربية" });
    await page.getByRole("heading", { level: 1, name: "الإعدادات" }).waitFor();
    await page.locator("html[dir=rtl][lang=ar]").waitFor();
    const list = (await page.getByRole("navigation", { name: "المحادثات" }).boundingBox())!;
    expect(list.x).toBeGreaterThan(600);
    expect(await screen.violations()).toEqual([]);
    expect(await widthBeyond(page)).toBe(0);
    await signIn("Phone");
    // An address runs from left to right within the sentence.
    const address = () => page.getByText("من 127.0.0.1").first().locator("bdi").getByText("127.0.0.1", { exact: true });
    await address().waitFor();
    await screen.openPath("/owner/audit");
    await page.getByRole("heading", { level: 1, name: "هذه الخدمة" }).waitFor();
    await address().waitFor();
    // The service's own descriptions are in English.
    await page.goto("/join/abcdef");
    await page.getByText("لم يعد هذا الرابط يؤدي إلى شيء.").waitFor();
    await screen.openPath("/settings");
    await page.getByLabel("اللغة").selectOption({ label: "English" });
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  });

  test.runIf(LONG_RUN)("dates and times are as in the browser, and as chosen", async () => {
    const { cookies } = await page.context().storageState();
    const german = await Screen.open(browser, t.url, { locale: "de-DE", storageState: { cookies, origins: [] } });
    await t.as("alice", "sendMessage", { chat_id: t.id("Team"), text: "Tea?" });
    await t.as("alice", "createInvitation");
    const dateOf = async () => (await german.message(/Tea\?/).locator("time[title]").getAttribute("title"))!;
    const look = async () => {
      await german.openPath(`/chat/${t.id("Team")}`);
      return dateOf();
    };
    expect(await look()).toMatch(/^\p{L}+tag|^Mittwoch/u);
    expect(await dateOf()).not.toMatch(/[AP]M/);
    // Screen readers are told the language of dates, because it is not that of the page.
    const languages = () =>
      german.page
        .locator("h2 > time[lang], time[title][lang]")
        .evaluateAll((all) => all.map((each) => each.getAttribute("lang")));
    expect([...new Set(await languages())]).toEqual(["de-DE"]);
    await german.page.getByRole("button", { name: "What to do with this chat" }).click();
    await german.page.getByRole("menuitem", { name: "Go to a day" }).click();
    await german.page.getByRole("dialog").locator("[role=grid][lang=de-DE] td button").first().waitFor();
    await german.closeOverlays();
    for (const [path, words] of [
      ["/settings", "last seen"],
      ["/owner", "Joined"],
      ["/owner/chats", "Made"],
      ["/owner/invitations", "Valid until"],
      ["/owner/storage", "Measured"],
      ["/owner/audit", "From"],
    ] as const) {
      await german.openPath(path);
      await german.page.locator("li, p").filter({ hasText: words }).locator("time[lang=de-DE]").first().waitFor();
      expect(await datesWithoutLanguage(german.page), path).toEqual([]);
    }
    await german.openPath("/settings");
    await german.page.getByLabel("Language of dates").selectOption({ label: "English" });
    await german.page.getByLabel("Times").selectOption("h12");
    expect(await german.violations()).toEqual([]);
    expect(await look()).toMatch(/day, .*[AP]M$/);
    expect(await languages()).toEqual([]);
    await german.close();
  });

  test("sessions started and ended elsewhere are shown at once, also after a break of the connection", async () => {
    const here = section("Where you are signed in");
    await here.getByText("This browser").waitFor();
    const { body } = await signIn("Library");
    await here.getByText("Library").waitFor();
    await page.context().setOffline(true);
    await page.getByText("You are offline.").first().waitFor();
    await t.post("/api/signOut", {}, { authorization: `Bearer ${body.result.access_token}` });
    await page.context().setOffline(false);
    await here.getByText("Library").waitFor({ state: "detached" });
  });

  test("other sessions are ended, one and all", async () => {
    const devices = ["Old laptop", "Kiosk", "Tablet"];
    const [first] = devices;
    for (const device of devices) await signIn(device);
    const here = section("Where you are signed in");
    await here.getByText("This browser").waitFor();
    await page.getByRole("button", { name: `Sign out: ${first}` }).click();
    await here.getByText(first!).waitFor({ state: "detached" });
    await here.getByText("With the password", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Sign out everywhere else" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
    await expect.poll(() => here.getByRole("listitem").count()).toBe(1);
    await here.getByText("This browser").waitFor();
  });

  const factor = () => section("Second factor");
  const prove = async (button: string, next: string) => {
    await factor().getByRole("button", { name: button }).click();
    await factor().getByLabel("Your password").fill("correct horse battery");
    await factor().getByRole("button", { name: next }).click();
  };

  test("a second factor is set up and asked for", async () => {
    const here = factor();
    await prove("Set up an app", "Continue");
    await here.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
    expect(await screen.violations()).toEqual([]);
    await here.getByLabel("Code", { exact: true }).fill("no code");
    await page.keyboard.press("Enter");
    await here.getByText("The code is wrong").waitFor();
    const secret = await here.getByLabel("Key", { exact: true }).inputValue();
    const timestamp = t.service.deps.clock.now();
    await here.getByLabel("Code", { exact: true }).fill(new TOTP({ secret }).generate({ timestamp }));
    await page.keyboard.press("Enter");
    const listed = here.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await expect.poll(() => listed.count()).toBe(10);
    const codes = await listed.allInnerTexts();
    expect(await screen.violations()).toEqual([]);
    await here.getByRole("button", { name: "Copy" }).click();
    await here.getByText("Copied to the clipboard").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join("\n"));
    await here.getByRole("button", { name: "I have kept them" }).click();
    await here.getByText("10 recovery codes are left.").waitFor();

    const other = await Screen.open(browser, t.url);
    await other.page.goto("/sign-in");
    await other.page.getByLabel("User name").fill("alice");
    await other.page.getByLabel("Password", { exact: true }).fill("correct horse battery");
    await other.page.keyboard.press("Enter");
    await other.page.getByRole("heading", { level: 1, name: "Second step" }).waitFor();
    expect(await other.violations()).toEqual([]);
    await other.page.getByLabel("Code", { exact: true }).fill("no code");
    const signIn = other.page.getByRole("button", { name: "Sign in" });
    await signIn.focus();
    await other.page.keyboard.press("Enter");
    await other.page.getByRole("alert").getByText("The code is wrong").waitFor();
    await expect.poll(() => signIn.evaluate((button) => button === document.activeElement)).toBe(true);
    await other.page.getByLabel("Code", { exact: true }).fill(codes[0]!);
    await other.page.keyboard.press("Enter");
    await other.page.getByRole("navigation", { name: "Chats" }).waitFor();
    await other.page.context().close();
  });

  test("where a second factor is required, it is set up at the sign-in; otherwise it can be removed", async () => {
    const password = "correct horse battery";
    const { code } = await t.operate("person reset-password", { username: "dave" });
    await t.post("/api/setPassword", { code, password });
    await screen.openPath("/owner/invitations");
    await page.getByLabel("Second factor required of").selectOption("everybody");
    await page.getByText("Their sessions end").waitFor();
    expect(await screen.violations()).toEqual([]);

    const other = await Screen.open(browser, t.url);
    await other.page.goto("/sign-in");
    await other.page.getByLabel("User name").fill("dave");
    await other.page.getByLabel("Password", { exact: true }).fill(password);
    await other.page.keyboard.press("Enter");
    await other.page.getByRole("heading", { level: 1, name: "Set up a second factor" }).waitFor();
    const key = await other.page.getByLabel("Key", { exact: true }).inputValue();
    expect(await other.violations()).toEqual([]);
    const timestamp = t.service.deps.clock.now();
    await other.page.getByLabel("Code", { exact: true }).fill(new TOTP({ secret: key }).generate({ timestamp }));
    await other.page.keyboard.press("Enter");
    await other.page.getByRole("list", { name: "Recovery codes" }).waitFor();
    expect(await other.violations()).toEqual([]);
    await other.page.getByRole("button", { name: "I have kept them" }).click();
    await other.page.getByRole("navigation", { name: "Chats" }).waitFor();
    await other.page.context().close();
    await page.getByLabel("Second factor required of").selectOption("nobody");
    await waitUntilGone(page.getByText("Their sessions end"));
    await screen.openPath("/settings");
    await prove("Remove the second factor", "Remove the second factor");
    await factor().getByRole("button", { name: "Set up an app" }).waitFor();
  });

  test("the password can be changed only with the old one", async () => {
    const fill = async (old: string, fresh: string) => {
      await page.getByLabel("Old password").fill(old);
      await page.getByLabel("New password").fill(fresh);
      await page.getByRole("button", { name: "Change the password" }).click();
    };
    await fill("wrong", "a new long password");
    await page.getByText("The old password is wrong.").waitFor();
    await fill("correct horse battery", "a new long password");
    await page.getByText("The password is changed.").first().waitFor();
    // The service of this test sends no mail.
    expect(await section("Mail address").count()).toBe(0);
    const attempt = { username: "alice", password: "a new long password" };
    expect((await t.post("/api/signIn", attempt)).status).toBe(200);
  });

  test("a bot is created; its token works, and is shown once", async () => {
    await screen.openPath("/settings/bots");
    await page.getByRole("link", { name: /@echo_bot/ }).waitFor();
    expect(await screen.violations()).toEqual([]);
    await page.getByRole("button", { name: "New bot" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Tea timer");
    await page.getByLabel("User name").fill("tea_timer");
    await page.getByRole("button", { name: "Make the bot" }).click();
    await page.getByRole("alert").filter({ hasText: "username" }).waitFor();
    await page.getByLabel("User name").fill("tea_timer_bot");
    await page.getByRole("button", { name: "Make the bot" }).click();
    const token = await page.getByLabel("Token", { exact: true }).inputValue();
    expect((await t.fetch(`/bot${token}/getMe`)).body.result.username).toBe("tea_timer_bot");
    const programs = page.getByLabel("An echo bot to begin with, in");
    for (const library of ["grammY", "Telegraf", "python-telegram-bot", "aiogram", "curl"]) {
      await programs.selectOption(library);
      expect(await page.locator("pre").innerText()).toContain(t.url);
    }
    expect(await screen.violations()).toEqual([]);
    await page.getByRole("button", { name: "I have the token" }).click();
    await page.getByRole("link", { name: "Tea timer" }).click();
    await page.getByRole("heading", { level: 1, name: "Tea timer" }).waitFor();
    await waitUntilGone(page.getByText(token));
  });

  /** Alice's session of the world was ended above; this signs in again. */
  async function asksForBots() {
    const { body } = await t.post("/api/signIn", { username: "alice", password: "a new long password" });
    const authorization = `Bearer ${body.result.access_token}`;
    return async () => (await t.post("/api/listBots", {}, { authorization })).body.result.bots;
  }

  test("a bot's settings are changed", async () => {
    await page.getByLabel("Description", { exact: true }).fill("Counts minutes");
    await section("How people see it").getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved").first().waitFor();
    await page.getByRole("button", { name: "Add a command" }).click();
    await page.getByLabel("Command 1", { exact: true }).fill("start");
    await page.getByLabel("What command 1 does").fill("Begin");
    await page.getByRole("button", { name: "Save commands" }).click();
    await page.getByRole("switch", { name: "Privacy mode" }).focus();
    await page.keyboard.press("Space");
    await page.getByRole("switch", { name: "May join groups" }).focus();
    await page.keyboard.press("Space");
    await page.getByLabel("Dialect").selectOption("telegram");
    const listBots = await asksForBots();
    await expect
      .poll(async () => (await listBots()).at(-1))
      .toMatchObject({
        description: "Counts minutes",
        commands: [{ command: "start", description: "Begin" }],
        privacy: false,
        can_join_groups: false,
        dialect: "telegram",
      });
    await page.getByRole("switch", { name: "Privacy mode", checked: false }).waitFor();
    expect(await screen.violations()).toEqual([]);
  });

  test("a bot gets a new token and is deleted, each after confirmation", async () => {
    await page.getByRole("button", { name: "New token" }).click();
    await page.getByRole("button", { name: "Make a new token" }).click();
    const token = await page.getByLabel("Token", { exact: true }).inputValue();
    expect((await t.fetch(`/bot${token}/getMe`)).status).toBe(200);
    await page.getByRole("button", { name: "I have the token" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("alertdialog", { name: "Delete Tea timer for good?" }).waitFor();
    expect(await screen.violations()).toEqual([]);
    await page.getByRole("button", { name: "Delete the bot" }).click();
    await page.getByRole("heading", { level: 1, name: "Your bots" }).waitFor();
    await page.getByRole("link", { name: /@echo_bot/ }).waitFor();
    await waitUntilGone(page.getByRole("link", { name: "Tea timer" }));
    expect((await t.fetch(`/bot${token}/getMe`)).status).toBe(401);
  });

  test("with reduced motion, changes are immediate", async () => {
    // With even the shortest transition, the list of messages would be measured before the change.
    const reached = await page.evaluate(() => {
      const box = document.body.appendChild(document.createElement("div"));
      box.style.height = "10px";
      box.getBoundingClientRect();
      box.style.height = "300px";
      const { height } = box.getBoundingClientRect();
      box.remove();
      return height;
    });
    expect(reached).toBe(300);
  });

  test("there were no console errors", () => {
    expect(screen.errors).toEqual([]);
  });
});

/** By how many pixels the page is wider than the window. */
function widthBeyond(page: Page): Promise<number> {
  return page.locator("html").evaluate((element) => element.scrollWidth - element.clientWidth);
}

/** The German dates of a page in English that are not marked as German. */
function datesWithoutLanguage(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("main *")].flatMap((each) => {
      const own = [...each.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const text = own.map(({ data }: Node & { readonly data?: string }) => data).join("");
      const isDate = /\d{1,2}\.\d{1,2}\.\d{4}/.test(text);
      return isDate && each.closest("[lang]")?.getAttribute("lang") !== "de-DE" ? [text] : [];
    }),
  );
}
