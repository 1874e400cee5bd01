/** The elements that the Tab key reaches. */

/** A selector of candidates, including invisible and disabled ones. */
export const TABBABLE =
  "a[href], button, input, select, textarea, summary, video[controls], audio[controls], [tabindex]";

export function isTabbable(element: HTMLElement): boolean {
  return element.tabIndex >= 0 && isReachable(element);
}

/** Whether a candidate is visible and enabled. */
export function isReachable(element: HTMLElement): boolean {
  return !element.matches(":disabled") && element.checkVisibility({ visibilityProperty: true });
}
