/** Puts a text where it can be pasted from; the older way is for pages that came over plain http. */

/** To be called on a press. @returns whether the text is there now */
export async function copyText(text: string): Promise<boolean> {
  // Absent where a page came over plain http.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return copyBySelecting(text);
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelecting(text);
  }
}

function copyBySelecting(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.setAttribute("aria-hidden", "true");
  area.className = "sr-only";
  // An open dialog keeps the focus to itself: the text has to be in there with it.
  (before?.closest("[role=dialog], [role=alertdialog]") ?? document.body).append(area);
  area.focus({ preventScroll: true });
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}
