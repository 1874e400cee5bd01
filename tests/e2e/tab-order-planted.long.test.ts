/** The check of the tab order finds each kind of fault: each is planted in a page. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium, leaveBrowser, openBrowser, Screen } from "./browser.ts";
import { walkOverlay } from "./tab-order/overlay.ts";
import { installInPage } from "./tab-order/page.ts";
import { walk } from "./tab-order/walk.ts";

const executable = findChromium();

/** A page with a header, a field and a row of buttons, with the fault between them. */
const pageWith = (fault: string, style = "") => `<!doctype html><html lang="en"><style>
    body { font: 16px sans-serif; margin: 20px }
    :focus-visible { outline: 3px solid blue; outline-offset: 1px }
    button { cursor: pointer; display: block; margin: 16px 0 }
    ${style}
  </style><body><button>First</button><input aria-label="Field">${fault}<button>Last</button></body></html>`;

const FAULTS: readonly (readonly [what: string, html: string, fault: string])[] = [
  ["a clickable box", '<div onclick="1">Box</div>', "the keyboard does not reach div “Box”: onclick"],
  [
    "a box that looks clickable",
    '<div style="cursor: pointer">Box</div>',
    "the keyboard does not reach div “Box”: cursor",
  ],
  [
    "an event listener added by a script",
    '<div id="box">Box</div><script>box.addEventListener("click", () => {})</script>',
    "the keyboard does not reach div “Box”: click",
  ],
  [
    "a button outside the tab order",
    '<button tabindex="-1">Out</button>',
    "the keyboard does not reach button “Out”: control cursor",
  ],
  ["a box that no key activates", '<div tabindex="0" onclick="1">Box</div>', "no key activates div “Box”"],
  ["a button without an outline", '<button style="outline: none">Plain</button>', "no visible focus on button “Plain”"],
  [
    "an outline that is cut off",
    '<div style="overflow: hidden; width: 60px"><button style="margin: 0; width: 60px; height: 20px; border: 0">Cut</button></div>',
    "no visible focus on button “Cut”",
  ],
  [
    "a tab order from bottom to top",
    '<div style="display: flex; flex-direction: column-reverse"><button>Below</button><button>Above</button></div>',
    "Tab goes against the reading order, from button “Below” to button “Above”",
  ],
  [
    "a tab order against the line",
    '<div style="display: flex; flex-direction: row-reverse"><button>End</button><button>Start</button></div>',
    "Tab goes against the reading order, from button “End” to button “Start”",
  ],
  [
    "a focus trap",
    '<button id="a">A</button><button onkeydown="if (event.key === `Tab` && !event.shiftKey) { event.preventDefault(); a.focus() }">B</button>',
    "Tab is trapped: it reaches button “A” again",
  ],
];

/** A dialog; `after` is the code that runs after Escape has closed it. */
const dialogWith = (
  after: string,
) => `<button id="open_button" onclick="dialog.hidden = false; field.focus()">Open</button>
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

describe.skipIf(executable === undefined)("the check of the tab order", () => {
  let browser: Browser;
  let screen: Screen;
  let page: Page;
  beforeAll(async () => {
    browser = await openBrowser(executable!);
    screen = await Screen.open(browser, "http://127.0.0.1:9", { reducedMotion: "reduce" });
    ({ page } = screen);
    await installInPage(page);
  });
  afterAll(() => leaveBrowser(browser));

  /** Shows a page. It needs an address, so that the init script runs in it. */
  async function show(html: string): Promise<void> {
    await page.route("**/planted", (route) => route.fulfill({ contentType: "text/html", body: html }));
    await page.goto("/planted");
    await page.unroute("**/planted");
  }

  test("finds nothing on a correct page", async () => {
    await show(pageWith(dialogWith("open_button.focus()")));
    expect(await walk(page)).toEqual([]);
    expect(await walkOverlay(screen, OPENED)).toEqual([]);
  });

  test.each(FAULTS)("finds %s", async (_what, html, fault) => {
    await show(pageWith(html));
    const faults = await walk(page);
    expect(faults.filter((each) => each.startsWith(fault))).toHaveLength(1);
    expect(faults.length).toBeLessThanOrEqual(2);
  });

  test("finds a dialog that does not return the focus", async () => {
    await show(pageWith(dialogWith("document.activeElement.blur()")));
    expect(await walkOverlay(screen, OPENED)).toEqual([
      expect.stringMatching(/^the focus does not return to the opener, but moves to <body>/),
    ]);
  });

  test("finds a dialog that does not take the focus", async () => {
    await show(pageWith(dialogWith("open_button.focus()").replace("field.focus()", "")));
    expect(await walkOverlay(screen, OPENED)).toContain("the focus does not move into the overlay");
  });

  test("finds a dialog that Tab leaves", async () => {
    await show(pageWith(dialogWith("open_button.focus()").replace("event.preventDefault();", "return;")));
    expect(await walkOverlay(screen, OPENED)).toContainEqual(expect.stringMatching(/^Tab leaves/));
  });
});

const OPENED = {
  opener: ({ page }: Screen) => page.locator("#open_button"),
  selector: "[role=dialog]:not([hidden])",
  kind: "dialog",
} as const;
