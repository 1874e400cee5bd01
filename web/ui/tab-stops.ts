/** What the Tab key comes to. */

/** What it may come to; what cannot be seen or used is among it. */
export const TAB_STOPS =
  "a[href], button, input, select, textarea, summary, video[controls], audio[controls], [tabindex]";

export function isTabStop(element: HTMLElement): boolean {
  return (
    element.tabIndex >= 0 && !element.matches(":disabled") && element.checkVisibility({ visibilityProperty: true })
  );
}
