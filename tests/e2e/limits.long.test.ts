/** What the page shows when the service, or a proxy in front of it, answers 429 or 413. */
import type { Browser, Route } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "heliogram/ports/clock.ts";
import { startWorld, type TestService } from "../support/service.ts";
import {
  CLIENT,
  findChromium,
  hasValue,
  leaveBrowser,
  openBrowser,
  recoverAfterFailures,
  Screen,
  waitUntilGone,
} from "./browser.ts";

const executable = findChromium();
const MIB = 1024 * 1024;
const LIMITS = { photo: MIB, document: MIB, video: MIB, audio: MIB, voice: MIB, media_group_file: MIB };

const tooMany = (retry_after: number) => (route: Route) =>
  route.fulfill({
    status: 429,
    json: {
      ok: false,
      error_code: 429,
      description: `Too Many Requests: retry after ${retry_after}`,
      parameters: { retry_after },
      trace_id: "t",
    },
  });

/** A response of a proxy, without the service's JSON. */
const byProxy = (status: number, headers: Record<string, string>) => (route: Route) =>
  route.fulfill({ status, headers, contentType: "text/html", body: `<h1>${status}</h1>` });

describe.skipIf(executable === undefined)("rate limits and size limits", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  let team: number;
  beforeAll(async () => {
    t = await startWorld("memory", undefined, { web_dir: CLIENT, clock: systemClock(), limits: LIMITS });
    team = t.id("Team");
    browser = await openBrowser(executable!);
    alice = await Screen.signIn(browser, t, "alice");
    await alice.page.clock.install();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });
  beforeEach(async () => {
    await alice.page.goto(`/chat/${team}`);
    await alice.field.waitFor();
  });
  recoverAfterFailures(() => [alice]);

  const asks = (time: RegExp) =>
    alice.page.getByText(new RegExp(`^The service asks to wait\\. Sent in ${time.source}$`));
  const lastTexts = async (count: number) => {
    const { messages } = await t.as("bob", "getHistory", { chat_id: team, limit: count });
    return messages.map(({ text }: { text: string }) => text);
  };
  const sendFile = async (bytes: number) => {
    await alice.pick({ name: "plan.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(bytes, 7) });
    await alice.page.getByRole("button", { name: "Send 1 file" }).click();
  };

  test("waiting messages show for how long they wait, and are sent in order and once", async () => {
    const { page } = alice;
    let asked = 0;
    await page.route("**/api/sendMessage", (route) => {
      asked += 1;
      return tooMany(60)(route);
    });
    await alice.write("Patience");
    await asks(/\d+ seconds/).waitFor();
    await alice.write("is a virtue");
    await alice.message(/^You, is a virtue.*sending/).waitFor();
    await page.clock.fastForward(20_000);
    await asks(/(?:40|3\d) seconds/).waitFor();
    expect(await asks(/.*/).count()).toBe(1);
    expect(await alice.violations()).toEqual([]);
    await page.unroute("**/api/sendMessage");
    await page.clock.fastForward(15_000);
    await asks(/(?:25|2[0-4]|1\d) seconds/).waitFor();
    // Neither the elapsed time nor the further message has caused another request.
    expect(asked).toBe(1);
    await page.clock.fastForward(26_000);
    await alice.sent("is a virtue").waitFor();
    await waitUntilGone(asks(/.*/));
    expect(await lastTexts(2)).toEqual(["Patience", "is a virtue"]);
  });

  test("the waiting time of a proxy is respected, waiting messages can be deleted, and the next one waits as long", async () => {
    const { page } = alice;
    await page.route("**/api/sendMessage", byProxy(429, { "Retry-After": "300" }));
    await alice.write("Never mind");
    await asks(/5 minutes/).waitFor();
    await page.unroute("**/api/sendMessage");
    await alice.write("But mind this");
    await page.getByRole("button", { name: "Delete" }).click();
    await waitUntilGone(alice.message(/Never mind/));
    await asks(/5 minutes/).waitFor();
    await page.clock.fastForward(300_000);
    await alice.sent("But mind this").waitFor();
    expect((await lastTexts(2))[1]).toBe("But mind this");
    expect(await lastTexts(2)).not.toContain("Never mind");
  });

  test("the messages are translated to Arabic", async () => {
    const arabic = await Screen.open(browser, t.url, {
      locale: "ar",
      storageState: await alice.page.context().storageState(),
    });
    const { page } = arabic;
    await page.route("**/api/sendMessage", tooMany(30));
    await page.goto(`/chat/${team}`);
    const field = page.getByRole("textbox", { name: "رسالة", exact: true });
    await field.fill("صبرا");
    await field.press("Enter");
    await page.getByText(/^تطلب الخدمة الانتظار\. ستُرسل بعد .*ثانية/).waitFor();
    expect(await arabic.violations()).toEqual([]);
    expect(arabic.errors).toEqual([]);
    await arabic.close();
  });

  test("other actions show the waiting time, and an unsaved edit is kept", async () => {
    const { page } = alice;
    const said = page.getByText("Too many attempts. Try again in 9 seconds.");
    const saysSo = async () => {
      await said.waitFor();
      await page.clock.fastForward(6000);
      await waitUntilGone(said);
    };
    const reply_markup = { inline_keyboard: [[{ text: "Press me", callback_data: "x" }]] };
    await t.ok("echo_bot", "sendMessage", { chat_id: team, text: "A button", reply_markup });
    await page.route("**/api/pressButton", tooMany(9));
    await page.getByRole("button", { name: "Press me" }).click();
    await saysSo();

    await alice.write("Helo");
    await alice.sent("Helo").waitFor();
    await page.route("**/api/editMessageText", tooMany(9));
    await alice.field.press("ArrowUp");
    await hasValue(alice.field, "Helo");
    await alice.write("Hello");
    await saysSo();
    await hasValue(alice.field, "Hello");
    await page.unroute("**/api/editMessageText");
    await alice.field.press("Enter");
    await alice.message(/^You, Hello.*edited/).waitFor();
    await hasValue(alice.field, "");

    await page.route("**/api/openChat", tooMany(9));
    await page.keyboard.press("Control+K");
    await page.getByRole("combobox").fill("dave");
    await page.getByRole("option", { name: "Dave" }).click();
    await saysSo();

    await page.route("**/api/signOut", tooMany(9));
    await alice.choose("Sign out");
    await saysSo();

    await page.route("**/api/addMember", tooMany(9));
    const panel = await alice.openPanel(team, "/add");
    await panel.getByRole("searchbox").fill("dave");
    await panel.getByRole("button", { name: "Add Dave" }).click();
    await saysSo();
    await page.unrouteAll();
  });

  test("a chat that cannot be loaded for a moment is not reported as missing", async () => {
    const { page } = alice;
    await page.route("**/api/openChat", tooMany(9));
    await page.goto(`/chat/${t.id("dave")}`);
    await page.getByText("Too many attempts. Try again in 9 seconds.").waitFor();
    expect(await page.getByText("This chat is not yours to see").count()).toBe(0);
    await page.unroute("**/api/openChat");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { level: 1, name: "Dave" }).waitFor();
  });

  test("a file over the limit is refused before it is sent, in messages and as profile photo", async () => {
    const { page } = alice;
    await alice.pick({ name: "plan.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(MIB + 1, 7) });
    const dialog = page.getByRole("dialog", { name: "Send files" });
    await dialog.getByText("Too large: this service takes at most 1 MB").waitFor();
    expect(await dialog.getByRole("button", { name: /^Send/ }).isDisabled()).toBe(true);
    await page.goto("/settings");
    const asked: string[] = [];
    page.on("request", (request) => void asked.push(request.url()));
    const photo = { name: "me.png", mimeType: "image/png", buffer: Buffer.alloc(MIB + 1, 7) };
    await page.getByLabel("Your photo").setInputFiles(photo);
    await page.getByText("Too large: this service takes at most 1 MB").waitFor();
    expect(asked.filter((url) => url.includes("setProfilePhoto"))).toEqual([]);
  });

  test("a limit that the page did not know is shown when the service refuses the file", async () => {
    const { page } = alice;
    await page.route("**/api/getProfile", async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      body.result.limits.document = 50 * MIB;
      await route.fulfill({ response, json: body });
    });
    await page.reload();
    await alice.field.waitFor();
    await page.unroute("**/api/getProfile");
    await sendFile(3 * MIB);
    await page.getByText("Not sent: the file is too large. This service takes at most 1 MB").waitFor();
    expect(await alice.violations()).toEqual([]);
    await page.getByRole("button", { name: "Delete" }).click();
    await waitUntilGone(page.getByText("Not sent"));
  });

  test("a proxy's size limit is distinguished from the service's", async () => {
    const { page } = alice;
    await page.route("**/api/sendDocument", byProxy(413, {}));
    await sendFile(300_000);
    await page.getByText("Not sent: 300 kB is more than gets through to this service at once").waitFor();
    await page.unroute("**/api/sendDocument");
    await page.getByRole("button", { name: "Try again" }).click();
    await alice.sent("plan.pdf").waitFor();
  });

  test("there were no console errors", () => {
    expect(alice.errors).toEqual([]);
  });
});
