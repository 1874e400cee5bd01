/** Finds controls that a finger cannot hit: smaller than 44 px, or with another control over their centre. */
import type { Page } from "playwright-core";

/** The smallest width and height of a target (WCAG 2.5.5), less what rounding takes. */
const MIN_PX = 43.5;

const FIND = `(() => {
  const CONTROLS = "a[href], button, input:not([type=hidden], [type=file]), select, textarea, summary, [role=menuitem], [role=option], [role=gridcell]";
  const overlays = [...document.querySelectorAll("[role=dialog], [role=alertdialog], [role=menu]")].filter((each) => each.checkVisibility());
  const scope = overlays.at(-1) ?? document.body;
  const describe = (each) => {
    const name = each.ariaLabel || each.labels?.[0]?.textContent || each.textContent || each.placeholder || "";
    return each.tagName.toLowerCase() + " “" + name.trim().replace(/\\s+/g, " ").slice(0, 40) + "”";
  };
  const isVisible = (each) => {
    if (!each.checkVisibility({ visibilityProperty: true, opacityProperty: false }) || each.closest("[inert]")) return false;
    const { width, height } = each.getBoundingClientRect();
    return width > 1 && height > 1 && getComputedStyle(each).pointerEvents !== "none";
  };
  // A link or button within a sentence is as high as its line.
  const isInText = (each) => {
    if (getComputedStyle(each).display === "inline" || each.closest("[data-words]")) return true;
    return [...each.parentElement.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== "");
  };
  // The label of a checkbox is a part of it.
  const targetOf = (each) => (each.matches("input[type=checkbox], input[type=radio]") && each.closest("label")) || each;
  // A finger moves a slider along its line, and a message is chosen anywhere.
  const isExempt = (each) => each.matches("input[type=range], article > input, [tabindex='-1'][readonly]");
  const controls = [...scope.querySelectorAll(CONTROLS)].filter((each) => isVisible(each) && !isInText(each) && !isExempt(each));
  // A control that is scrolled out of its container, or covered as a whole, cannot be hit by mistake.
  const isInView = (each, x, y) => {
    for (let outer = each.parentElement; outer; outer = outer.parentElement) {
      if (getComputedStyle(outer).overflowY === "visible") continue;
      const { left, top, right, bottom } = outer.getBoundingClientRect();
      if (x < left || x > right || y < top || y > bottom) return false;
    }
    return true;
  };
  const faults = [];
  for (const control of controls) {
    const target = targetOf(control);
    const box = target.getBoundingClientRect();
    const at = (dx, dy) => document.elementFromPoint(box.left + box.width / 2 + dx, box.top + box.height / 2 + dy);
    const owns = (hit) => hit !== null && (target.contains(hit) || hit.contains(target));
    const grows = (dx, dy) => { const [a, b] = [at(dx, dy), at(-dx, -dy)]; return a !== null && b !== null && target.contains(a) && target.contains(b); };
    if (box.width < ${MIN_PX} && !grows(21, 0)) faults.push(describe(control) + " is " + Math.round(box.width) + " px wide");
    if (box.height < ${MIN_PX} && !grows(0, 21)) faults.push(describe(control) + " is " + Math.round(box.height) + " px high");
    const centre = at(0, 0);
    const other = centre?.closest(CONTROLS);
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const isSeen = [-0.48, 0, 0.48].some((dx) => [-0.48, 0.48].some((dy) => owns(at(dx * box.width, dy * box.height))));
    if (centre && other && !owns(centre) && isSeen && isInView(control, x, y) && scope.contains(other) && !isExempt(other)) faults.push(describe(other) + " lies over " + describe(control));
  }
  return [...new Set(faults)];
})()`;

/** The faults of the open overlay, or of the page. */
export async function touchFaults(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(FIND);
}
