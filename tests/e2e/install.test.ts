/** The client as an installed program: its manifest and icons, the shell without a network, and newer versions. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "heliogram/ports/clock.ts";
import { freePort } from "../../tools/free-port.ts";
import { startWorld, type TestService } from "../kit/service.ts";
import { buildClient, findChromium, gone, launch, recoverAfterFailures, Screen } from "./browser.ts";

const executable = findChromium();

describe.skipIf(executable === undefined)("the client, installed", () => {
  let browser: Browser;
  let t: TestService;
  let dir: string;
  let screen: Screen;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "heliogram-installed-"));
    cpSync(buildClient(), dir, { recursive: true });
    // The port stays the same when the service is started again.
    const overrides = { web_dir: dir, clock: systemClock(), port: await freePort() };
    t = await startWorld("sqlite", undefined, overrides);
    browser = await launch(executable!);
    screen = await Screen.signIn(browser, t, "alice", { serviceWorkers: "allow" });
    await screen.page.evaluate("navigator.serviceWorker.ready.then(() => true)");
    await screen.page.waitForFunction("navigator.serviceWorker.controller !== null");
  });
  afterAll(async () => {
    await browser.close();
    await t.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  recoverAfterFailures(() => [screen]);

  const chats = () => screen.page.getByRole("navigation", { name: "Chats" }).getByRole("link");
  /** The addresses of everything that the browser keeps. */
  const kept = () =>
    screen.page.evaluate<string[]>(`(async () => {
      const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const requests = await Promise.all(stores.map((store) => store.keys()));
      return requests.flat().map((request) => new URL(request.url).pathname);
    })()`);

  test("the manifest names icons that are what it says they are", async () => {
    const { body } = await t.fetch("/manifest.webmanifest");
    expect(body).toMatchObject({ name: "Heliogram", start_url: "/", display: "standalone" });
    const pictures = body.icons.filter((icon: { type: string }) => icon.type === "image/png");
    expect(pictures.map((icon: { purpose?: string }) => icon.purpose ?? "any")).toContain("maskable");
    for (const { src, sizes } of [...pictures, { src: "/apple-touch-icon.png", sizes: "180x180" }]) {
      const { width, height } = await sharp(readFileSync(join(dir, src))).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
  });

  test("the shell is kept, and no answer of the service", async () => {
    await screen.openChat("Team");
    await screen.write("Hello");
    await screen.message("Hello").waitFor();
    // The language, too, which came before there was anybody to keep it.
    await expect.poll(kept).toContainEqual(expect.stringMatching(/^\/assets\/en-/));
    const paths = await kept();
    expect(paths).toContain("/");
    expect(paths).toContain("/start.js");
    expect(paths.filter((path) => !/^\/(?:assets\/[^/]+|[\w.-]*)$/.test(path))).toEqual([]);
    expect(paths.filter((path) => /^\/(?:api|file|bot|sign-in|chat)/.test(path))).toEqual([]);
  });

  test("what the first screen shows is asked for once, before its script is there", async () => {
    await screen.page.reload();
    await chats().first().waitFor();
    const asked = await screen.page.evaluate<string[]>(`performance.getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith("/api/getProfile") || path.startsWith("/api/listChats") || path.startsWith("/assets/en-"))`);
    // The language is asked for by the script.
    expect(asked).toEqual(["/api/getProfile", "/api/listChats", expect.stringMatching(/^\/assets\/en-/)]);
  });

  test("without a network the shell opens and waits", async () => {
    await screen.page.context().setOffline(true);
    await screen.page.reload();
    await screen.page.getByRole("status", { name: "Connecting…" }).waitFor();
    await screen.page.context().setOffline(false);
    await chats().first().waitFor();
  });

  test("a newer version is offered, and taken at a press", async () => {
    const path = join(dir, "service-worker.js");
    for (const end of [".br", ".gz"]) rmSync(path + end, { force: true });
    writeFileSync(path, readFileSync(path, "utf8").replace(/heliogram-[0-9a-f]{16}/, "heliogram-newer"));
    await t.restart();
    const { page } = screen;
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    const notice = page.getByRole("status").filter({ hasText: "A new version is there." });
    await notice.waitFor();
    expect(await screen.violations()).toEqual([]);
    await Promise.all([page.waitForEvent("load"), notice.getByRole("button", { name: "Reload" }).click()]);
    await chats().first().waitFor();
    await expect.poll(() => page.evaluate("caches.keys()")).toEqual(["heliogram-newer"]);
    await gone(notice);
  });

  test("nothing of it made the console complain but the lost line", () => {
    expect(screen.faults.filter((fault) => !fault.includes("WebSocket connection"))).toEqual([]);
  });
});
