/** On lines that are slow or fall silent: the page says so, and what is sent arrives once and in order. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Json, TestService } from "../kit/service.ts";
import { Between } from "./between.ts";
import { findChromium, gone, launch, recoverAfterFailures, Screen, startWithClient } from "./browser.ts";

const executable = findChromium();
/** Longer than a line may be silent, and than any call but that with a file waits. */
const SILENCE_MS = 61_000;
/** Longer than an upload may stand still. */
const STALL_MS = 121_000;
/** More than the buffers on the way hold. */
const LARGE = 24 * 1024 * 1024;

describe.skipIf(executable === undefined)("a line", () => {
  let browser: Browser;
  let t: TestService;
  let between: Between;
  let alice: Screen;
  let bob: Screen;
  let team: number;
  beforeAll(async () => {
    t = await startWithClient();
    team = t.id("Team");
    between = await Between.start(t.url);
    browser = await launch(executable!);
    alice = await Screen.signIn(browser, t, "alice", { baseURL: between.url });
    bob = await Screen.signIn(browser, t, "bob");
    await bob.openChat("Team");
    await alice.page.clock.install();
  });
  afterAll(async () => {
    await browser.close();
    await between.stop();
    await t.stop();
  });
  beforeEach(async () => {
    await alice.page.goto(`/chat/${team}`);
    await alice.field.waitFor();
    await gone(connecting());
  });
  recoverAfterFailures(() => [alice]);

  const connecting = () => alice.page.getByRole("status").filter({ hasText: "Connecting…" });
  const waits = () => alice.page.getByText("Waiting for the connection");
  const send = async (name: string, bytes: number) => {
    await alice.pick({ name, mimeType: "application/pdf", buffer: Buffer.alloc(bytes, 7) });
    await alice.page.getByRole("button", { name: "Send 1 file" }).click();
    await alice.message(new RegExp(`You, ${RegExp.escape(name)}.*sending`)).waitFor();
  };
  /** The line is there again; the page, which waits longer and longer, need not. */
  const comeBack = async () => {
    between.come();
    await expect
      .poll(async () => {
        await alice.page.clock.fastForward(20_000);
        return connecting().count();
      })
      .toBe(0);
  };
  const lastSaid = async (count: number): Promise<Json[]> =>
    (await t.as("bob", "getHistory", { chat_id: team, limit: count })).messages;

  test.each([
    ["takes everything and answers nothing", "questions"],
    ["takes nothing", "nothing"],
  ] as const)("that %s is told dead, and what was written meanwhile arrives once and in order", async (how, lets) => {
    const { page } = alice;
    await alice.write(`Before, ${how}`);
    await alice.sent(`Before, ${how}`).waitFor();
    between.fallSilent(lets);
    await alice.write(`First, ${how}`);
    await alice.write(`Second, ${how}`);
    await alice.message(new RegExp(`^You, First, ${how}.*sending`)).waitFor();
    await alice.message(new RegExp(`^You, Second, ${how}.*sending`)).waitFor();
    await page.clock.fastForward(11_000);
    await page.getByText("The service has not answered yet").waitFor();
    expect(await page.getByText("The service has not answered yet").count()).toBe(1);
    // It has not been silent for long.
    expect(await connecting().count()).toBe(0);
    await page.clock.fastForward(SILENCE_MS);
    await connecting().waitFor();
    await page.getByRole("link", { name: "Team connecting…" }).waitFor();
    await page.clock.fastForward(4000);
    await expect.poll(() => waits().count()).toBe(2);
    expect(await alice.violations()).toEqual([]);
    await comeBack();
    await alice.sent(`Second, ${how}`).waitFor();
    await gone(waits());
    await bob.message(`Alice, Second, ${how}`).waitFor();
    const texts = (await lastSaid(3)).map(({ text }) => text);
    expect(texts).toEqual(["Before", "First", "Second"].map((each) => `${each}, ${how}`));
  });

  test("on which an upload stands still is not waited for without end", async () => {
    const { page } = alice;
    between.fallSilent("nothing");
    await send("plan.pdf", LARGE);
    const again = page.waitForRequest("**/api/sendDocument");
    await page.clock.fastForward(STALL_MS);
    await connecting().waitFor();
    await again;
    await comeBack();
    await bob.message("Alice, plan.pdf").waitFor();
    await alice.write("And that is it");
    await bob.message("Alice, And that is it").waitFor();
    const [before, file, after] = await lastSaid(3);
    expect([before.document, file.document.file_size, after.text]).toEqual([undefined, LARGE, "And that is it"]);
  });

  test("that is slow shows how far a file is, which can be called off and sent again", async () => {
    const { page } = alice;
    const line = await page.context().newCDPSession(page);
    const throttle = (bytes_per_s: number, latency: number) =>
      line.send("Network.emulateNetworkConditions", {
        offline: false,
        latency,
        downloadThroughput: bytes_per_s,
        uploadThroughput: bytes_per_s,
      });
    await throttle(100_000, 200);
    await send("slow.pdf", 5_000_000);
    const share = async () =>
      Number(await page.getByRole("progressbar", { name: "Upload" }).getAttribute("aria-valuenow"));
    await expect.poll(share).toBeGreaterThan(0);
    expect(await share()).toBeLessThan(100);
    for (const text of ["Behind the file", "And behind that"]) await alice.write(text);
    await alice.message(/^You, And behind that.*sending/).waitFor();
    await page.getByRole("button", { name: "Cancel the upload" }).click();
    await page.getByText("Not sent: you cancelled it").waitFor();
    await bob.message("Alice, And behind that").waitFor();
    await throttle(-1, 0);
    await page.getByRole("button", { name: "Try again" }).click();
    await bob.message("Alice, slow.pdf").waitFor();
    await gone(page.getByText("Not sent"));
    const said = await lastSaid(3);
    expect(said.map(({ text, document }) => text ?? document.file_size)).toEqual([
      "Behind the file",
      "And behind that",
      5_000_000,
    ]);
    await line.detach();
  });

  test("nothing of it made the console complain but the lost line", () => {
    const faults = [...alice.faults, ...bob.faults];
    expect(faults.filter((fault) => !fault.includes("WebSocket connection"))).toEqual([]);
  });
});
