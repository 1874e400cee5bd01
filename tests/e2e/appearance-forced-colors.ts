/**
 * What forced colours hide: backgrounds and shadows are gone, so a control needs words, a picture or an edge, and what is
 * chosen must differ from what is not by more than its background.
 */
import type { Page } from "playwright-core";

/** What `noteChoices` leaves in the page: what is chosen, and a neighbour that is not. */
interface NotedChoices {
  choices: [chosen: HTMLElement, other: HTMLElement][];
}

/** The faults of the page, which is shown in forced colours meanwhile. */
export async function forcedColourFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(noteChoices);
  await page.emulateMedia({ forcedColors: "active" });
  const faults = [...(await page.evaluate(invisibleControls)), ...(await page.evaluate(hiddenChoices))];
  await page.emulateMedia({ forcedColors: "none" });
  return faults;
}

/** In the page: controls of which nothing is left. */
function invisibleControls(): string[] {
  const controls = document.querySelectorAll<HTMLElement>(
    "button, a[href], input, select, textarea, [role=switch], [role=radio], [role=checkbox], [role=option], [role=menuitem]",
  );
  const hasEdge = (element: Element): boolean => {
    const style = getComputedStyle(element);
    const borders = [style.borderTopWidth, style.borderBottomWidth, style.borderLeftWidth, style.borderRightWidth];
    const hasOutline = style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > 0;
    return hasOutline || style.forcedColorAdjust === "none" || borders.some((width) => Number.parseFloat(width) > 0);
  };
  const isVisible = (element: HTMLElement): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const shows = (element: HTMLElement): boolean => {
    if (hasEdge(element) || element.querySelector("svg, img, video, canvas, math")) return true;
    // Native controls draw themselves.
    if (element.matches("input:not([type=hidden]), select, textarea")) return true;
    return element.innerText.trim() !== "" || [...element.querySelectorAll("*")].some(hasEdge);
  };
  return [...controls]
    .filter((each) => isVisible(each) && !shows(each))
    .map((each) => `nothing is left of ${each.outerHTML.slice(0, 160)}`);
}

/** In the page: notes what is chosen and shown in other colours than a neighbour that is not. */
function noteChoices(): void {
  const noted: NotedChoices = { choices: [] };
  for (const state of ["aria-selected", "aria-pressed", "aria-checked", "aria-current"]) {
    const isOn = (element: Element): boolean => !["false", "", null].includes(element.getAttribute(state));
    for (const chosen of document.querySelectorAll<HTMLElement>(`[${state}]`)) {
      if (!isOn(chosen) || !chosen.checkVisibility()) continue;
      const row = chosen.parentElement!;
      const group = row.children.length === 1 ? row.parentElement! : row;
      const isLike = (each: Element): boolean => each.getAttribute("role") === chosen.getAttribute("role");
      const others = [...group.querySelectorAll<HTMLElement>(chosen.tagName)];
      const other = others.find((each) => each !== chosen && isLike(each) && !isOn(each));
      const colours = (each: Element): string => {
        const { backgroundColor, borderColor, color } = getComputedStyle(each);
        return [backgroundColor, borderColor, color].join();
      };
      if (other && colours(other) !== colours(chosen)) noted.choices.push([chosen, other]);
    }
  }
  Object.assign(globalThis, noted);
}

/** In the page: what was noted and looks in forced colours as its neighbour. */
function hiddenChoices(): string[] {
  const looks = (element: Element): string =>
    [element, ...element.querySelectorAll("*")]
      .map((each) => {
        const own = getComputedStyle(each);
        const before = getComputedStyle(each, "::before");
        const { borderWidth, borderStyle, borderColor, outlineStyle, outlineWidth, fontWeight } = own;
        const edges = [borderWidth, borderStyle, borderColor, outlineStyle, outlineWidth];
        const rest = [fontWeight, own.textDecorationLine, own.display, own.visibility, own.opacity, own.translate];
        // Elsewhere, colours are those of the system.
        const colours = own.forcedColorAdjust === "none" ? [own.backgroundColor, own.color] : [];
        return [each.tagName, ...edges, ...rest, before.content, before.borderWidth, ...colours].join();
      })
      .join("\n");
  const { choices } = globalThis as unknown as NotedChoices;
  return choices
    .filter(([chosen, other]) => chosen.isConnected && looks(chosen) === looks(other))
    .map(([chosen]) => `not shown as chosen: ${chosen.outerHTML.slice(0, 160)}`);
}
