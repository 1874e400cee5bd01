/** Messages that were not sent when the page was closed: they return with their files and are sent. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../support/service.ts";
import { findChromium, type Screen } from "./browser.ts";
import { startTwoUsers } from "./two-users.ts";

const executable = findChromium();

describe.skipIf(executable === undefined)("unsent messages", () => {
  let t: TestService;
  let alice: Screen;
  let bob: Screen;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ t, alice, bob, close } = await startTwoUsers({ chat: "Team" }));
  });
  afterAll(() => close());

  /** Alice sends a file of this size. The upload is held back before it reaches the service. */
  async function beginToSend(bytes: number): Promise<void> {
    const { page } = alice;
    const reached = new Promise<void>((resolve) => {
      void page.route("**/api/sendDocument", () => resolve());
    });
    await alice.pick({ name: "plan.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(bytes, 7) });
    await page.getByRole("button", { name: "Send 1 file" }).click();
    await reached;
  }

  test("survive closing the page, and arrive once and in order", async () => {
    const { page } = alice;
    await beginToSend(200_000);
    await alice.write("and this after it");
    await alice.message(/You, and this after it.*sending/).waitFor();
    await expect.poll(() => page.evaluate(countKeptFiles)).toBe(1);
    await page.unroute("**/api/sendDocument");
    await page.reload();
    await bob.message("Alice, and this after it").waitFor();
    const { messages } = await t.as("bob", "getHistory", { chat_id: t.id("Team"), limit: 3 });
    expect(messages.slice(-2)).toMatchObject([
      { document: { file_name: "plan.pdf", file_size: 200_000 } },
      { text: "and this after it" },
    ]);
    expect(messages.filter((each: { document?: object }) => each.document)).toHaveLength(1);
    await expect.poll(() => page.evaluate(countKeptFiles)).toBe(0);
  });

  test("are deleted on signing out", async () => {
    const { page } = alice;
    await beginToSend(1000);
    await expect.poll(() => page.evaluate(countKeptFiles)).toBe(1);
    await alice.choose("Sign out");
    await page.getByRole("heading", { name: "Welcome back" }).waitFor();
    await expect.poll(() => page.evaluate(countKeptFiles)).toBe(0);
    expect([...alice.errors, ...bob.errors]).toEqual([]);
  });
});

/** In the page: the number of messages whose files the browser has stored. This must not create the database. */
async function countKeptFiles(): Promise<number> {
  const all = await indexedDB.databases();
  if (!all.some(({ name }) => name === "heliogram")) return 0;
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("heliogram");
    opening.addEventListener("error", reject);
    opening.addEventListener("success", () => {
      const { result: database } = opening;
      const counting = database.transaction("files").objectStore("files").count();
      counting.addEventListener("success", () => {
        database.close();
        resolve(counting.result);
      });
    });
  });
}
