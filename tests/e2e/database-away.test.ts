/** What the page says while the service is without its database, and how it goes on by itself. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { systemClock } from "heliogram/ports/clock.ts";
import { Proxy } from "../kit/proxy.ts";
import { startWorld, type TestService } from "../kit/service.ts";
import { buildClient, findChromium, launch, Screen } from "./browser.ts";

const executable = findChromium();

describe.skipIf(executable === undefined || inject("postgresUrl") === "")("without its database", () => {
  let browser: Browser;
  let proxy: Proxy;
  let t: TestService;
  let alice: Screen;
  beforeAll(async () => {
    proxy = await Proxy.before(inject("postgresUrl"));
    t = await startWorld("postgres", undefined, {
      web_dir: buildClient(),
      clock: systemClock(),
      reach: (address) => proxy.through(address),
    });
    browser = await launch(executable!);
    alice = await Screen.signIn(browser, t, "alice");
  });
  afterAll(async () => {
    await browser.close();
    await t.stop();
    await proxy.close();
  });

  test("the service says so, and what was written and asked for comes when it is back", async () => {
    const { page } = alice;
    await page.goto(`/chat/${t.id("Team")}`);
    await alice.write("Before");
    await alice.sent("Before").waitFor();
    proxy.refuse();
    await alice.write("Meanwhile");
    await page.getByText(/^The service asks to wait\. Sent in \d seconds?$/).waitFor();
    await page.keyboard.press("Control+K");
    await page.getByRole("combobox").fill("dave");
    await page.getByText("The service has a problem. Try again in a moment.").first().waitFor();
    await page.keyboard.press("Escape");
    proxy.restore();
    await alice.sent("Meanwhile").waitFor();
    await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "All is well" });
    await alice.message(/All is well/).waitFor();
    expect(await page.getByText("Meanwhile", { exact: true }).count()).toBeGreaterThan(0);
    proxy.refuse();
    await page.goto(`/chat/${t.id("News")}`);
    proxy.restore();
    await page.getByRole("heading", { level: 1, name: "News" }).waitFor();
  });
});
