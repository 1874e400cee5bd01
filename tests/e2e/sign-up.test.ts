/** Open sign-up: the owner's switch, a newcomer who signs up, and one who is too late. */
import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import type { TestService } from "../support/service.ts";
import {
  findChromium,
  focused,
  hasValue,
  leaveBrowser,
  openBrowser,
  PHONE,
  recoverAfterFailures,
  Screen,
  startWithClient,
  waitUntilGone,
} from "./browser.ts";

const executable = findChromium();
const PASSWORD = "another long password";

describe.skipIf(executable === undefined)("sign-up without an invitation", () => {
  let browser: Browser;
  let t: TestService;
  let owner: Screen;
  let newcomer: Screen;
  beforeAll(async () => {
    t = await startWithClient();
    browser = await openBrowser(executable!);
    owner = await Screen.signIn(browser, t, "alice");
    newcomer = await Screen.open(browser, t.url);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });
  recoverAfterFailures(() => [owner, newcomer]);

  const theSwitch = () => owner.page.getByRole("switch", { name: "Sign-up without an invitation" });
  const account = (page: Page) => page.getByRole("link", { name: "Create an account" });
  const fill = async (page: Page, name: string) => {
    await page.getByLabel("First name").fill(name);
    await page.getByLabel("Password").fill(PASSWORD);
  };
  const create = (page: Page) => page.getByRole("button", { name: "Create account" }).click();

  test("while it is closed, the page tells newcomers to ask for an invitation", async () => {
    const { page } = newcomer;
    await page.goto("/");
    await page.getByText("New here? Ask for an invitation link.").waitFor();
    expect(await account(page).count()).toBe(0);
    await page.goto("/sign-up");
    await page.getByText("by invitation only").waitFor();
    await waitUntilGone(page.getByRole("button", { name: "Create account" }));
    expect(await newcomer.violations()).toEqual([]);
  });

  test("an owner opens it, with the keyboard", async () => {
    const { page } = owner;
    await page.goto("/owner/invitations");
    await page.getByText("Only people with an invitation can sign up.").waitFor();
    await theSwitch().focus();
    await page.keyboard.press("Space");
    await page.getByText("Anybody who reaches this address can sign up.", { exact: true }).waitFor();
    expect(await theSwitch().isChecked()).toBe(true);
    expect(await owner.violations()).toEqual([]);
  });

  test("a newcomer signs up with the keyboard alone, and finds a public chat", async () => {
    const { page } = newcomer;
    await page.goto("/");
    await account(page).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Create your account" }).waitFor();
    await page.keyboard.type("Nora");
    await hasValue(page.getByLabel("User name"), "nora");
    for (let i = 0; i < 3; i++) await page.keyboard.press("Tab");
    await page.keyboard.type(PASSWORD);
    // Shows the password before submitting. On submitting, the client makes the field a password field again.
    const password = page.getByLabel("Password");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await expect.poll(() => password.getAttribute("type")).toBe("text");
    expect(await newcomer.violations()).toEqual([]);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await page.getByText("No chats yet").waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    await page.keyboard.press("Control+K");
    await page.getByRole("combobox").fill("team");
    await page.getByRole("option", { name: /Team/ }).click();
    await page.getByRole("button", { name: "Join" }).click();
    await newcomer.field.waitFor();
    await newcomer.write("Hello from outside");
    await newcomer.sent("Hello from outside").waitFor();
    expect(await t.as("alice", "listPeople", { query: "@nora" })).toMatchObject({ people: [{ is_owner: false }] });
  });

  test("a user name that is taken is marked, and selected so that it can be replaced", async () => {
    const guest = await Screen.open(browser, t.url);
    const { page } = guest;
    await page.goto("/sign-up");
    await fill(page, "Bob");
    await page.getByRole("button", { name: "Show what is typed" }).click();
    await create(page);
    await page.getByText("Somebody else has this user name.").waitFor();
    await focused(page.getByLabel("User name"));
    await expect.poll(() => page.getByLabel("Password").getAttribute("type")).toBe("password");
    await page.keyboard.type("bob_the_second");
    await waitUntilGone(page.getByText("Somebody else has this user name."));
    await page.keyboard.press("Enter");
    await page.getByText("No chats yet").waitFor();
    expect(guest.errors).toEqual([]);
    await guest.close();
  });

  test.runIf(LONG_RUN)("after signing up, a link that was followed opens its target", async () => {
    const guest = await Screen.open(browser, t.url);
    const { page } = guest;
    await page.goto("/@team");
    await account(page).click();
    await fill(page, "Omar");
    await create(page);
    await page.getByRole("button", { name: "Join" }).click();
    await page.getByRole("heading", { level: 1, name: "Team" }).waitFor();
    expect(guest.errors).toEqual([]);
    await guest.close();
  });

  test("if an owner closes it while a newcomer fills in the form, the newcomer is told", async () => {
    const late = await Screen.open(browser, t.url);
    const { page } = late;
    await page.goto("/sign-up");
    await fill(page, "Late");
    await theSwitch().click();
    await owner.page.getByText("Only people with an invitation can sign up.").waitFor();
    await create(page);
    await page.getByRole("alert").getByText("People sign up here by invitation only.").waitFor();
    // The form keeps its values, in case sign-up is opened again.
    await hasValue(page.getByLabel("First name"), "Late");
    expect(await late.violations()).toEqual([]);
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.getByText("New here? Ask for an invitation link.").waitFor();
    expect(late.errors).toEqual([]);
    await late.close();
  });

  test.runIf(LONG_RUN)("the form stays although a late answer says that sign-up is closed", async () => {
    const guest = await Screen.open(browser, t.url);
    const { page } = guest;
    const asked = Promise.withResolvers<Route>();
    await page.route("**/api/getSignUp", asked.resolve);
    await page.goto("/sign-up");
    await page.getByLabel("First name").fill("Zoe");
    const [answer] = await Promise.all([
      page.waitForResponse("**/api/getSignUp"),
      asked.promise.then((route) => route.continue()),
    ]);
    expect((await answer.json()).result.open).toBe(false);
    await guest.settle();
    await hasValue(page.getByLabel("First name"), "Zoe");
    await page.unrouteAll();
    await page.goto("/sign-up");
    await waitUntilGone(page.getByLabel("First name"));
    await guest.close();
  });

  test("the audit log records it", async () => {
    const { page } = owner;
    await owner.openPath("/owner/audit");
    const log = page.getByRole("list", { name: "Audit log" });
    for (const words of ["Sign-up opened", "Signed up", "Sign-up closed"])
      await log.getByText(words, { exact: true }).first().waitFor();
  });

  test.runIf(LONG_RUN)("a used invitation says so before the form, and how else to sign up", async () => {
    const { code } = await t.as("alice", "createInvitation");
    const guest = await Screen.open(browser, t.url);
    const { page } = guest;
    await page.goto(`/invite/${code}`);
    await fill(page, "Paula");
    await create(page);
    await page.getByRole("link", { name: /Alice/ }).waitFor();
    const next = await Screen.open(browser, t.url);
    await next.page.goto(`/invite/${code}`);
    await next.page.getByText("This invitation was used").waitFor();
    expect(await next.page.getByLabel("First name").count()).toBe(0);
    expect(await account(next.page).count()).toBe(0);
    expect(await next.violations()).toEqual([]);
    await t.as("alice", "setSignUp", { open: true });
    await next.page.reload();
    await account(next.page).click();
    await next.page.getByLabel("First name").waitFor();
    await Promise.all([guest.close(), next.close()]);
  });

  test.runIf(LONG_RUN)("axe finds nothing on a phone", async () => {
    const guest = await Screen.open(browser, t.url, PHONE);
    await guest.page.goto("/sign-in");
    await account(guest.page).waitFor();
    expect(await guest.violations()).toEqual([]);
    await account(guest.page).click();
    await guest.page.getByLabel("First name").waitFor();
    expect(await guest.violations()).toEqual([]);
    await guest.close();
  });

  test.runIf(LONG_RUN)("in Arabic, from the first screen to the refusal", async () => {
    const guest = await Screen.open(browser, t.url, { ...PHONE, locale: "ar" });
    const { page } = guest;
    await page.goto("/sign-in");
    await page.getByRole("link", { name: "أنشئ حسابًا" }).click();
    await page.getByLabel("الاسم الأول").fill("ليلى");
    await page.getByLabel("اسم المستخدم").fill("layla");
    await page.getByLabel("كلمة المرور").fill(PASSWORD);
    await t.as("alice", "setSignUp", { open: false });
    await page.getByRole("button", { name: "إنشاء الحساب" }).click();
    await page.getByRole("alert").getByText("التسجيل هنا بدعوة فقط").waitFor();
    expect(await guest.violations()).toEqual([]);
    await guest.close();
  });

  test("there were no console errors", () => {
    expect([owner, newcomer].flatMap((screen) => screen.errors)).toEqual([]);
  });
});
