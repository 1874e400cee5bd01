/** Rich messages in a browser: their blocks are shown, and lists and tables that a person types become rich. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import { drawPicture } from "../support/media.ts";
import type { Json, TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import {
  findChromium,
  hasValue,
  leaveBrowser,
  openBrowser,
  recoverAfterFailures,
  Screen,
  startWithClient,
  waitUntilGone,
} from "./browser.ts";

const chromium = findChromium();
const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true };

const REPORT = `# Report

For ==all== of \`you\` and $x^2$:

1. one
   - [x] two

> quoted

\`\`\`js
const answer = 42; // all
\`\`\`

| Name | ${"Column | ".repeat(12)}
|---|${"---|".repeat(12)}
| Eve | ${"some longer words | ".repeat(12)}

<details><summary>More</summary>

hidden at first

</details>`;

const ATTACHED = `<h2>Attached</h2>
<p>Press <tg-button type="callback_data" data="deploy" style="danger">Deploy</tg-button> or
<tg-button type="callback_data" data="help" style="link">ask for help</tg-button>.</p>
<figure><img src="tg://photo?id=a"/><figcaption>The plan<cite>Ada</cite></figcaption></figure>
<tg-collage><img src="tg://photo?id=a"/><img src="tg://photo?id=a"/><img src="tg://photo?id=a"/></tg-collage>
<figure><tg-map lat="48.2" long="16.37" zoom="15"/><figcaption>Where it is</figcaption></figure>
<tg-button-row align="center"><tg-button type="url" url="https://a.example/" style="primary">Read</tg-button>
<tg-button type="disabled">Later</tg-button></tg-button-row>`;

describe.skipIf(chromium === undefined)("rich messages in the client", () => {
  let t: TestService;
  let phone: Screen;
  let desk: Screen;
  let team: number;
  let close: () => Promise<void>;
  beforeAll(async () => {
    t = await startWithClient();
    team = t.id("Team");
    const browser = await openBrowser(chromium!);
    close = async () => {
      await leaveBrowser(browser);
      await t.stop();
    };
    phone = await Screen.signIn(browser, t, "alice", PHONE);
    desk = await phone.again(browser, t, {});
    await phone.openChat("Team");
    await desk.openChat("Team");
  });
  afterAll(() => close());
  recoverAfterFailures(() => [phone, desk]);

  const newest = async () => (await t.as("alice", "getHistory", { chat_id: team, limit: 1 })).messages[0];

  test("blocks are what they mean, in light and dark, and a wide table scrolls within the message", async () => {
    await t.ok("guard_bot", "sendRichMessage", { chat_id: team, rich_message: { markdown: REPORT } });
    const message = phone.message(/Report/);
    await message.getByRole("heading", { name: "Report", level: 3 }).waitFor();
    expect(await message.getByRole("listitem").count()).toBe(2);
    await message.getByRole("img", { name: "Done" }).waitFor();
    expect(await message.getByRole("blockquote").innerText()).toBe("quoted");
    await message.getByText("const", { exact: true }).waitFor();
    await message.locator("math").waitFor();
    const region = message.getByRole("region", { name: "Table" });
    await region.waitFor();
    const bubble = (await message.locator("[data-bubble]").boundingBox())!;
    expect((await region.boundingBox())!.width).toBeLessThanOrEqual(bubble.width);
    expect(bubble.x + bubble.width).toBeLessThanOrEqual(390);
    const schemes = ["light", "dark"] as const;
    for (const colorScheme of LONG_RUN ? schemes : schemes.slice(0, 1)) {
      await phone.page.emulateMedia({ colorScheme });
      expect(await phone.violations()).toEqual([]);
    }
    await phone.page.emulateMedia({ colorScheme: "light" });
    const more = message.getByText("hidden at first");
    expect(await more.isVisible()).toBe(false);
    await message.getByText("More", { exact: true }).click();
    await more.waitFor();
  });

  test("a streamed draft has its blocks while it grows, and becomes the message", async () => {
    const show = (markdown: string) =>
      t.ok("guard_bot", "sendRichMessageDraft", { chat_id: team, draft_id: 1, rich_message: { markdown } });
    const drafts = phone.page.getByRole("article", { name: /writing/ });
    await show("# Plan\n\n<tg-thinking>On it</tg-thinking>");
    await drafts.getByRole("heading", { name: "Plan" }).waitFor();
    await show("# Plan\n\n- first");
    await drafts.getByRole("listitem").waitFor();
    await t.ok("guard_bot", "sendRichMessage", {
      chat_id: team,
      rich_message: { markdown: "# Plan\n\n- first\n- last" },
    });
    await phone.message(/Plan/).getByText("last").waitFor();
    await waitUntilGone(drafts);
  });

  test("maps, buttons and files are those of other messages; a picture opens in the viewer", async () => {
    const form = new FormData();
    form.set("chat_id", String(team));
    form.set(
      "rich_message",
      JSON.stringify({ html: ATTACHED, media: [{ id: "a", media: { type: "photo", media: "attach://a" } }] }),
    );
    form.set("a", new Blob([new Uint8Array(await drawPicture(600, 400, "#2d6a4f"))]), "a.png");
    const { body } = await t.bot("guard_bot", "sendRichMessage", form);
    const message = phone.message(/Attached/);
    await message.getByRole("link", { name: /OpenStreetMap/ }).waitFor();
    await message.getByText("Where it is").waitFor();
    await t.updates("guard_bot");
    await message.getByRole("button", { name: "Deploy", exact: true }).click();
    const [{ callback_query }] = (await t.ok("guard_bot", "getUpdates", { timeout: 20 })) as [Json];
    expect(callback_query).toMatchObject({ data: "deploy", message: { message_id: body.result.message_id } });
    await t.ok("guard_bot", "answerCallbackQuery", { callback_query_id: callback_query.id, text: "On its way" });
    await phone.page.getByText("On its way").waitFor();
    expect(await message.getByRole("button", { name: "Later" }).getAttribute("aria-disabled")).toBe("true");
    await message.getByRole("button", { name: "Photo" }).first().waitFor();
    expect(await phone.violations()).toEqual([]);
    await message.getByRole("button", { name: "Photo" }).first().click();
    const viewer = phone.page.getByRole("dialog");
    await viewer.getByText("The plan").waitFor();
    await phone.page.keyboard.press("Escape");
    await waitUntilGone(viewer);
  });

  test("a message from right to left", async () => {
    const rich_message = { markdown: "# عنوان\n\n- بند", is_rtl: true };
    await t.ok("guard_bot", "sendRichMessage", { chat_id: team, rich_message });
    const words = phone.message(/عنوان/).locator("[data-words]");
    await words.getByRole("heading").waitFor();
    expect(await words.getAttribute("dir")).toBe("rtl");
  });

  test("a typed list becomes rich; its edit shows what was typed, and saves it as such", async () => {
    await desk.write("- [ ] milk\n- [ ] tea");
    await desk.message(/milk/).getByRole("img", { name: "To do" }).first().waitFor();
    expect((await newest()).rich_source).toBe("- [ ] milk\n- [ ] tea");
    await desk.field.press("ArrowUp");
    await hasValue(desk.field, "- [ ] milk\n- [ ] tea");
    await desk.field.fill("- [x] milk\n- [ ] tea");
    await desk.field.press("Enter");
    await desk.message(/milk/).getByRole("img", { name: "Done" }).waitFor();
    await desk.field.press("ArrowUp");
    await desk.field.fill("no list any more");
    await desk.field.press("Enter");
    await until(async () => (await newest()).text === "no list any more", "the plain text");
    expect(await newest()).not.toHaveProperty("rich_message");
    await desk.write("1. one\n2. two");
    await desk.message(/one/).getByRole("listitem").first().waitFor();
    await desk.field.press("Control+z");
    await hasValue(desk.field, "1. one\n2. two");
    await desk.field.press("Enter");
    await until(async () => !(await newest()).rich_message, "the list as a text");
  });
});
