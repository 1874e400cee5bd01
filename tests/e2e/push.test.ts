/** Pushes in the browser: the service worker shows and closes notifications, and the settings turn pushes on, test and remove them. */
import type { Browser, CDPSession, Page, Worker } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TestPushService, type Device } from "../support/push-service.ts";
import { LONG_RUN } from "../support/long-run.ts";
import type { Json, TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import {
  findFullChromium,
  isFocused,
  leaveBrowser,
  openBrowser,
  PHONE,
  recoverAfterFailures,
  Screen,
  startWithClient,
  waitUntilGone,
} from "./browser.ts";
import { wrongDirection } from "./appearance-direction.ts";
import { pageOverflow } from "./appearance-overflow.ts";
import { touchFaults } from "./touch-targets.ts";
import { translationsIn, type Translate } from "./translations.ts";
import { blurWindow, focusWindow } from "./window-focus.ts";

const executable = findFullChromium();

const ENGLISH = translationsIn("en");
const LOOKS = [
  { locale: "en", colorScheme: "light" },
  ...(LONG_RUN ? [{ locale: "ar", colorScheme: "dark" } as const] : []),
] as const;

/** In the page: headless Chromium has no push service, so subscriptions are those of the test. */
function stubSubscriptions({ endpoint, p256dh, auth }: { endpoint: string; p256dh: string; auth: string }): void {
  let isOn = false;
  const subscription = {
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => {
      isOn = false;
      return true;
    },
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => (isOn ? subscription : null),
    subscribe: async ({ userVisibleOnly }: PushSubscriptionOptionsInit) => {
      if (userVisibleOnly !== true) throw new Error("a browser demands that pushes show something");
      isOn = true;
      return subscription;
    },
  });
}

/** In the page. */
interface Asking {
  asked: number;
}

/** In the page: nobody has been asked for permission when it is opened, and who is asked grants it. */
function stubPermission(): void {
  const asking: Asking = Object.assign(globalThis, { asked: 0 });
  Object.defineProperty(Notification, "permission", { get: () => (asking.asked > 0 ? "granted" : "default") });
  Notification.requestPermission = async () => {
    asking.asked += 1;
    return "granted";
  };
}

/** In the page: a tab of an iPhone's browser. */
function stubTabOnPhone(): void {
  Object.assign(navigator, { standalone: false });
  Reflect.deleteProperty(globalThis, "Notification");
}

/** In the service worker. */
interface Counting {
  notifications: number;
}

/** In the service worker: the numbers that it has put on the icon. */
interface Stubbed {
  badges: number[];
}

/** In the service worker: a device whose push service gives it this subscription, and which shows a number on the icon. */
function stubDevice({ endpoint, p256dh, auth }: { endpoint: string; p256dh: string; auth: string }): void {
  const { badges }: Stubbed = Object.assign(globalThis, { badges: [] });
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void badges.push(count),
    clearAppBadge: async () => void badges.push(0),
  });
  const { registration } = globalThis as unknown as { readonly registration: ServiceWorkerRegistration };
  Object.assign(registration.pushManager, {
    subscribe: async () => ({ toJSON: () => ({ endpoint, keys: { p256dh, auth } }) }),
  });
}

/** In the service worker: counts the notifications that it has shown. */
function countShown(): void {
  const { registration } = globalThis as unknown as { readonly registration: ServiceWorkerRegistration };
  const show = registration.showNotification.bind(registration);
  const counting: Counting = Object.assign(globalThis, { notifications: 0 });
  registration.showNotification = async (...given) => {
    await show(...given);
    counting.notifications += 1;
  };
}

/** In the service worker: pushes that arrive within milliseconds. */
async function dispatchPushes(all: readonly string[]): Promise<void> {
  const { PushEvent } = globalThis as unknown as { PushEvent: new (type: string, options: { data: string }) => Event };
  for (const data of all) {
    globalThis.dispatchEvent(new PushEvent("push", { data }));
    await new Promise((done) => globalThis.setTimeout(done, 1));
  }
}

