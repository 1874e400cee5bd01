/** On connections that are slow or stall, the page says so, and messages arrive once and in order. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Json, TestService } from "../support/service.ts";
import { SilentProxy } from "./silent-proxy.ts";
import {
  findChromium,
  leaveBrowser,
  openBrowser,
  recoverAfterFailures,
  Screen,
  startWithClient,
  waitUntilGone,
} from "./browser.ts";

const executable = findChromium();
/** Longer than a socket may be silent, and than the timeout of all calls without a file. */
const SILENCE_MS = 61_000;
/** Longer than an upload may stall. */
const STALL_MS = 121_000;
/** More than the network buffers hold. */
const LARGE = 24 * 1024 * 1024;

describe.skipIf(executable === undefined)("a connection", () => {
  let browser: Browser;
  let t: TestService;
  let proxy: SilentProxy;
  let alice: Screen;
  let bob: Screen;
  let team: number;
  let dir: string;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "heliogram-slow-"));
    t = await startWithClient();
    team = t.id("Team");
    proxy = await SilentProxy.start(t.url);
    browser = await openBrowser(executable!);
    alice = await Screen.signIn(browser, t, "alice", { baseURL: proxy.url });
    bob = await Screen.signIn(browser, t, "bob");
    await bob.openChat("Team");
    await alice.page.clock.install();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await proxy.stop();
    await t.stop();
    rmSync(dir, { recursive: true });
  });
  beforeEach(async () => {
    await alice.page.goto(`/chat/${team}`);
    await alice.field.waitFor();
    await waitUntilGone(connecting());
  });
  recoverAfterFailures(() => [alice]);
  afterEach(({ task }) => {
    if (task.result?.state === "fail") proxy.resume();
  });

  const connecting = () => alice.page.getByRole("status").filter({ hasText: "Connecting…" });
  const waits = () => alice.page.getByText("Waiting for the connection");
  const send = async (name: string, bytes: number) => {
    // By its path: bytes would go through the connection to the browser, as text.
    const path = join(dir, name);
    writeFileSync(path, Buffer.alloc(bytes, 7));
    await alice.pick(path);
    await alice.page.getByRole("button", { name: "Send 1 file" }).click();
    await alice.message(new RegExp(`You, ${RegExp.escape(name)}.*sending`)).waitFor();
  };
  /** Restores the connection, and skips the client's growing pause before it reconnects. */
  const comeBack = async () => {
    proxy.resume();
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
    ["takes requests and returns no response", "requests"],
    ["takes no data", "nothing"],
  ] as const)("that %s is closed, and messages written meanwhile arrive once and in order", async (how, forwarding) => {
    const { page } = alice;
    await alice.write(`Before, ${how}`);
    await alice.sent(`Before, ${how}`).waitFor();
    proxy.stall(forwarding);
    await alice.write(`First, ${how}`);
    await alice.write(`Second, ${how}`);
    await alice.message(new RegExp(`^You, First, ${how}.*sending`)).waitFor();
    await alice.message(new RegExp(`^You, Second, ${how}.*sending`)).waitFor();
    await page.clock.fastForward(11_000);
    await page.getByText("The service has not answered yet").waitFor();
    expect(await page.getByText("The service has not answered yet").count()).toBe(1);
    // It has not been silent for long enough.
    expect(await connecting().count()).toBe(0);
    await page.clock.fastForward(SILENCE_MS);
    await connecting().waitFor();
    await page.getByRole("link", { name: "Team connecting…" }).waitFor();
    await page.clock.fastForward(4000);
    await expect.poll(() => waits().count()).toBe(2);
    expect(await alice.violations()).toEqual([]);
    await comeBack();
    await alice.sent(`Second, ${how}`).waitFor();
    await waitUntilGone(waits());
    await bob.message(`Alice, Second, ${how}`).waitFor();
    const texts = (await lastSaid(3)).map(({ text }) => text);
    expect(texts).toEqual(["Before", "First", "Second"].map((each) => `${each}, ${how}`));
  });

  test("on which an upload stalls is closed", async () => {
    const { page } = alice;
    proxy.stall("nothing");
    let uploads = 0;
    page.on("request", (request) => void (request.url().endsWith("/api/sendDocument") && uploads++));
    await send("plan.pdf", LARGE);
    // The upload goes on until the buffers of the network are full.
    await expect
      .poll(async () => {
        await page.clock.fastForward(STALL_MS);
        return uploads;
      })
      .toBeGreaterThan(1);
    await connecting().waitFor();
    await comeBack();
    await bob.message("Alice, plan.pdf").waitFor();
    await alice.write("And that is it");
    await bob.message("Alice, And that is it").waitFor();
    const [before, file, after] = await lastSaid(3);
    expect([before.document, file.document.file_size, after.text]).toEqual([undefined, LARGE, "And that is it"]);
  });

  test("that is slow shows the progress of a file, which can be cancelled and sent again", async () => {
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
    await waitUntilGone(page.getByText("Not sent"));
    const said = await lastSaid(3);
    expect(said.map(({ text, document }) => text ?? document.file_size)).toEqual([
      "Behind the file",
      "And behind that",
      5_000_000,
    ]);
    await line.detach();
  });

  test("there were no console errors except about the lost connection", () => {
    const faults = [...alice.errors, ...bob.errors];
    expect(faults.filter((fault) => !fault.includes("WebSocket connection"))).toEqual([]);
  });
});
