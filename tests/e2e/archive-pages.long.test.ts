/** The pages of an exported chat, opened from a folder: axe finds nothing on them, in both themes and on a phone. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openExport } from "heliogram/cli/admin/export.ts";
import { writeIsoTime as writeDate } from "heliogram/runtime/iso-time.ts";
import { unpacked } from "../export/unpacked.ts";
import { withFile } from "../support/maintenance.ts";
import { drawPicture } from "../support/media.ts";
import { startWorld, type TestService } from "../support/service.ts";
import { pageOverflow } from "./appearance-overflow.ts";
import { findChromium, leaveBrowser, openBrowser, PHONE, Screen } from "./browser.ts";

const executable = findChromium();
const folder = mkdtempSync(join(tmpdir(), "heliogram-archive-"));
/** Without a place to break. */
const LONG = "x".repeat(100);

describe.skipIf(executable === undefined)("the pages of an archive", () => {
  let browser: Browser;
  let t: TestService;
  beforeAll(async () => {
    browser = await openBrowser(executable!);
    t = await startWorld("memory");
    const chat_id = t.id("Team");
    await t.as("alice", "setChatTitle", { chat_id, title: LONG });
    await t.as("alice", "setChatDescription", { chat_id, description: "عن المجموعة" });
    for (const text of [`https://example.org/${LONG}`, "مرحبا بالجميع", "one\ntwo"])
      await t.as("bob", "sendMessage", { chat_id, text });
    await t.as("alice", "sendPhoto", withFile({ chat_id, photo: await drawPicture(900, 600, "#22aa66") }));
    const form = withFile({ chat_id });
    form.set("document", new Blob(["x"]), `${LONG}.txt`);
    await t.as("alice", "sendDocument", form);
    const { db, blobs } = t.service;
    const chunks: Uint8Array[] = [];
    for await (const chunk of await openExport({ db, blobs, writeDate }, { command: "export chat", chat: "team" }))
      chunks.push(chunk);
    for (const [name, bytes] of unpacked(Buffer.concat(chunks))) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
    rmSync(folder, { recursive: true });
  });

  test.each([
    ["light", {}],
    ["dark", {}],
    ["dark", PHONE],
  ] as const)("%s %#", async (colorScheme, size) => {
    const screen = await Screen.open(browser, t.url, { ...size, colorScheme });
    for (const name of ["index", "messages-00001"]) {
      await screen.page.goto(`file://${folder}/${name}.html`);
      expect(await screen.violations()).toEqual([]);
      expect(await pageOverflow(screen.page)).toEqual([0, 0]);
    }
    await screen.close();
  });
});
