/** The walk finds what is wrong: faults are planted in a page, each of a kind that it is there for. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium, launch, Screen } from "./browser.ts";
import { through } from "./reach/overlay.ts";
import { watch } from "./reach/page.ts";
import { walk } from "./reach/walk.ts";

const executable = findChromium();

/** A page with a head, a field and a row of buttons; a fault goes in the middle of it. */
const pageWith = (fault: string, style = "") => `<!doctype html><html lang="en"><style>
    body { font: 16px sans-serif; margin: 20px }
    :focus-visible { outline: 3px solid blue; outline-offset: 1px }
    button { cursor: pointer; display: block; margin: 16px 0 }
    ${style}
  </style><body><button>First</button><input aria-label="Field">${fault}<button>Last</button></body></html>`;

const FAULTS: readonly (readonly [what: string, html: string, fault: string])[] = [
  ["a clickable box", '<div onclick="1">Box</div>', "no key comes to div “Box”: onclick"],
  ["a box that looks clickable", '<div style="cursor: pointer">Box</div>', "no key comes to div “Box”: cursor"],
  [
    "a listener of a script's own",
    '<div id="box">Box</div><script>box.addEventListener("click", () => {})</script>',
    "no key comes to div “Box”: click",
  ],
  ["a button out of the order", '<button tabindex="-1">Out</button>', "no key comes to button “Out”: control cursor"],
  ["a box that no key presses", '<div tabindex="0" onclick="1">Box</div>', "no key does anything with div “Box”"],
  [
    "a button without an outline",
    '<button style="outline: none">Plain</button>',
    "nothing shows that the keyboard is on button “Plain”",
  ],
  [
    "an outline that is cut off",
    '<div style="overflow: hidden; width: 60px"><button style="margin: 0; width: 60px; height: 20px; border: 0">Cut</button></div>',
    "nothing shows that the keyboard is on button “Cut”",
  ],
  [
    "an order that goes up",
    '<div style="display: flex; flex-direction: column-reverse"><button>Below</button><button>Above</button></div>',
    "Tab goes back in reading, from button “Below” to button “Above”",
  ],
  [
    "an order that goes back in a line",
    '<div style="display: flex; flex-direction: row-reverse"><button>End</button><button>Start</button></div>',
    "Tab goes back in reading, from button “End” to button “Start”",
  ],
  [
    "a trap",
    '<button id="a">A</button><button onkeydown="if (event.key === `Tab` && !event.shiftKey) { event.preventDefault(); a.focus() }">B</button>',
    "Tab is trapped: it comes to button “A” again",
  ],
];

/** A dialog; `after` is what happens when Escape has closed it. */
const dialogWith = (after: string) => `<button id="way_in" onclick="dialog.hidden = false; field.focus()">Open</button>
  <div id="dialog" role="dialog" hidden><input id="field" aria-label="Within"><button id="end">Close</button></div>
  <script>
    addEventListener("keydown", (event) => {
      if (dialog.hidden) return;
      if (event.key === "Tab") {
        event.preventDefault();
        (document.activeElement === field ? end : field).focus();
      } else if (event.key === "Escape") {
        dialog.hidden = true;
        ${after};
      }
    });
  </script>`;

describe.skipIf(executable === undefined)("the walk", () => {
  let browser: Browser;
  let screen: Screen;
  let page: Page;
  beforeAll(async () => {
    browser = await launch(executable!);
    screen = await Screen.open(browser, "http://127.0.0.1:9", { reducedMotion: "reduce" });
    ({ page } = screen);
    await watch(page);
  });
  afterAll(() => browser.close());

  /** Shows a page; its address has to be one of its own, for the script that watches to be there. */
  async function show(html: string): Promise<void> {
    await page.route("**/planted", (route) => route.fulfill({ contentType: "text/html", body: html }));
    await page.goto("/planted");
    await page.unroute("**/planted");
  }

  test("finds nothing where nothing is wrong", async () => {
    await show(pageWith(dialogWith("way_in.focus()")));
    expect(await walk(page)).toEqual([]);
    expect(await through(screen, OPENED)).toEqual([]);
  });

  test.each(FAULTS)("finds %s", async (_what, html, fault) => {
    await show(pageWith(html));
    const faults = await walk(page);
    expect(faults.filter((each) => each.startsWith(fault))).toHaveLength(1);
    expect(faults.length).toBeLessThanOrEqual(2);
  });

  test("finds a dialog that does not give the keyboard back", async () => {
    await show(pageWith(dialogWith("document.activeElement.blur()")));
    expect(await through(screen, OPENED)).toEqual([
      expect.stringMatching(/^the keyboard does not go back, but to <body>/),
    ]);
  });

  test("finds a dialog that does not take the keyboard", async () => {
    await show(pageWith(dialogWith("way_in.focus()").replace("field.focus()", "")));
    expect(await through(screen, OPENED)).toContain("the keyboard does not go in");
  });

  test("finds a dialog that Tab leaves", async () => {
    await show(pageWith(dialogWith("way_in.focus()").replace("event.preventDefault();", "return;")));
    expect(await through(screen, OPENED)).toContainEqual(expect.stringMatching(/^Tab leaves/));
  });
});

const OPENED = {
  opener: ({ page }: Screen) => page.locator("#way_in"),
  shows: "[role=dialog]:not([hidden])",
  kind: "dialog",
} as const;
