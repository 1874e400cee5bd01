/** In a page: finds controls that a finger cannot hit. */
import type { TouchFaults } from "../touch-targets.ts";

/** The smallest width and height of a target (WCAG 2.5.5), less what rounding takes. */
const MIN_PX = 43.5;

const CONTROLS = ["a[href]", "button", "input:not([type=hidden], [type=file])", "select", "textarea", "summary"]
  .concat("[role=menuitem]", "[role=option]", "[role=gridcell]")
  .join();

function describe(each: Element): string {
  const { labels, placeholder } = each as HTMLInputElement;
  const name = each.ariaLabel || labels?.[0]?.textContent || each.textContent || placeholder || "";
  return `${each.tagName.toLowerCase()} “${name.trim().replaceAll(/\s+/g, " ").slice(0, 40)}”`;
}

function isVisible(each: Element): boolean {
  if (!each.checkVisibility({ visibilityProperty: true, opacityProperty: false }) || each.closest("[inert]")) {
    return false;
  }
  const { width, height } = each.getBoundingClientRect();
  return width > 1 && height > 1 && getComputedStyle(each).pointerEvents !== "none";
}

/** A link or button within a sentence is as high as its line. */
function isInText(each: Element): boolean {
  if (getComputedStyle(each).display === "inline" || each.closest("[data-words]")) return true;
  return [...each.parentElement!.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== "",
  );
}

/** The label of a checkbox is a part of it. */
function targetOf(each: Element): Element {
  return (each.matches("input[type=checkbox], input[type=radio]") && each.closest("label")) || each;
}

/** A finger moves a slider along its line, and a message is chosen anywhere. */
function isExempt(each: Element): boolean {
  return each.matches("input[type=range], article > input, [tabindex='-1'][readonly]");
}

/** The day over the messages is there only while the list scrolls. */
function isPassing(each: Element): boolean {
  return each.matches(".pointer-events-none > button.pointer-events-auto[tabindex='-1']");
}

/** A control that is scrolled out of its container cannot be hit by mistake. */
function isInView(each: Element, x: number, y: number): boolean {
  for (let outer = each.parentElement; outer; outer = outer.parentElement) {
    if (getComputedStyle(outer).overflowY === "visible") continue;
    const { left, top, right, bottom } = outer.getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom) return false;
  }
  return true;
}

function faultsOf(control: Element, scope: Element): string[] {
  const target = targetOf(control);
  const { left, top, width, height } = target.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const at = (dx: number, dy: number) => document.elementFromPoint(x + dx, y + dy);
  const owns = (hit: Element | null) => hit !== null && (target.contains(hit) || hit.contains(target));
  const grows = (dx: number, dy: number) =>
    [at(dx, dy), at(-dx, -dy)].every((hit) => hit !== null && target.contains(hit));
  const faults: string[] = [];
  if (width < MIN_PX && !grows(21, 0)) faults.push(`${describe(control)} is ${Math.round(width)} px wide`);
  if (height < MIN_PX && !grows(0, 21)) faults.push(`${describe(control)} is ${Math.round(height)} px high`);
  const centre = at(0, 0);
  const other = centre?.closest(CONTROLS);
  // A control that is covered as a whole cannot be hit by mistake either.
  const isSeen = [-0.48, 0, 0.48].some((dx) => [-0.48, 0.48].some((dy) => owns(at(dx * width, dy * height))));
  const isLasting = other && scope.contains(other) && !isExempt(other) && !isPassing(other);
  if (isLasting && !owns(centre!) && isSeen && isInView(control, x, y)) {
    faults.push(`${describe(other)} lies over ${describe(control)}`);
  }
  return faults;
}

function touchFaults(): string[] {
  const overlays = [...document.querySelectorAll("[role=dialog], [role=alertdialog], [role=menu]")];
  const scope = overlays.findLast((each) => each.checkVisibility()) ?? document.body;
  const controls = [...scope.querySelectorAll(CONTROLS)].filter(
    (each) => isVisible(each) && !isInText(each) && !isExempt(each),
  );
  return [...new Set(controls.flatMap((control) => faultsOf(control, scope)))];
}

Object.assign(globalThis, { touchFaults } satisfies TouchFaults);
