/** The installed client: its manifest and icons, the app shell offline, and updates. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { digestEndPath } from "heliogram/app/mail/mail-digests.ts";
import { systemClock } from "heliogram/ports/clock.ts";
import { freePort } from "../../tools/free-port.ts";
import { startWorld, type TestService } from "../support/service.ts";
import {
  CLIENT,
  findFullChromium,
  leaveBrowser,
  openBrowser,
  recoverAfterFailures,
  Screen,
  waitUntilGone,
} from "./browser.ts";
import { blurWindow, focusWindow } from "./window-focus.ts";

const executable = findFullChromium();

describe.skipIf(executable === undefined)("the installed client", () => {
  let browser: Browser;
  let t: TestService;
  let dir: string;
  let screen: Screen;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "heliogram-installed-"));
    cpSync(CLIENT, dir, { recursive: true });
    // The port stays the same when the service restarts.
    const overrides = { web_dir: dir, clock: systemClock(), port: await freePort() };
    t = await startWorld("sqlite", undefined, overrides);
    browser = await openBrowser(executable!);
    screen = await Screen.signIn(browser, t, "alice", { serviceWorkers: "allow" });
    await screen.page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await screen.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  recoverAfterFailures(() => [screen]);

  const chats = () => screen.page.getByRole("navigation", { name: "Chats" }).getByRole("link");
  /** The URLs in the cache of the service worker. */
  const kept = () =>
    screen.page.evaluate(async () => {
      const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const requests = await Promise.all(stores.map((store) => store.keys()));
      return requests.flat().map((request) => new URL(request.url).pathname);
    });

  test("the icons of the manifest have the declared types and sizes", async () => {
    const { body } = await t.fetch("/manifest.webmanifest");
    expect(body).toMatchObject({ name: "Heliogram", start_url: "/", display: "standalone" });
    const pictures = body.icons.filter((icon: { type: string }) => icon.type === "image/png");
    expect(pictures.map((icon: { purpose?: string }) => icon.purpose ?? "any")).toContain("maskable");
    for (const { src, sizes } of [...pictures, { src: "/apple-touch-icon.png", sizes: "180x180" }]) {
      const { width, height } = await sharp(readFileSync(join(dir, src))).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
  });

  test("the app shell is cached, and no response of the API", async () => {
    await screen.openChat("Team");
    await screen.write("Hello");
    await screen.message("Hello").waitFor();
    // Including the language, which was loaded before the service worker was active.
    await expect.poll(kept).toContainEqual(expect.stringMatching(/^\/assets\/en-/));
    const paths = await kept();
    expect(paths).toContain("/");
    expect(paths).toContain("/start.js");
    expect(paths.filter((path) => !/^\/(?:assets\/[^/]+|[\w.-]*)$/.test(path))).toEqual([]);
    expect(paths.filter((path) => /^\/(?:api|file|bot|sign-in|chat)/.test(path))).toEqual([]);
  });

  test("the page that ends mails is none of the client's, and comes from the service alone", async () => {
    const other = await screen.page.context().newPage();
    const response = await other.goto(digestEndPath(t.service.deps.seal, t.id("alice")));
    expect([response?.status(), response?.fromServiceWorker()]).toEqual([200, false]);
    await other.close();
  });

  test("the data of the first screen is requested once, before the script has loaded", async () => {
    await screen.page.reload();
    await chats().first().waitFor();
    const asked = await screen.page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => ["/api/getProfile", "/api/listChats", "/assets/en-"].some((start) => path.startsWith(start))),
    );
    // The script loads the language.
    expect(asked).toEqual(["/api/getProfile", "/api/listChats", expect.stringMatching(/^\/assets\/en-/)]);
  });

  /** The service worker's notifications, as the system shows them. */
  const notified = () =>
    screen.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`);
    });

  test("where pages cannot show notifications, as on phones, the service worker shows them, opens their chat, and closes them", async () => {
    const { page } = screen;
    await page.context().grantPermissions(["notifications"]);
    await page.addInitScript(() => {
      const { Notification: original } = globalThis;
      const { permission } = original;
      const refuse = () => {
        throw new TypeError("Illegal constructor");
      };
      const requestPermission = () => original.requestPermission();
      Object.assign(globalThis, { Notification: Object.assign(refuse, { permission, requestPermission }) });
    });
    await page.goto("/");
    await screen.choose("Turn on notifications");
    await page.getByText("You are notified of new messages").waitFor();
    await blurWindow(page);
    const chat_id = t.id("Team");
    // A message that comes with the list, while the page still connects, causes no notification.
    await waitUntilGone(page.getByText("Connecting…"));
    await t.as("bob", "sendMessage", { chat_id, text: "Good evening" });
    await chats().getByText("Good evening").waitFor();
    await t.as("bob", "sendMessage", { chat_id, text: "Are you there?" });
    await expect.poll(notified).toEqual(["Team: Bob: Are you there?"]);
    await t.as("bob", "sendMessage", { chat_id, text: "Hello?" });
    await expect.poll(notified).toEqual(["Team: Bob: Hello?"]);
    const [worker] = page.context().serviceWorkers();
    await worker!.evaluate(async () => {
      // The types of the page have no service workers.
      const scope = globalThis as unknown as EventTarget & {
        readonly registration: ServiceWorkerRegistration;
        readonly NotificationEvent: new (type: string, init: { readonly notification: Notification }) => Event;
      };
      const [notification] = await scope.registration.getNotifications();
      scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification: notification! }));
    });
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/chat/${chat_id}`);
    await expect.poll(notified).toEqual([]);
    await t.as("bob", "sendMessage", { chat_id, text: "Read this" });
    await expect.poll(notified).toEqual(["Team: Bob: Read this"]);
    // Read on another screen of the same user.
    const { messages } = await t.as("alice", "getHistory", { chat_id, limit: 1 });
    await t.as("alice", "readMessages", { chat_id, message_id: messages[0].message_id });
    await expect.poll(notified).toEqual([]);
    await focusWindow(page);
  });

  test("the menu says why a browser cannot show notifications", async () => {
    const { page } = screen;
    for (const [stub, why] of [
      [
        () => void Object.defineProperty(Notification, "permission", { value: "denied" }),
        /does not let this page notify/,
      ],
      [() => void Reflect.deleteProperty(globalThis, "Notification"), /shows no notifications of pages/],
      [
        () => {
          Reflect.deleteProperty(globalThis, "Notification");
          Object.assign(navigator, { standalone: false });
        },
        /Here only installed pages notify/,
      ],
    ] as const) {
      await page.goto("/");
      await page.evaluate(stub);
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      await page
        .getByRole("menuitem", { name: /Turn on notifications/, disabled: true })
        .getByText(why)
        .waitFor();
      await page.keyboard.press("Escape");
    }
  });

  /** The chats that the browser has cached. */
  const keptChats = () =>
    screen.page.evaluate(
      () =>
        new Promise<string>((done, fail) => {
          const opening = indexedDB.open("heliogram-chats");
          opening.addEventListener("error", fail);
          opening.addEventListener("success", () => {
            const { result: database } = opening;
            if (!database.objectStoreNames.contains("files")) return done("");
            const all = database.transaction("files").objectStore("files").getAll();
            all.addEventListener("success", () => {
              database.close();
              done(JSON.stringify(all.result));
            });
          });
        }),
    );
  const banner = () => screen.page.getByRole("status").filter({ hasText: "You are offline." });

  test("offline, the chats are shown as last seen, with their age, and messages are sent later", async () => {
    const { page } = screen;
    const chat_id = t.id("Team");
    const inline_keyboard = [[{ text: "Copy the token", copy_text: { text: "123:s3cret" } }]];
    await t.ok("guard_bot", "sendMessage", { chat_id, text: "Your bot", reply_markup: { inline_keyboard } });
    await page.goto("/");
    await screen.openChat("Team");
    await screen.message("Your bot").getByRole("button", { name: "Copy the token" }).waitFor();
    await expect.poll(keptChats).toContain("Your bot");
    expect(await keptChats()).not.toContain("s3cret");
    await page.context().setOffline(true);
    await page.goto("/");
    await banner().getByText("You see the chats as they were on").waitFor();
    await screen.openChat("Team");
    await screen.message("Your bot").waitFor();
    await screen.message(/Read this/).waitFor();
    expect(await screen.violations()).toEqual([]);
    // The channel was not opened in this browser; an unknown chat is not in the list that is shown.
    await screen.openChat("News");
    await page.getByText("This chat is not here offline").waitFor();
    expect(await screen.violations()).toEqual([]);
    await screen.openPath("/chat/-1000000099999");
    await page.getByText("This chat is not here offline").waitFor();
    await screen.openChat("Team");
    await screen.write("Written offline");
    await banner().getByText("1 message is sent when you are back.").waitFor();
    await t.as("bob", "sendMessage", { chat_id, text: "Said meanwhile" });
    await page.context().setOffline(false);
    await waitUntilGone(banner());
    await screen.sent("Written offline").waitFor();
    await screen.message(/Said meanwhile/).waitFor();
    // What was not cached is loaded again.
    await screen.message("Your bot").getByRole("button", { name: "Copy the token" }).waitFor();
  });

  test("a new version is offered and loaded with one click", async () => {
    const path = join(dir, "service-worker.js");
    const newer = (file: string, change: (text: string) => string) => {
      for (const end of [".br", ".gz"]) rmSync(file + end, { force: true });
      writeFileSync(file, change(readFileSync(file, "utf8")));
    };
    newer(path, (text) => text.replace(/heliogram-[0-9a-f]{16}/, "heliogram-newer"));
    newer(join(dir, "index.html"), (text) => text.replace("<head>", '<head><meta name="made" content="later" />'));
    await t.restart();
    const { page } = screen;
    // Reloading the page loads the new version at once, whatever the service worker has cached.
    await page.reload();
    await chats().first().waitFor();
    expect(await page.locator("meta[name=made]").count()).toBe(1);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    const notice = page.getByRole("status").filter({ hasText: "A new version is there." });
    await notice.waitFor();
    expect(await screen.violations()).toEqual([]);
    await Promise.all([page.waitForEvent("load"), notice.getByRole("button", { name: "Reload" }).click()]);
    await chats().first().waitFor();
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(["heliogram-newer"]);
    await waitUntilGone(notice);
  });

  test("signing out deletes the cached chats, online and offline", async () => {
    const { page } = screen;
    await expect.poll(keptChats).toContain("Your bot");
    await screen.choose("Sign out");
    await page.getByRole("heading", { name: "Welcome back" }).waitFor();
    await expect.poll(keptChats).toBe("[]");
    await page.context().setOffline(true);
    await page.goto("/");
    await page.getByRole("status", { name: "Connecting…" }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole("heading", { name: "Welcome back" }).waitFor();
  });

  test("there were no console errors except about the lost connection", () => {
    expect(screen.errors.filter((fault) => !fault.includes("WebSocket connection"))).toEqual([]);
  });
});