describe.skipIf(executable === undefined)("pushes", () => {
  let browser: Browser;
  let t: TestService;
  let screen: Screen;
  let page: Page;
  let pushes: TestPushService;
  let device: Device;
  let cdp: CDPSession;
  let registrationId: string;
  let worker: Worker;
  beforeAll(async () => {
    t = await startWithClient();
    pushes = new TestPushService();
    await pushes.listen();
    device = pushes.device("phone");
    browser = await openBrowser(executable!);
    screen = await Screen.signIn(browser, t, "bob", { ...PHONE, serviceWorkers: "allow", reducedMotion: "reduce" });
    ({ page } = screen);
    await page.context().grantPermissions(["notifications"]);
    await page.addInitScript(stubPermission);
    await page.addInitScript(stubSubscriptions, device.keys);
    await page.reload();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    cdp = await page.context().newCDPSession(page);
    const registered = new Promise<string>((done) => {
      cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        if (registrations[0]) done(registrations[0].registrationId);
      });
    });
    await cdp.send("ServiceWorker.enable");
    registrationId = await registered;
    worker = page.context().serviceWorkers()[0]!;
    await worker.evaluate(countShown);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await pushes.close();
    await t.stop();
  });
  recoverAfterFailures(() => [screen]);

  const shown = (): Promise<Json[]> =>
    page.evaluate(async () => {
      const all = await (await navigator.serviceWorker.ready).getNotifications();
      return all.map(({ title, body, tag, silent, data }) => ({ title, body, tag, silent, path: data.path }));
    });
  const deliver = (payload: Json | string) => {
    const data = typeof payload === "string" ? payload : JSON.stringify(payload);
    return cdp.send("ServiceWorker.deliverPushMessage", { origin: t.url, registrationId, data });
  };

  /** Carries out what shows notifications, and reads none meanwhile: Chromium forgets one that is read while it is being shown. */
  const showing = async (count: number, deliverAll: () => Promise<unknown>) => {
    const all = () => worker.evaluate(() => (globalThis as unknown as Counting).notifications);
    const wanted = (await all()) + count;
    await deliverAll();
    await until(async () => (await all()) === wanted, `${count} notifications`);
  };
  const show = (payload: Json | string) => showing(1, () => deliver(payload));
  /** One while the ones before are still being shown. The browser delivers its pushes one by one, so the events are the test's own. */
  const showAtOnce = (payloads: readonly Json[]) =>
    showing(payloads.length, () =>
      worker.evaluate(
        dispatchPushes,
        payloads.map((each) => JSON.stringify(each)),
      ),
    );

  const offer = (where: Page = page, say = ENGLISH) =>
    where.getByRole("region", { name: say("Push notifications"), exact: true });
  /** Sends a message from a page that was opened anew. */
  const sendOn = async (where: Screen, text: string, say = ENGLISH) => {
    await where.page.goto(`/chat/${t.id("Team")}`);
    await where.page.getByRole("textbox", { name: say("Message"), exact: true }).fill(text);
    await where.page.getByRole("button", { name: say("Send"), exact: true }).click();
    const sent = where.page.getByRole("article").filter({ hasText: text });
    await sent.locator("[data-state]:not([data-state=waiting])").first().waitFor();
  };

  test("after the first message a phone offers them; nobody is asked for permission before, nor offered them twice", async () => {
    const asked = () => page.evaluate(() => (globalThis as unknown as Asking).asked);
    await sendOn(screen, "On my way");
    await offer().waitFor();
    expect(await isFocused(screen.field)).toBe(true);
    expect(await screen.violations()).toEqual([]);
    await offer().getByRole("button", { name: "No, thanks" }).click();
    await waitUntilGone(offer());
    await sendOn(screen, "Still on my way");
    await screen.settle();
    expect(await offer().count()).toBe(0);
    await page.evaluate(() => localStorage.removeItem("heliogram:push-offer"));
    await sendOn(screen, "Nearly there");
    await offer().getByRole("button", { name: "Turn on" }).focus();
    expect(await asked()).toBe(0);
    await page.keyboard.press("Enter");
    await waitUntilGone(offer());
    expect(await asked()).toBe(1);
    const { subscriptions } = await t.as("bob", "getPushSettings");
    expect(subscriptions).toHaveLength(1);
    await t.as("bob", "removePushSubscription", { subscription_id: subscriptions[0].id });
  });

  test.each(LOOKS)(
    "in a tab of a phone that notifies for installed pages alone, the way to install it, %o",
    async (look) => {
      const say = translationsIn(look.locale);
      const tab = await screen.again(browser, t, { ...PHONE, ...look });
      await tab.page.addInitScript(stubTabOnPhone);
      await sendOn(tab, "From a tab", say);
      const steps = offer(tab.page, say);
      await steps.getByText(say("Choose Add to Home Screen.")).waitFor();
      expect(await tab.violations()).toEqual([]);
      expect(await touchFaults(tab.page)).toEqual([]);
      expect(await wrongDirection(tab.page)).toEqual([]);
      expect(await pageOverflow(tab.page)).toEqual([0, 0]);
      await steps.getByRole("button", { name: say("Got it") }).click();
      await waitUntilGone(steps);
      expect(tab.errors).toEqual([]);
      await tab.close();
    },
  );

  test("on the settings page one turns them on, sets quiet hours, and sees where a test stops", async () => {
    await screen.openPath("/settings");
    const onDevice = page.getByRole("switch", { name: "Push notifications on this device" });
    await onDevice.click();
    await page.getByRole("list", { name: "Devices that get push notifications" }).waitFor();
    expect(await onDevice.isChecked()).toBe(true);
    await page.getByRole("switch", { name: "Quiet hours" }).click();
    const setTime = async (name: string, time: string) => {
      await page.getByLabel(name, { exact: true }).fill(time);
      await page.getByLabel(name, { exact: true }).blur();
    };
    await setTime("From", "07:00");
    await page.getByText("They begin and end at the same time.").waitFor();
    await setTime("To", "06:30");
    const quiet = async () => (await t.as("bob", "getPushSettings")).quiet_hours;
    await until(async () => (await quiet())?.to === "06:30", "the quiet hours");
    expect((await quiet()).from).toBe("07:00");
    await page.getByRole("switch", { name: "Quiet hours" }).click();
    await until(async () => (await quiet()) === undefined, "no quiet hours");
    // Set elsewhere meanwhile.
    await t.as("bob", "setPushSettings", { only_mentions: true });
    await page.getByRole("switch", { name: "Groups and channels only by mentions", checked: true }).waitFor();
    await t.as("bob", "setPushSettings");
    await page.getByRole("button", { name: "Send me a test" }).click();
    await page.getByText("The push service takes the notification").waitFor();
    expect(pushes.payloads()).toEqual([{ type: "test" }]);
    pushes.answer = (_push, res) => res.writeHead(403).end("wrong key");
    await page.getByRole("button", { name: "Send me a test" }).click();
    await page.getByText("403: wrong key").waitFor();
    pushes.answer = (_push, res) => res.writeHead(201).end();
    expect(await screen.violations()).toEqual([]);
  });

  test("a message is pushed when the page is left, and the service worker shows what was pushed", async () => {
    const title = await page.title();
    const message = await t.as("alice", "sendMessage", { chat_id: t.id("Team"), text: "On your phone" });
    // A page that is left when the message arrives would show it too, and the notification would be that of either.
    await expect.poll(() => page.title()).not.toBe(title);
    await blurWindow(page);
    await pushes.untilSo(() => pushes.payloads().some(({ text }) => text === "On your phone"));
    await focusWindow(page);
    await show(pushes.payloads().find(({ text }) => text === "On your phone")!);
    const path = `/chat/${t.id("Team")}`;
    const notification = {
      title: "Team",
      body: "Alice: On your phone",
      tag: `chat ${t.id("Team")}`,
      silent: false,
      path,
    };
    await expect.poll(shown).toContainEqual(notification);
    // A push without contents, one that is no JSON, and one that closes the first.
    await show({ type: "message", chat_id: t.id("News"), message_id: 1, is_silent: true });
    await expect.poll(async () => (await shown()).map(({ body }) => body)).toContain("A new message");
    await show("garbage");
    await expect.poll(async () => (await shown()).map(({ tag }) => tag)).toContain("heliogram");
    await deliver({ type: "read", badge: 0, closed: [{ chat_id: t.id("Team") }] });
    await expect.poll(async () => (await shown()).map(({ tag }) => tag)).not.toContain(notification.tag);
    expect(message.message_id).toBeGreaterThan(0);
  });

  test("the words follow the language, the number on the icon is that of the push, and a lost subscription is renewed", async () => {
    await worker.evaluate(stubDevice, pushes.device("renewed").keys);
    const choose = async (say: Translate, locale: string) => {
      await page.getByLabel(say("Language"), { exact: true }).selectOption(locale);
    };
    const body = async (chat_id: number) => {
      await show({ type: "message", chat_id, message_id: 1, badge: 3 });
      return (await shown()).find(({ tag }) => tag === `chat ${chat_id}`)?.body;
    };
    const arabic = translationsIn("ar");
    await choose(ENGLISH, "ar");
    await page.getByRole("switch", { name: arabic("Push notifications on this device") }).waitFor();
    // The page writes the words after it shows them.
    let chat_id = 8000;
    await expect.poll(() => body(++chat_id)).toBe(arabic("A new message"));
    await choose(arabic, "en");
    const badges = () => worker.evaluate(() => (globalThis as unknown as Stubbed).badges);
    expect(new Set(await badges())).toEqual(new Set([3]));
    const closed = Array.from({ length: chat_id - 8000 }, (_, i) => ({ chat_id: 8001 + i }));
    await deliver({ type: "read", badge: 0, closed });
    await until(async () => (await badges()).at(-1) === 0, "no number");
    const before = (await t.as("bob", "getPushSettings")).subscriptions;
    await worker.evaluate(() => void globalThis.dispatchEvent(new Event("pushsubscriptionchange")));
    const renewed = async () => (await t.as("bob", "getPushSettings")).subscriptions;
    await until(async () => (await renewed()).length === before.length + 1, "another subscription");
    const [last] = (await renewed()).slice(-1);
    expect(last).toMatchObject({ label: before[0].label });
    await t.as("bob", "removePushSubscription", { subscription_id: last.id });
  });

  test("of pushes that arrive at once none is forgotten", async () => {
    const chats = Array.from({ length: 30 }, (_, i) => 9001 + i);
    await showAtOnce(chats.map((chat_id) => ({ type: "message", chat_id, message_id: 1 })));
    const tags = (await shown()).map(({ tag }) => tag);
    expect(tags).toEqual(expect.arrayContaining(chats.map((chat_id) => `chat ${chat_id}`)));
    await deliver({ type: "read", badge: 0, closed: chats.map((chat_id) => ({ chat_id })) });
    await expect.poll(async () => (await shown()).filter(({ tag }) => tag.startsWith("chat 90"))).toEqual([]);
  });

  test("a device is removed, and nothing is pushed to it", async () => {
    await page.getByRole("button", { name: /^Remove / }).click();
    await until(async () => (await t.as("bob", "getPushSettings")).subscriptions.length === 0, "no device");
    await expect
      .poll(() => page.getByRole("switch", { name: "Push notifications on this device" }).isChecked())
      .toBe(false);
  });
});
