/** The delivery states of one's own messages (waiting, sent, delivered, read), and chat actions of others. */
import type { Browser, Locator, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../support/service.ts";
import { findChromium, leaveBrowser, openBrowser, recoverAfterFailures, Screen, startWithClient } from "./browser.ts";

const executable = findChromium();

const ACTIONS = [
  ["typing", "is writing…"],
  ["upload_photo", "is sending a photo…"],
  ["record_video", "is recording a video…"],
  ["upload_video", "is sending a video…"],
  ["record_voice", "is recording a voice message…"],
  ["upload_voice", "is sending a voice message…"],
  ["upload_document", "is sending a file…"],
  ["choose_sticker", "is choosing a sticker…"],
  ["find_location", "is looking for a place…"],
] as const;

describe.skipIf(executable === undefined)("delivery states", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  let bob: Screen | undefined;
  beforeAll(async () => {
    t = await startWithClient();
    await t.as("alice", "openChat", { user_id: t.id("bob") });
    browser = await openBrowser(executable!);
    alice = await Screen.signIn(browser, t, "alice");
    await alice.openChat("Bob");
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });
  recoverAfterFailures(() => (bob ? [alice, bob] : [alice]));

  const tick = (words: string, state: string): Locator =>
    alice.message(`You, ${words}`).getByRole("img", { name: state, exact: true });
  const listed = (chat: string, state: string): Locator =>
    alice.page
      .getByRole("navigation", { name: "Chats" })
      .getByRole("link")
      .filter({ has: alice.page.getByText(chat, { exact: true }) })
      .getByRole("img", { name: state, exact: true });

  test("waiting shows a clock; while the other user is away, the message is sent but not delivered", async () => {
    let send = () => {};
    await alice.page.route("**/api/sendMessage", (route) => void (send = () => void route.continue()));
    const asked = alice.page.waitForRequest("**/api/sendMessage");
    await alice.write("Are you there?");
    await asked;
    await tick("Are you there?", "Sending").waitFor();
    send();
    await tick("Are you there?", "Sent").waitFor();
    await listed("Bob", "Sent").waitFor();
    await alice.page.unroute("**/api/sendMessage");
  });

  test("it is delivered once the other user's list has loaded, although the chat is not open", async () => {
    bob = await Screen.signIn(browser, t, "bob");
    await tick("Are you there?", "Delivered").waitFor();
    await listed("Bob", "Delivered").waitFor();
    await bob.page.getByRole("link", { name: /^Alice .*Are you there\?.*1 unread message$/ }).waitFor();
    expect(await alice.violations()).toEqual([]);
    await alice.page.reload();
    await tick("Are you there?", "Delivered").waitFor();
  });

  test("it is read once the chat is opened, and stays read", async () => {
    await bob!.openChat("Alice");
    await tick("Are you there?", "Read").waitFor();
    await listed("Bob", "Read").waitFor();
    await alice.page.reload();
    await tick("Are you there?", "Read").waitFor();
  });

  test("a message to a user in another chat is delivered; in a group it is sent until it is read", async () => {
    await bob!.openChat("News");
    await alice.openChat("Team");
    await alice.write("To all");
    await tick("To all", "Sent").waitFor();
    await alice.openChat("Bob");
    await alice.write("To you alone");
    await tick("To you alone", "Delivered").waitFor();
    await listed("Team", "Sent").waitFor();
    await bob!.openChat("Team");
    await listed("Team", "Read").waitFor();
  });

  test("a message to a bot is delivered once the bot has confirmed it", async () => {
    await t.updates("echo_bot");
    await alice.openChat("Echo");
    await alice.write("To a bot");
    await tick("To a bot", "Sent").waitFor();
    const [update] = await t.ok("echo_bot", "getUpdates", {});
    expect(await tick("To a bot", "Sent").count()).toBe(1);
    await t.ok("echo_bot", "getUpdates", { offset: update.update_id + 1 });
    await tick("To a bot", "Delivered").waitFor();
    await listed("Echo", "Delivered").waitFor();
  });

  test.each(["light", "dark"] as const)(
    "the ticks have enough contrast, and differ in more than their colour: %s",
    async (colorScheme) => {
      await alice.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await alice.openChat("Bob");
      await alice.settle();
      const [delivered, read] = [tick("To you alone", "Delivered"), tick("Are you there?", "Read")];
      for (const each of [delivered, read, listed("Bob", "Delivered"), listed("Team", "Read")])
        expect(await contrast(each)).toBeGreaterThan(3);
      const strokes = await Promise.all([delivered, read].map((each) => each.getAttribute("stroke-width")));
      expect(Number(strokes[1])).toBeGreaterThan(Number(strokes[0]));
    },
  );

  test("a chat action of the other user is shown in words until it ends", async () => {
    const chat_id = t.id("alice");
    const head = alice.page.getByTitle("About this chat");
    for (const [action, words] of ACTIONS) {
      await t.as("bob", "setTyping", { chat_id, action });
      await head.getByText(words, { exact: true }).waitFor();
    }
    await t.as("bob", "setTyping", { chat_id, action: "cancel" });
    await head.getByText("@bob", { exact: true }).waitFor();
    await bob!.page.goto(`/chat/${chat_id}`);
    await bob!.field.fill("Hm");
    await head.getByText("is writing…", { exact: true }).waitFor();
    // The request for the text above may be reported after the page of the other user has changed.
    const isEnd = (each: Request) => each.url().endsWith("/setTyping") && "action" in each.postDataJSON();
    const told = bob!.page.waitForRequest(isEnd);
    await bob!.field.fill("");
    expect((await told).postDataJSON()).toEqual({ chat_id, action: "cancel" });
    await head.getByText("@bob", { exact: true }).waitFor();
  });

  test("there were no console errors", () => {
    expect([...alice.errors, ...bob!.errors]).toEqual([]);
  });
});

/** The contrast between an icon and its background. */
function contrast(mark: Locator): Promise<number> {
  return mark.evaluate((element) => {
    const { ownerDocument: page } = element;
    const paint = page.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
    const light = (color: string) => {
      paint.fillStyle = color;
      paint.fillRect(0, 0, 1, 1);
      const [red, green, blue] = [...paint.getImageData(0, 0, 1, 1).data].map((each) => {
        const share = each / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
    };
    const look = (each: typeof element) => page.defaultView!.getComputedStyle(each);
    let behind = element;
    while (look(behind).backgroundColor === "rgba(0, 0, 0, 0)") behind = behind.parentElement!;
    const [one, other] = [light(look(element).color), light(look(behind).backgroundColor)];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  });
}
