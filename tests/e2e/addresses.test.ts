/** Addresses that are made to mislead: they neither leave the client after signing in, nor open without a word. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../support/service.ts";
import { findChromium, focused, recoverAfterFailures, Screen, waitUntilGone } from "./browser.ts";
import { startTwoUsers } from "./two-users.ts";

const executable = findChromium();

describe.skipIf(executable === undefined)("an address", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  let bob: Screen;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ browser, t, alice, bob, close } = await startTwoUsers());
  });
  afterAll(() => close());
  recoverAfterFailures(() => [alice, bob]);

  describe("to open after signing in", () => {
    test.each(["http://other.example/", "//other.example/", "/\\other.example/", "/\t/other.example/", "5"])(
      "%j is ignored if it is not a path of the client",
      async (to) => {
        await alice.page.goto(`/sign-in?to=${encodeURIComponent(to)}`);
        await alice.page.getByText("Choose a chat").waitFor();
        expect(new URL(alice.page.url())).toMatchObject({ origin: t.url, pathname: "/", search: "" });
      },
    );

    test("is ignored if it leads to another host, also for those who have to sign in", async () => {
      const guest = await Screen.open(browser, t.url);
      const { page } = guest;
      await page.goto(`/sign-in?to=${encodeURIComponent("http://other.example/")}`);
      await page.getByLabel("User name").fill("bob");
      await page.getByLabel("Password").fill("correct horse battery");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("navigation", { name: "Chats" }).getByRole("link").first().waitFor();
      expect(new URL(page.url()).origin).toBe(t.url);
      expect(guest.errors).toEqual([]);
      await guest.close();
    });

    test("is opened if it is a path of the client", async () => {
      await alice.page.goto("/sign-in?to=/settings");
      await alice.page.getByRole("heading", { name: "Settings" }).waitFor();
    });
  });

  describe("of a link", () => {
    const opened: string[] = [];
    const link = (name: string) => alice.page.getByRole("article").getByRole("link", { name, exact: true });
    const question = () => alice.page.getByRole("alertdialog", { name: "Open this link?" });
    const decline = async () => {
      await question().getByRole("button", { name: "Cancel" }).click();
      await waitUntilGone(question());
    };
    const accept = async () => {
      await question().getByRole("button", { name: "Open the link" }).click();
      await waitUntilGone(question());
    };
    beforeAll(async () => {
      const context = alice.page.context();
      await context.route(/\.example/, (route) => route.fulfill({ body: "another site" }));
      context.on("page", (page) => {
        // Pages of this service are opened, too.
        void page.waitForURL(/\.example/).then(
          () => {
            opened.push(page.url());
            return page.close();
          },
          () => {},
        );
      });
      await alice.openPath("/");
      await alice.openChat("Team");
    });

    test("that shows another one is asked about, by the mouse, its middle button and the keyboard", async () => {
      const text = "https://bank.example";
      const entities = [{ type: "text_link", offset: 0, length: text.length, url: "https://evil.example/login" }];
      await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text, entities });
      await link(text).click();
      await question().getByText("https://evil.example/login").waitFor();
      await question().getByText("names another address than the one that it opens").waitFor();
      expect(await alice.violations()).toEqual([]);
      await decline();
      await focused(link(text));
      await link(text).click({ button: "middle" });
      await question().waitFor();
      await decline();
      await link(text).press("Enter");
      await question().waitFor();
      await decline();
      await link(text).press("Control+Enter");
      await question().waitFor();
      expect(opened).toEqual([]);
      await accept();
      await expect.poll(() => opened.splice(0)).toEqual(["https://evil.example/login"]);
    });

    test("that is the text opens at once", async () => {
      await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "Read https://example.example/page first" });
      await link("https://example.example/page").click();
      await expect.poll(() => opened.splice(0)).toEqual(["https://example.example/page"]);
      expect(await question().count()).toBe(0);
    });

    test("in letters that look like others is asked about", async () => {
      const text = "https://b\u0430nk.example/";
      await t.as("bob", "sendMessage", {
        chat_id: t.id("Team"),
        text,
        entities: [{ type: "url", offset: 0, length: text.length }],
      });
      await link(text).click();
      await question().getByText("look like another one").waitFor();
      await question().getByText("xn--").waitFor();
      await decline();
    });

    test("behind a button is asked about, one of this service is not", async () => {
      const buttons = [
        { text: "https://bank.example", url: "https://evil.example/button" },
        { text: "Our page", url: `${t.url}/settings` },
      ];
      await t.ok("guard_bot", "sendMessage", {
        chat_id: t.id("Team"),
        text: "Choose",
        reply_markup: { inline_keyboard: [buttons] },
      });
      await link("Our page").waitFor();
      await link("https://bank.example").last().click();
      await question().getByText("https://evil.example/button").waitFor();
      await decline();
      const own = alice.page.context().waitForEvent("page");
      await link("Our page").click();
      const page = await own;
      await page.waitForURL("**/settings");
      await page.close();
    });

    test("in a bot's answer is asked about", async () => {
      await t.ok("guard_bot", "sendMessage", {
        chat_id: t.id("Team"),
        text: "Ask",
        reply_markup: { inline_keyboard: [[{ text: "Answer me", callback_data: "x" }]] },
      });
      await alice.page.getByRole("button", { name: "Answer me" }).click();
      let callback_query_id: string | undefined;
      await expect
        .poll(async () => {
          const found = (await t.updates("guard_bot")).find((each) => each.callback_query);
          return (callback_query_id = found?.callback_query.id);
        })
        .toBeTypeOf("string");
      await t.ok("guard_bot", "answerCallbackQuery", { callback_query_id, url: "https://evil.example/answer" });
      await question().getByText("https://evil.example/answer").waitFor();
      await decline();
    });

    test("in a description is asked about", async () => {
      await t.as("alice", "setChatDescription", { chat_id: t.id("Team"), description: "https://b\u0430nk.example/" });
      const panel = await alice.openPanel(t.id("Team"));
      await panel.getByRole("link", { name: "https://b\u0430nk.example/" }).click();
      await question().getByText("xn--").waitFor();
      await decline();
      expect(opened).toEqual([]);
    });
  });

  test("there were no console errors", () => {
    expect([...alice.errors, ...bob.errors]).toEqual([]);
  });
});
